// Measures the page without a server as a slow phone has it: its network at 10 Mbit/s with 40 ms of
// latency, its processor four times slower. Prints how large each game is, when its checker is ready and
// how long a sheet of sixty orders takes, and holds that against what is promised.
//
// Usage: node slow.mjs FOLDER KNOWN...   FOLDER is what `umpire compose --export` wrote
//
// The exit code is 1 if a figure is above its bound.

import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { createRequire } from 'node:module';
import { serve } from './serve.mjs';

const require = createRequire(path.join(path.resolve(process.env.UMPIRE_MODULES ?? '.'), 'here.js'));
const puppeteer = require('puppeteer-core');
const SLOWER = 4;
const NETWORK = { download: 10e6 / 8, upload: 10e6 / 8, latency: 40 };
const ORDERS = 60;
/** Megabytes by brotli, milliseconds until a checker is ready, milliseconds for a sheet. */
const MOST = { size: 1.5, ready: 5_000, check: 50 };

const [folder, ...files] = process.argv.slice(2);
const server = await serve(folder);
const address = `http://127.0.0.1:${server.address().port}/index.html`;

/** In the page: a sheet of so many orders, made of the lines that the page itself writes for its forces. */
function sheet(orders) {
  const data = window.composing, lists = new Map();
  const head = ['campaign', 'season', 'power'].map((key) => `${key}: ${data[key]}`);
  const many = data.forces.filter((force) => force.go && force.reach.goals.length);
  many.forEach((force, nth) => {
    const times = force.through ? Math.floor((nth + 1) * orders / many.length) - Math.floor(nth * orders / many.length) : 1;
    const goals = Array.from({ length: times }, (_, time) => force.reach.goals[time % force.reach.goals.length].name);
    const lines = [...force.entry, ...goals.map((goal) => force.go.replace('PLACES', goal))];
    lists.set(force.list, [...lists.get(force.list) ?? [], ...lines]);
  });
  // A game of battles has its orders in a doctrine.
  const said = many.some((force) => force.through) ? [] : ['doctrine:', '  - battle: any', '    acts:',
    ...Array.from({ length: orders - many.length }, (_, time) => `      - fire: {who: any in line, if: range <= ${1 + time % 3}}`)];
  return [...head, ...[...lists].flatMap(([list, lines]) => [`${list}:`, ...lines]), ...said, ''].join('\n');
}

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
let above = 0;
const bound = (figure, most) => {
  if (figure > most) above += 1;
  return figure > most ? ` (above ${most})` : '';
};
for (const known of files) {
  const rules = JSON.parse(fs.readFileSync(known, 'utf8')).rules;
  const packed = fs.readFileSync(path.join(folder, `${rules}.module`));
  const size = zlib.brotliCompressSync(zlib.gunzipSync(packed)).length / 1e6;
  // Of each visitor it is the first visit.
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 360, height: 740, isMobile: true, hasTouch: true });
  await page.emulateCPUThrottling(SLOWER);
  await page.emulateNetworkConditions(NETWORK);
  await page.evaluateOnNewDocument(() => {
    let compose;
    Object.defineProperty(window, 'compose', {
      set(made) { compose = made; },
      get: () => (data, host, page) => { window.host = host; return compose(data, host, page); },
    });
  });
  const from = Date.now();
  await page.goto(address, { waitUntil: 'load' });
  const loaded = Date.now() - from;
  await (await page.$('#known')).uploadFile(known);
  await page.waitForFunction(() => document.getElementById('receipt').textContent.length > 0, { timeout: 60_000 });
  const ready = Date.now() - from;
  const text = await page.evaluate(sheet, ORDERS);
  const { times, verdict, orders } = await page.evaluate(async (text) => {
    const times = [];
    let told;
    for (let n = 0; n < 9; n += 1) {
      const from = performance.now();
      told = await window.host.check(text + `# ${n}\n`);
      times.push(performance.now() - from);
    }
    return { times: times.sort((a, b) => a - b), verdict: told.verdict, orders: told.text ?? '' };
  }, text);
  const check = times[times.length >> 1];
  console.log(`${rules}: ${size.toFixed(2)} MB by brotli${bound(size, MOST.size)}, `
    + `${(packed.length / 1e6).toFixed(2)} as it is sent; page after ${loaded} ms, `
    + `ready after ${ready} ms${bound(ready, MOST.ready)}; `
    + `${ORDERS} orders checked in ${check.toFixed(1)} ms${bound(check, MOST.check)}, `
    + `${times[0].toFixed(1)} to ${times.at(-1).toFixed(1)}: ${verdict ?? ''} ${orders.length}`);
  if (process.env.UMPIRE_SHEET) fs.writeFileSync(`${process.env.UMPIRE_SHEET}-${rules}.yaml`, text);
  await context.close();
}
await browser.close();
server.close();
process.exit(above ? 1 : 0);
