// Holds the checkers for browsers against `umpire check`: for each sheet of the campaigns, for each example
// sheet, and for sheets with some bytes changed, the answer must be the same, byte for byte.
//
// The example sheets are those of `orders`, and of the folder that UMPIRE_SHEETS names; each is tried for the
// season and the power of each file.
//
// Usage: node module.mjs UMPIRE MODULES MANGLED CAMPAIGN...   MANGLED is how many changed sheets are tried
//
// The exit code is 1 if an answer differs.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [umpire, modules, mangled, ...demos] = process.argv.slice(2);
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'module-'));
const faults = [];
const times = {};

class Checker {
  constructor(rules) {
    const packed = fs.readFileSync(path.join(modules, `${rules}.wasm.gz`));
    this.module = new WebAssembly.Module(zlib.gunzipSync(packed));
    this.it = new WebAssembly.Instance(this.module, {}).exports;
  }

  ask(request) {
    const asked = new TextEncoder().encode(JSON.stringify(request));
    const at = this.it.room(asked.length);
    new Uint8Array(this.it.memory.buffer, at, asked.length).set(asked);
    this.it.ask();
    return JSON.parse(new TextDecoder().decode(
      new Uint8Array(this.it.memory.buffer, this.it.told(), this.it.told_length())));
  }
}

/** What `umpire check` says of a sheet. */
function byProgram(sheet, known) {
  const file = path.join(scratch, 'sheet.yaml');
  fs.writeFileSync(file, sheet);
  try {
    return JSON.parse(execFileSync(umpire, ['check', file, '--known', known, '--json'], { stdio: 'pipe' }));
  } catch (error) {
    if (error.status !== 1 || !error.stdout.length) throw error;
    return JSON.parse(error.stdout);
  }
}

let state = 1805;
const chance = (most) => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor(state / 65536) % most;
};

/** A sheet with one to five letters changed, lost or doubled. */
function changed(sheet) {
  const letters = [...sheet];
  for (let n = chance(5); n >= 0; n -= 1) {
    const at = chance(letters.length);
    const how = chance(4);
    if (how === 0) letters.splice(at, 1);
    else if (how === 1) letters.splice(at, 0, letters[at]);
    else letters[at] = ' \n:-#[]{}"\'aé9\t'[chance(15)];
  }
  return letters.join('');
}

/** Example sheets of a rule system, wherever they lie below its folders. */
function examples(rules) {
  const here = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'orders', rules);
  return [here, process.env.UMPIRE_SHEETS].filter(Boolean).flatMap((folder) => fs.readdirSync(folder, { recursive: true })
    .filter((name) => /\.(yaml|txt)$/.test(name)).sort().map((name) => fs.readFileSync(path.join(folder, name), 'utf8')));
}

/** A sheet for another campaign, season and power. */
const rewritten = (sheet, file) => ['campaign', 'season', 'power'].reduce((text, key) =>
  text.replace(new RegExp(`^${key}:.*$`, 'm'), `${key}: ${file[key]}`), sheet);

const all = [];
for (const demo of demos) {
  const reports = path.join(demo, 'reports');
  const orders = path.join(demo, 'orders');
  const sheets = fs.existsSync(orders) ? fs.readdirSync(orders).filter((name) => name.endsWith('.yaml')) : [];
  let checker = null;
  for (const season of fs.readdirSync(reports)) {
    for (const name of fs.readdirSync(path.join(reports, season)).filter((one) => one.endsWith('.known.json'))) {
      const known = path.join(reports, season, name);
      const text = fs.readFileSync(known, 'utf8');
      const file = JSON.parse(text), { rules } = file;
      checker ??= new Checker(rules);
      const from = performance.now();
      const data = checker.ask({ ask: 'open', known: text });
      if (data.error) faults.push(`${known}: ${data.error}`);
      times[rules] ??= { open: [], check: [] };
      times[rules].open.push(performance.now() - from);
      const own = sheets.filter((sheet) => sheet.startsWith(name.split('.')[0]));
      for (const sheet of own) {
        all.push([checker, rules, text, known, fs.readFileSync(path.join(orders, sheet), 'utf8')]);
      }
      if (data.sheet) all.push([checker, rules, text, known, data.sheet]);
      for (const sheet of examples(rules)) all.push([checker, rules, text, known, rewritten(sheet, file)]);
    }
  }
}
for (let n = 0, plain = all.length; n < Number(mangled); n += 1) {
  const [checker, rules, text, known, sheet] = all[chance(plain)];
  all.push([checker, rules, text, known, changed(sheet)]);
}
/** The same whatever the order of keys. */
const plainly = (value) => JSON.stringify(value, (_, one) => one && typeof one === 'object' && !Array.isArray(one)
  ? Object.fromEntries(Object.entries(one).sort()) : one);

let opened = null;
for (const [checker, rules, text, known, sheet] of all) {
  if (opened !== known) checker.ask({ ask: 'open', known: text });
  opened = known;
  const from = performance.now();
  const here = checker.ask({ ask: 'check', sheet });
  times[rules].check.push(performance.now() - from);
  const there = byProgram(sheet, known);
  for (const key of Object.keys(there)) {
    if (plainly(here[key]) !== plainly(there[key])) {
      faults.push(`${known}: ${key} differs for\n${sheet}\n--- module\n${here[key] ?? here.error}\n--- program\n${there[key]}`);
      break;
    }
  }
}
fs.rmSync(scratch, { recursive: true });
for (const [rules, of] of Object.entries(times)) {
  const middle = (list) => list.sort((a, b) => a - b)[list.length >> 1]?.toFixed(1);
  console.log(`${rules}: opened in ${middle(of.open)} ms, a sheet checked in ${middle(of.check)} ms (medians)`);
}
console.log(`${all.length} sheets, ${faults.length} answers differ`);
for (const fault of faults.slice(0, 5)) console.error(fault);
process.exitCode = faults.length ? 1 : 0;
