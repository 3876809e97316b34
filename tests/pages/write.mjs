// Composes a sheet in Chromium as a player does: six orders by mouse, six by keyboard alone, on a desk
// and on a phone; what is written must be a sheet without a fault, and nothing may be asked of any
// other place.
//
// Usage: node write.mjs NAME FOLDER-OR-URL [FILE]   FILE is where `umpire write` saves
//        node write.mjs NAME URL choices        a season that asks more than its forces: keys with their numbers,
//                                               the sums of the receipt, a board on which forces are dragged
//        node write.mjs NAME FOLDER choices KNOWN   the same by the page without a server, without a network
//        node write.mjs NAME FOLDER - KNOWN     what `umpire compose --export` wrote, opened by KNOWN: as a
//                                               folder on a server and then without a network, and as a file
//
// UMPIRE_MODULES names the folder whose node_modules has puppeteer-core and axe-core, UMPIRE_PICTURES
// a folder for pictures (none: no pictures). The exit code is 1 if anything is amiss.

import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { serve } from './serve.mjs';

const require = createRequire(path.join(path.resolve(process.env.UMPIRE_MODULES ?? '.'), 'here.js'));
const puppeteer = require('puppeteer-core');
const axe = require('axe-core').source;
const ORDERS = 6;
const PATIENCE = 15_000;

const [name, place, saves, known] = process.argv.slice(2);
const chooses = saves === 'choices';
const file = chooses || saves === '-' ? undefined : saves;
const server = known ? await serve(place) : null;
const served = Boolean(known) || /^https?:/.test(place);
const inFile = pathToFileURL(fs.existsSync(place) ? fs.realpathSync(place) : '.').href + '/';
let base = served ? place : inFile;
if (server) base = `http://127.0.0.1:${server.address().port}/`;
let front = base.replace(/\/?$/, '/') + (known ? 'index.html' : 'write.html');
const faults = [];
let checks = 0;
const opened = [];
const holds = (right, what) => {
  checks += 1;
  if (!right) faults.push(`${name}: ${what}`);
};

async function open(browser, viewport) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.setViewport(viewport);
  page.on('console', (said) => {
    if (['error', 'warn'].includes(said.type())) faults.push(`${name}: console: ${said.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`${name}: ${error}`));
  page.on('request', (request) => {
    const ours = [base, 'data:', 'blob:'].some((start) => request.url().startsWith(start));
    if (!ours) faults.push(`${name}: outside request: ${request.url()}`);
  });
  await page.goto(front, { waitUntil: 'load' });
  if (!known) return page;
  if (front.startsWith('http')) {
    // The first visit keeps the page and the checker of the game; the second has no network.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.reload({ waitUntil: 'load' });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await openKnown(page);
    await page.setOfflineMode(true);
    await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), page.click('#another-file')]);
  }
  const from = Date.now();
  await openKnown(page);
  opened.push(Date.now() - from);
  return page;
}

/** Opens the file of what the power knows, as a player does. */
async function openKnown(page) {
  await (await page.$('#known')).uploadFile(known);
  await page.waitForFunction(() => !document.querySelector('main').hidden
    || document.getElementById('open-said').className === 'notice', { timeout: 60_000 });
  const why = await page.$eval('#open-said', (said) => (said.className === 'notice' ? said.textContent : ''));
  holds(why === '', `the file is not opened: ${why}`);
}

/** Forces that can go to a place that the map shows, each with such a place. */
const plan = (page, most) => page.evaluate((most) => {
  const data = window.composing;
  const shown = new Map(data.map.spaces.map((one) => [one[3], one]));
  const at = new Map(data.map.spaces.map((one) => [one[0], one]));
  return data.forces.flatMap((force, nth) => {
    const own = new Set(data.forces.map((one) => one.at));
    const goal = force.reach.goals.find((goal) => shown.has(goal.name) && !own.has(shown.get(goal.name)[0]));
    return goal && force.go ? [{ nth, name: force.name, goal: goal.name, on: at.has(force.at) }] : [];
  }).slice(0, most);
}, most);

/** Where on the screen a place of the map is, once it has been brought there. */
const spot = (page, goal) => page.evaluate((goal) => {
  const one = window.composing.map.spaces.find((one) => one[3] === goal);
  const map = document.getElementById('map'), overlay = document.getElementById('overlay');
  const scale = overlay.getBoundingClientRect().width / window.composing.map.width;
  map.scrollLeft = one[1] * scale - map.clientWidth / 2;
  map.scrollTop = one[2] * scale - map.clientHeight / 2;
  map.scrollIntoView({ block: 'center' });
  const box = overlay.getBoundingClientRect();
  return { x: box.left + one[1] * scale, y: box.top + one[2] * scale };
}, goal);

const sheet = (page) => page.$eval('#sheet', (field) => field.value);

/** Waits until the page has been answered, and looks at the answer. */
async function accepted(page, how, orders) {
  const text = await sheet(page);
  for (const { goal } of orders) holds(text.includes(goal), `${how}: ${goal} is not in the sheet`);
  if (!served) return;
  await new Promise((done) => setTimeout(done, 400));
  await page.waitForFunction(() => document.getElementById('receipt').textContent.length > 0);
  await page.waitForFunction((many) => document.querySelectorAll('#overlay .way').length >= many, {},
    orders.filter((order) => order.on).length).catch(() => {});
  const told = await page.evaluate(() => ({
    verdict: document.getElementById('verdict').textContent,
    faults: [...document.querySelectorAll('#faults .fault')].map((one) => one.textContent),
    ways: document.querySelectorAll('#overlay .way').length,
    receipt: document.getElementById('receipt').textContent,
  }));
  holds(/^accepted/.test(told.verdict), `${how}: ${told.verdict}: ${told.faults.join('; ')}`);
  holds(told.faults.length === 0, `${how}: ${told.faults.join('; ')}`);
  const wanted = orders.filter((order) => order.on).length;
  holds(told.ways >= wanted, `${how}: ${told.ways} of ${wanted} ways are drawn`);
}

async function access(page, how) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  for (const one of found.violations) {
    holds(!['serious', 'critical'].includes(one.impact), `${how}: axe: ${one.id}: ${one.nodes[0].html}`);
  }
  checks += 1;
}

async function byMouse(browser) {
  const page = await open(browser, { width: 1280, height: 900 });
  const orders = await plan(page, ORDERS);
  holds(orders.length >= Math.min(ORDERS, 4), `only ${orders.length} forces can be ordered`);
  for (const { nth, goal } of orders) {
    const button = (await page.$$('#forces button'))[nth];
    await button.click();
    const { x, y } = await spot(page, goal);
    await page.mouse.click(x, y);
  }
  await accepted(page, 'mouse', orders);
  await access(page, 'mouse');
  // What stands beside the map is what is written for the force; a condition comes by menu.
  const entry = await page.$eval('#entry', (field) => field.textContent);
  holds(entry.includes(orders.at(-1).goal), `the entry beside the map is ${entry}`);
  const term = await page.$$eval('#condition option', (all) =>
    all.map((one) => one.value).find((word) => word && !/[A-Z]{2}/.test(word)));
  await page.select('#condition', term);
  const written = (await sheet(page)).includes(`if: ${term}`) || (await sheet(page)).includes(`and ${term}`);
  holds(written, `the condition ${term} is not in the sheet`);
  const before = await sheet(page);
  await page.click('#undo');
  holds((await sheet(page)) !== before, 'undo changes nothing');
  if (process.env.UMPIRE_PICTURES) {
    await page.screenshot({ path: path.join(process.env.UMPIRE_PICTURES, `write-${name}.png`), fullPage: true });
  }
  const mail = await page.$eval('#mail', (link) => link.href);
  holds(mail.startsWith('mailto:') && mail.includes('season'), `the link for a mail is ${mail.slice(0, 60)}`);
  await page.click('#copy');
  await page.waitForFunction(() => document.getElementById('done').textContent !== '');
  if (file) {
    await page.click('#save');
    await page.waitForFunction(() => /^Saved/.test(document.getElementById('done').textContent));
    holds(fs.readFileSync(file, 'utf8') === (await sheet(page)), 'the file is not what was on the page');
  }
  await page.close();
}

/** Presses Tab until something has the focus. */
async function tabTo(page, selector, nth = 0, key = 'Tab') {
  for (let tabs = 0; tabs < 400; tabs += 1) {
    const there = await page.evaluate((selector, nth) =>
      document.activeElement === document.querySelectorAll(selector)[nth], selector, nth);
    if (there) return;
    if (key === 'Back') await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    if (key === 'Back') await page.keyboard.up('Shift');
  }
  holds(false, `keyboard: ${selector} cannot be reached`);
}

async function byKeyboard(browser) {
  const page = await open(browser, { width: 1280, height: 900 });
  const orders = await plan(page, ORDERS);
  for (const [number, { nth, goal }] of orders.entries()) {
    await tabTo(page, '#forces button', nth, number ? 'Back' : 'Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, '#goal');
    await page.keyboard.type(goal);
    await page.keyboard.press('Enter');
  }
  await accepted(page, 'keyboard', orders);
  // The map by arrows: the mark moves and says where it is.
  await tabTo(page, '#map', 0, 'Back');
  const spots = new Set();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowRight']) {
    await page.keyboard.press(key);
    spots.add(await page.$eval('#spot', (spot) => spot.textContent));
  }
  holds(spots.size >= 2, 'the mark does not move on the map');
  // A key of the sheet is completed: a line of its own at the end, and the first word that fits.
  await page.focus('#sheet');
  await page.keyboard.down('Control');
  await page.keyboard.press('End');
  await page.keyboard.up('Control');
  const key = await page.evaluate(() => Object.keys(window.composing.schema.properties).at(-1));
  await page.keyboard.press('Enter');
  await page.keyboard.down('Shift');
  await page.keyboard.press('Home');
  await page.keyboard.up('Shift');
  await page.keyboard.type(key.slice(0, -1));
  await page.keyboard.down('Control');
  await page.keyboard.press('Space');
  await page.keyboard.up('Control');
  await page.keyboard.press('Enter');
  holds((await sheet(page)).endsWith('\n' + key + ': '), `the key ${key} is not completed`);
  await page.close();
}

/** What the page says when it has been answered. */
async function answered(page) {
  await new Promise((done) => setTimeout(done, 500));
  await page.waitForFunction(() => document.getElementById('receipt').textContent.length > 0);
  return page.evaluate(() => ({
    verdict: document.getElementById('verdict').textContent,
    faults: [...document.querySelectorAll('#faults .fault')].map((one) => one.textContent),
    sums: [...document.querySelectorAll('#sums li')].map((one) => one.textContent),
  }));
}

/** Each key of the form is added, a number and a word of it are changed, a line is added, all is undone. */
async function byChoices(browser) {
  const page = await open(browser, { width: 1280, height: 900 });
  await answered(page);
  const keys = await page.$$eval('[data-add]', (all) => all.map((one) => one.dataset.add));
  const menus = () => page.$$eval('[data-items]', (all) => all.map((one) => one.dataset.items));
  holds(keys.length + (await menus()).length > 0, 'the season asks nothing');
  for (const key of keys) {
    await page.click(`[data-add="${key}"]`);
    await answered(page);
    const lines = (await sheet(page)).split('\n');
    holds(lines.some((line) => line.startsWith(`${key}:`)), `${key} is not in the sheet`);
  }
  let told = await answered(page);
  holds(/^accepted/.test(told.verdict) && !told.faults.length, `choices: ${told.verdict}: ${told.faults.join('; ')}`);
  // The number of a field stands in the sheet, and the sum follows it.
  const numbers = await page.$$('#asks input[type="number"]');
  if (numbers.length) {
    const before = await sheet(page);
    await numbers[0].evaluate((input) => {
      input.value = String(Number(input.value) + 1);
      input.dispatchEvent(new Event('change'));
    });
    holds((await sheet(page)) !== before, 'a number of a field is not written');
    await page.click('#undo');
    holds((await sheet(page)) === before, 'a number cannot be undone');
  }
  for (const key of await menus()) {
    const menu = `[data-items="${key}"]`;
    const item = await page.$eval(menu, (box) => box.options[1].value);
    const before = (await sheet(page)).split('\n').length;
    await page.select(menu, item);
    holds((await sheet(page)).split('\n').length > before, `${key}: ${item} is not added`);
    await page.click('#undo');
  }
  if (name.endsWith('cabinet')) {
    told = await answered(page);
    const left = (told) => told.sums.find((line) => line.startsWith('left')) ?? '';
    const all = left(told);
    const dear = await page.$eval('[data-items="budget"]', (box) =>
      [...box.options].map((one) => one.value).find((one) => one.startsWith('raise')));
    await page.select('[data-items="budget"]', dear);
    const spent = left(await answered(page));
    holds(all !== '' && spent !== '' && spent !== all, `the sum was ${all} and is ${spent} with ${dear}`);
  }
  if (name.endsWith('court')) holds(told.sums.some((line) => /treasury/.test(line)), `no sum: ${told.sums.join('; ')}`);
  await access(page, 'choices');
  await page.close();
}

/** Drags something of the board onto something else of it. */
async function drag(page, what, onto) {
  const middle = (name) => page.evaluate((name) => {
    const one = [...document.querySelectorAll('#board [data-name]')].find((one) => one.dataset.name === name);
    one.scrollIntoView({ block: 'center' });
    const box = one.getBoundingClientRect();
    return { x: box.left + Math.min(40, box.width / 2), y: box.top + box.height / 2 };
  }, name);
  await middle(onto);
  const from = await middle(what), to = await middle(onto), start = await middle(what);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  const end = await page.evaluate((name) => {
    const one = [...document.querySelectorAll('#board [data-name]')].find((one) => one.dataset.name === name);
    const box = one.getBoundingClientRect();
    return { x: box.left + Math.min(40, box.width / 2), y: box.top + box.height / 2 };
  }, onto);
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
  return [from, to];
}

/** A force is dragged to each row where it can go, a plan onto a force; at the set-up forces change rows. */
async function onTheBoard(browser) {
  const page = await open(browser, { width: 1280, height: 1400 });
  const board = await page.evaluate(() => window.composing.board);
  if (!board) return page.close();
  await answered(page);
  if (board.place) {
    const row = board.rows.find((row) => row.ours.length), force = row.ours[0].name;
    const other = board.rows.find((one) => one.place && one !== row && one.place[1] === null);
    await drag(page, force, other.name);
    const text = await sheet(page);
    holds(new RegExp(`${other.place[0]}: \\[.*${force}`).test(text), `${force} is not in the ${other.name}: ${text}`);
  } else {
    const single = (drop) => board.drops.filter((one) => one.what === drop.what && one.onto === drop.onto).length === 1;
    const moves = board.drops.filter((drop) => drop.list === 'acts' && single(drop)).slice(0, 3);
    const plans = board.drops.filter((drop) => drop.list === 'plans').slice(0, 1);
    holds(moves.length > 0, 'nobody on the board can be dragged anywhere');
    for (const one of [...moves, ...plans]) {
      await drag(page, one.what, one.onto);
      holds((await sheet(page)).includes(`- ${one.item}`), `${one.what} onto ${one.onto}: no \`${one.item}\` in the sheet`);
    }
  }
  const told = await answered(page);
  holds(/^accepted/.test(told.verdict) && !told.faults.length, `board: ${told.verdict}: ${told.faults.join('; ')}`);
  // The same by keyboard: what is taken up first, and then where it goes.
  const before = await sheet(page);
  const [what, onto] = board.place
    ? [board.rows.find((row) => row.ours.length).ours.at(-1).name, board.rows.find((row) => row.place && row.place[1] === null).name]
    : [board.drops[0].what, board.drops[0].onto];
  for (const name of [what, onto]) {
    await page.evaluate((name) => [...document.querySelectorAll('#board [data-name]')]
      .find((one) => one.dataset.name === name).focus(), name);
    await page.keyboard.press('Enter');
  }
  const choice = await page.$('#board-choices button');
  if (choice) await choice.press('Enter');
  const isWritten = (await sheet(page)) !== before || before.includes(what);
  holds(isWritten, `keyboard: ${what} to ${onto} is not written`);
  await access(page, 'board');
  if (process.env.UMPIRE_PICTURES) {
    await page.screenshot({ path: path.join(process.env.UMPIRE_PICTURES, `write-${name}-board.png`), fullPage: true });
  }
  await page.close();
}

/** Six orders by touch, on a page that is no wider than the phone. */
async function onAPhone(browser) {
  const page = await open(browser, { width: 360, height: 740, isMobile: true, hasTouch: true });
  if (!chooses) {
    const orders = await plan(page, ORDERS);
    for (const { nth, goal } of orders) {
      await (await page.$$('#forces button'))[nth].tap();
      const { x, y } = await spot(page, goal);
      await page.touchscreen.tap(x, y);
    }
    await accepted(page, 'touch', orders);
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  holds(wide <= 360, `the page is ${wide} points wide on a phone`);
  await access(page, 'phone');
  if (process.env.UMPIRE_PICTURES) {
    await page.screenshot({ path: path.join(process.env.UMPIRE_PICTURES, `write-${name}-phone.png`) });
  }
  await page.close();
}

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--allow-file-access-from-files'],
});
const parts = async () => {
  for (const part of chooses ? [byChoices, onTheBoard, onAPhone] : [byMouse, byKeyboard, onAPhone]) {
    try {
      await part(browser);
    } catch (error) {
      faults.push(`${name}: ${part.name}: ${error}`);
    }
  }
};
await parts();
if (known && !chooses) {
  base = inFile;
  front = `${inFile}compose-${JSON.parse(fs.readFileSync(known, 'utf8')).rules}.html`;
  await parts();
  console.log(`${name}: opened in ${opened.join(', ')} ms`);
}
await browser.close();
server?.close();
faults.forEach((fault) => console.error(fault));
console.log(`${name}: ${checks} checks, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
