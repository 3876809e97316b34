// Goes through an exported archive in Chromium as its readers do: by clicks, by keyboard, on a phone,
// in the dark, without scripts; and holds every page against checkers of links, HTML and access.
//
// Usage: node site.mjs NAME FOLDER-OR-URL WORD     one visit; WORD is searched for
//        node site.mjs --self-check                planted faults, each of which must be found
//
// UMPIRE_MODULES names the folder whose node_modules has puppeteer-core, axe-core and html-validate,
// UMPIRE_PICTURES a folder for pictures of the pages (none: no pictures). Any fault is told with its
// page, and the exit code is 1.

import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { selfCheck } from './site-sample.mjs';

const modules = process.env.UMPIRE_MODULES;
if (!modules) {
  console.error('UMPIRE_MODULES does not say where the node modules are; run tests/pages/site.sh');
  process.exit(2);
}
const require = createRequire(path.join(path.resolve(modules), 'here.js'));
const puppeteer = require('puppeteer-core');
const axe = require('axe-core').source;
const { HtmlValidate } = require('html-validate');

const PHONE = { width: 360, height: 780 };
const DESK = { width: 1100, height: 900 };
/** How long something may take, in milliseconds. */
const PATIENCE = 15_000;
/** What a visit consists of; the first finds the pages for all others. */
const PARTS = [
  'crawl', 'links', 'source', 'access', 'clicks', 'film', 'search', 'keyboard', 'withoutScripts', 'paper',
];
/** The most links that are gone through by keyboard on one page. */
const MOST_TABS = 600;

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // How the source is laid out, which no browser and no reader notices.
    'no-trailing-whitespace': 'off',
    // A letter to be kept apart may be written as it is; a page in UTF-8 needs no entities for it.
    'no-raw-characters': ['error', { relaxed: true }],
    // The same in ten letters fewer; both are HTML.
    'doctype-style': 'off',
    // A named region is the same to every reader whether it is a section or a block that says so.
    'prefer-native-element': ['error', { exclude: ['region'] }],
    // Titles of pages name campaign and season, and search machines are not our readers.
    'long-title': 'off',
  },
});

/** A link's whole address; none if it is no address at all. */
function address(link, from) {
  try {
    return new URL(link, from);
  } catch {
    return null;
  }
}

export class Visit {
  /** @param place a folder, or the address of a server. */
  constructor(browser, name, place, word, patience = PATIENCE) {
    Object.assign(this, { browser, name, word, patience, faults: [], pages: new Map(), checks: 0 });
    this.served = /^https?:/.test(place);
    this.folder = this.served ? null : fs.realpathSync(place);
    this.base = this.served ? place : pathToFileURL(this.folder).href + '/';
    this.front = this.base + (this.served ? '' : 'index.html');
  }

  fault(kind, where, what) {
    const page = String(where).replace(this.base, '') || '(front page)';
    const text = `${this.name}: ${kind}: ${page}: ${what}`;
    if (!this.faults.some((fault) => fault.text === text)) this.faults.push({ kind, text });
  }

  /** Notes a fault if something that must hold does not. */
  holds(right, kind, where, what) {
    this.checks += 1;
    if (!right) this.fault(kind, where, what);
    return right;
  }

  /** A page of the browser that tells of whatever goes wrong in it. */
  async open({ scripts = true, size = DESK, dark = false } = {}) {
    const page = await this.browser.newPage();
    await page.setJavaScriptEnabled(scripts);
    await page.setViewport(size);
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
      { name: 'prefers-reduced-motion', value: 'no-preference' },
    ]);
    page.setDefaultTimeout(this.patience);
    page.on('console', (said) => {
      if (['error', 'warn', 'warning', 'assert'].includes(said.type())) {
        this.fault('console', page.url(), said.text());
      }
    });
    page.on('pageerror', (error) => this.fault('console', page.url(), String(error)));
    page.on('dialog', (dialog) => {
      this.fault('dialog', page.url(), dialog.message());
      dialog.dismiss();
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(this.base) && !url.startsWith('data:')) {
        this.fault('outside request', page.url(), url);
      }
    });
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // A page that is left while it loads gives up what it was waiting for.
      if (!why.includes('ABORTED')) this.fault('request', page.url(), `${request.url()} ${why}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) {
        this.fault('request', page.url(), `${response.url()} ${response.status()}`);
      }
    });
    return page;
  }

  async picture(page, what) {
    if (!process.env.UMPIRE_PICTURES) return;
    fs.mkdirSync(process.env.UMPIRE_PICTURES, { recursive: true });
    const name = `${this.name}-${what}.png`;
    await page.screenshot({ path: path.join(process.env.UMPIRE_PICTURES, name) });
  }

  /** Goes through all of it, or through the parts that are named. */
  async whole(parts = PARTS) {
    for (const part of parts) await this[part]();
    return this.faults;
  }

  /** Whether a link names a page that the browser shows. */
  isPage(url) {
    return /\.(html|svg)$/.test(new URL(url).pathname) || (this.served && url.endsWith('/'));
  }

  /** Opens every page that can be reached from the front page, on a phone, and notes what is in it. */
  async crawl() {
    const page = await this.open({ size: PHONE });
    const open = [this.front];
    while (open.length > 0) {
      const url = open.pop();
      if (this.pages.has(url)) continue;
      try {
        await page.goto(url, { waitUntil: 'load' });
      } catch (error) {
        this.pages.set(url, { dead: String(error), links: [], ids: new Set() });
        continue;
      }
      const found = await patiently(() => page.evaluate(() => {
        const names = ['href', 'src', 'data', 'poster', 'xlink:href'];
        const links = [];
        for (const element of document.querySelectorAll('[href],[src],[data],[poster],[srcset]')) {
          for (const name of names) {
            const value = element.getAttribute(name);
            if (value !== null) links.push([value, element.tagName.toLowerCase()]);
          }
        }
        for (const style of document.querySelectorAll('[style]')) {
          links.push(...[...style.getAttribute('style').matchAll(/url\(["']?([^"')]+)/g)].map((url) => [url[1], 'style']));
        }
        const anchors = [...document.querySelectorAll('[id]')].map((element) => element.id);
        const html = document.documentElement;
        const svg = html.tagName.toLowerCase() === 'svg';
        const wide = [...document.querySelectorAll('body *')].find(
          (element) => element.getBoundingClientRect().right > innerWidth + 1,
        );
        return {
          links, anchors, svg, width: html.scrollWidth,
          wide: wide ? `${wide.tagName.toLowerCase()}.${wide.getAttribute('class') ?? ''}` : '',
          headings: document.querySelectorAll('h1').length,
          text: (document.body ?? html).textContent.trim().length,
        };
      }));
      const links = found.links.filter(([link]) => !link.startsWith('data:'));
      this.pages.set(url, { links: links.map(([link]) => link), ids: new Set(found.anchors), svg: found.svg });
      if (!found.svg) {
        const over = `${found.width} points wide on a phone of ${PHONE.width} (${found.wide})`;
        this.holds(found.width <= PHONE.width, 'wide', url, over);
        this.holds(found.headings === 1, 'heading', url, `${found.headings} headings of the first order`);
        this.holds(found.text > 0, 'empty', url, 'has no text');
      }
      for (const [link] of links) {
        const to = address(link, url);
        if (!to) {
          this.fault('dead link', url, `\`${link}\` is no address`);
          continue;
        }
        to.hash = '';
        to.search = '';
        if (to.href.startsWith(this.base) && this.isPage(to.href)) open.push(to.href);
      }
    }
    await this.pictureOfPhone(page);
    await page.close();
  }

  async pictureOfPhone(page) {
    for (const [kind, url] of this.kinds()) {
      if (!process.env.UMPIRE_PICTURES) break;
      await page.goto(url);
      await this.picture(page, `${kind}-phone`);
    }
  }

  /** Whatever a page names is there, and inside the archive. */
  links() {
    for (const [url, { links }] of this.pages) {
      for (const link of links) {
        const to = address(link, url);
        if (!to) continue; // It was told when the page was opened.
        const whole = to.href;
        const hash = decodeURIComponent(to.hash.slice(1));
        [to.hash, to.search] = ['', ''];
        if (!this.holds(whole.startsWith(this.base), 'outside link', url, link)) continue;
        const page = this.pages.get(to.href);
        if (page?.dead) {
          this.fault('dead link', url, `${link}: ${page.dead}`);
        } else if (page) {
          const found = !hash || hash === 'top' || page.ids.has(hash);
          this.holds(found, 'dead anchor', url, link);
        } else if (!this.served) {
          const file = fileURLToPath(to);
          const is = fs.existsSync(file) && fs.statSync(file).isFile();
          this.holds(is, 'dead link', url, link);
        }
      }
    }
    if (this.folder) this.orphans();
  }

  /** Every page in the folder can be come to. */
  orphans() {
    for (const name of fs.readdirSync(this.folder, { recursive: true })) {
      if (!name.endsWith('.html')) continue;
      const url = pathToFileURL(path.join(this.folder, name)).href;
      this.holds(this.pages.has(url), 'orphan', url, 'no link leads to it');
    }
  }

  async text(url) {
    return this.served ? (await fetch(url)).text() : fs.readFileSync(fileURLToPath(url), 'utf8');
  }

  async source() {
    for (const [url, { svg, dead }] of this.pages) {
      if (svg || dead) continue;
      const report = await validator.validateString(await this.text(url));
      this.checks += 1;
      for (const { messages } of report.results) {
        for (const { ruleId, message, line } of messages) {
          this.fault('html', url, `line ${line}: ${ruleId}: ${message}`);
        }
      }
    }
    if (!this.served) return;
    // What is no page is asked for by itself.
    const seen = new Set();
    for (const [url, { links }] of this.pages) {
      for (const link of links) {
        const to = address(link, url);
        if (!to || !to.href.startsWith(this.base) || this.isPage(to.href)) continue;
        to.hash = '';
        if (seen.has(to.href)) continue;
        seen.add(to.href);
        const answer = await fetch(to);
        await answer.arrayBuffer();
        this.holds(answer.ok, 'dead link', url, `${link} ${answer.status}`);
      }
    }
  }

  /** One page of each kind, by the name of the kind. */
  kinds() {
    const kinds = new Map();
    for (const [url, { svg, dead }] of this.pages) {
      if (svg || dead) continue;
      const name = url.replace(this.base, '') || 'index.html';
      const kind = name
        .replace(/^season\/[^/]+\//, 'season-')
        .replace(/^([a-z]+)\/[^/]+$/, '$1')
        .replace(/(battle|report|mail)-[^/]*/, '$1')
        .replace(/\.html$/, '')
        .replace(/\/$/, '-index')
        .replaceAll('/', '-');
      if (!kinds.has(kind)) kinds.set(kind, url);
    }
    return kinds;
  }

  async access() {
    for (const dark of [false, true]) {
      const page = await this.open({ dark });
      for (const [kind, url] of this.kinds()) {
        await page.goto(url);
        await page.evaluate(axe);
        // It would fetch the style sheets once more, which no browser lets it do in a folder.
        const how = { resultTypes: ['violations'], preload: false };
        const found = await page.evaluate((how) => globalThis.axe.run(document, how), how);
        this.checks += 1;
        for (const { id, impact, help, nodes } of found.violations) {
          if (!['serious', 'critical'].includes(impact)) continue;
          const where = nodes.slice(0, 3).map((node) => node.target.join(' ')).join(', ');
          this.fault('access', url, `${dark ? 'in the dark: ' : ''}${id}: ${help} (${nodes.length}: ${where})`);
        }
        await this.picture(page, `${kind}-${dark ? 'dark' : 'light'}`);
      }
      await page.close();
    }
  }

  /** The addresses that a page's links go to and that match. */
  async linksTo(page, pattern) {
    const all = await page.$$eval('a[href]', (links) => links.map((link) => link.href));
    return [...new Set(all.map((href) => href.split('#')[0]))].filter(
      (href) => href.startsWith(this.base) && pattern.test(href.slice(this.base.length)),
    );
  }

  /** Clicks a link to an address; whether it came there. */
  async click(page, href) {
    const links = await page.$$('a[href]');
    for (const link of links) {
      const to = await link.evaluate((element) => element.href.split('#')[0]);
      if (to !== href || !(await link.isVisible())) continue;
      await Promise.all([page.waitForNavigation(), link.click()]);
      return this.holds(page.url().split('#')[0] === href, 'click', page.url(), `it was to be ${href}`);
    }
    return this.holds(false, 'click', page.url(), `no link to ${href} is to be seen`);
  }

  /** From the front page to a season and one of its battles. */
  async clicks() {
    const page = await this.open();
    await page.goto(this.front);
    const seasons = await this.linksTo(page, /^season\/[^/]+\/(index\.html)?$/);
    this.holds(seasons.length > 0, 'click', this.front, 'no season is linked');
    for (const season of seasons) {
      await page.goto(this.front);
      if (!(await this.click(page, season))) break;
      const [battle] = await this.linksTo(page, /^season\/[^/]+\/battle-\d+\.html$/);
      if (!battle) continue;
      await this.click(page, battle);
      await page.close();
      this.season = season;
      this.battle = battle;
      return;
    }
    this.fault('click', this.front, 'no season leads to a battle');
    await page.close();
  }

  /** What the film shows now: where it is and what stands there. */
  frame(page) {
    const shown = () => {
      const main = document.querySelector('main') ?? document.body;
      const pictures = [...main.querySelectorAll('img')].map((image) => image.src);
      return JSON.stringify([location.pathname, main.innerText, pictures]);
    };
    return page.evaluate(shown).catch(() => null); // It is just being left.
  }

  /** Waits until the film shows something else; what. */
  async next(page, before) {
    const until = Date.now() + this.patience;
    while (Date.now() < until) {
      const now = await this.frame(page);
      if (now && now !== before) return now;
      await new Promise((done) => setTimeout(done, 50));
    }
    return null;
  }

  /** The film is stepped on, back, and played for two steps. */
  async film() {
    const page = await this.open();
    await page.goto(this.front);
    const [first] = await this.linksTo(page, /^film\//);
    if (!this.holds(first, 'film', this.front, 'no film is linked')) return page.close();
    await this.click(page, first);
    const begin = await this.frame(page);
    const step = async (way) => {
      const link = await page.$(`a[rel~="${way}"]`);
      if (!this.holds(link, 'film', page.url(), `there is no link to ${way}`)) return false;
      const before = await this.frame(page);
      await link.click();
      return this.holds(await this.next(page, before), 'film', page.url(), `${way} changes nothing`);
    };
    if ((await step('next')) && (await step('prev'))) {
      const again = JSON.parse(await this.frame(page))[0] === JSON.parse(begin)[0];
      this.holds(again, 'film', page.url(), 'one step on and one back is not where it began');
      await page.goto(first);
      const play = await page.$('button#play');
      const seen = play && (await play.isVisible());
      if (this.holds(seen, 'film', first, 'no button plays it')) {
        let now = await this.frame(page);
        await play.click();
        for (const which of ['first', 'second']) {
          now = await this.next(page, now);
          if (!this.holds(now, 'film', first, `it does not play its ${which} step`)) break;
        }
      }
    }
    await page.close();
  }

  /** A word is searched for and its first hit opened. */
  async search() {
    const page = await this.open();
    await page.goto(this.front);
    const [form] = await this.linksTo(page, /^search(\.html)?$/);
    if (!this.holds(form, 'search', this.front, 'the search is not linked')) return page.close();
    await this.click(page, form);
    await page.type('input[name="q"]', this.word);
    await page.keyboard.press('Enter');
    try {
      await page.waitForSelector('#results a[href]');
    } catch {
      this.fault('search', page.url(), `\`${this.word}\` finds nothing`);
      return page.close();
    }
    await this.picture(page, 'search-found');
    const hit = await page.$eval('#results a[href]', (link) => link.href);
    await Promise.all([page.waitForNavigation(), page.click('#results a[href]')]);
    const at = page.url();
    this.holds(at === hit && at.startsWith(this.base), 'search', form, `the first hit leads to ${at}`);
    const hash = decodeURIComponent(new URL(at).hash.slice(1));
    const there = await page.evaluate((id) => !id || document.getElementById(id) !== null, hash);
    this.holds(there, 'search', form, `the first hit's place #${hash} is not in ${at}`);
    const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    const says = plain(await page.evaluate(() => document.body.textContent)).includes(plain(this.word));
    this.holds(says, 'search', at, `\`${this.word}\` does not stand where it was found`);
    await page.goto(form);
    await page.type('input[name="q"]', 'zzyzxq');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#results')?.innerText.trim().length > 0);
    const hits = await page.$$eval('#results a[href]', (links) => links.length);
    this.holds(hits === 0, 'search', form, 'a word that is nowhere is found');
    await page.close();
  }

  /** With the keyboard alone: the skip link first, then every link, each to be seen when it is reached. */
  async keyboard() {
    const page = await this.open();
    for (const [kind, url] of this.kinds()) {
      await page.goto(url);
      await page.keyboard.press('Tab');
      const skip = await page.evaluate(() => {
        const at = document.activeElement;
        const box = at.getBoundingClientRect();
        const seen = box.width > 1 && box.height > 1 && box.left >= 0 && box.top >= 0;
        return { is: at.matches('a.skip[href="#main"]'), seen };
      });
      this.holds(skip.is, 'keyboard', url, 'the first link is not the one to the content');
      this.holds(skip.seen, 'keyboard', url, 'the link to the content is not to be seen when it is reached');
      if (kind === 'index' || kind === '-index') await this.tabs(page, url);
    }
    await page.goto(this.front);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const main = await page.evaluate(() => location.hash === '#main' && document.querySelector('main#main') !== null);
    this.holds(main, 'keyboard', this.front, 'the first link does not lead to the content');
    if (this.season) {
      await page.goto(this.front);
      const link = await page.$$eval('a[href]', (links, to) => links.findIndex((link) => link.href.split('#')[0] === to), this.season);
      const handle = (await page.$$('a[href]'))[link];
      await handle.focus();
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      this.holds(page.url().split('#')[0] === this.season, 'keyboard', this.front, 'Enter does not open a season');
    }
    await page.close();
  }

  /** Tab reaches whatever a mouse can. */
  async tabs(page, url) {
    const wanted = await page.evaluate(() => {
      const all = [...document.querySelectorAll('a[href], button, input, select, summary')];
      const seen = all.filter((element) => element.checkVisibility() && !element.disabled);
      seen.forEach((element, at) => element.setAttribute('data-wanted', at));
      return seen.length;
    });
    const reached = new Set();
    for (let tab = 0; tab < Math.min(wanted + 1, MOST_TABS); tab += 1) {
      const at = await page.evaluate(() => {
        const at = document.activeElement;
        const style = getComputedStyle(at);
        const marked = style.outlineStyle !== 'none' || style.boxShadow !== 'none';
        return { number: at.getAttribute('data-wanted'), marked, text: at.textContent.slice(0, 40) };
      });
      if (at.number !== null) {
        reached.add(at.number);
        this.holds(at.marked, 'keyboard', url, `nothing marks \`${at.text}\` when it is reached`);
      }
      await page.keyboard.press('Tab');
    }
    const enough = Math.min(wanted, MOST_TABS - 1);
    this.holds(reached.size >= enough, 'keyboard', url, `Tab reaches ${reached.size} of ${wanted} links and buttons`);
  }

  /** Without scripts everything can still be read. */
  async withoutScripts() {
    const page = await this.open({ scripts: false });
    const readable = async (url) => {
      await page.goto(url);
      const words = await page.$eval('main', (main) => main.innerText.trim().length).catch(() => 0);
      this.holds(words > 20, 'without scripts', url, 'there is nothing to read');
      const text = await page.$eval('h1', (heading) => heading.innerText.trim()).catch(() => '');
      this.holds(text, 'without scripts', url, 'there is no heading');
    };
    await readable(this.front);
    const [names] = await this.linksTo(page, /^names(\.html)?$/);
    const [first] = await this.linksTo(page, /^film\//);
    const [form] = await this.linksTo(page, /^search(\.html)?$/);
    this.holds(names, 'without scripts', this.front, 'the index of names is not linked');
    for (const url of [this.season, this.battle, names].filter(Boolean)) await readable(url);
    if (names) {
      const all = await this.linksTo(page, /^(power|leader|place|force)\//);
      this.holds(all.length > 0, 'without scripts', names, 'the index of names leads nowhere');
    }
    if (first) {
      await readable(first);
      const play = await page.$('button#play');
      this.holds(!play || !(await play.isVisible()), 'without scripts', first, 'a button is shown that does nothing');
      const [next] = await page.$$eval('a[rel~="next"]', (links) => links.map((link) => link.href));
      if (this.holds(next, 'without scripts', first, 'the film has no next step')) {
        await Promise.all([page.waitForNavigation(), page.click('a[rel~="next"]')]);
        this.holds(page.url() === next, 'without scripts', first, 'the film does not step');
      }
    }
    if (form) await this.searchWithoutScripts(page, form);
    await page.close();
  }

  /** A server answers the form; in a folder the page says what to do instead. */
  async searchWithoutScripts(page, form) {
    await page.goto(form);
    if (!this.served) {
      const told = await page.$eval('main', (main) => main.innerText).catch(() => '');
      this.holds(/script/i.test(told), 'without scripts', form, 'it does not say that it needs scripts');
      return;
    }
    await page.type('input[name="q"]', this.word);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    const hits = await page.$$eval('#results a[href]', (links) => links.length);
    this.holds(hits > 0, 'without scripts', page.url(), `\`${this.word}\` finds nothing`);
  }

  /** On paper: pictures for a person to look at, and nothing that is cut off. */
  async paper() {
    const page = await this.open({ size: { width: 720, height: 1000 } });
    await page.emulateMediaType('print');
    for (const [kind, url] of this.kinds()) {
      await page.goto(url);
      const { wide, nav } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        nav: [...document.querySelectorAll('button')].filter((button) => button.checkVisibility()).length,
      }));
      this.holds(wide <= 720, 'paper', url, `${wide} points wide on a sheet of 720`);
      this.holds(nav === 0, 'paper', url, 'a button is printed');
      await this.picture(page, `${kind}-print`);
    }
    await page.close();
  }
}

export async function browse(work) {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

async function main() {
  if (process.argv[2] === '--self-check') return selfCheck(browse, Visit);
  const [name, place, word] = process.argv.slice(2);
  if (!name || !place || !word) {
    console.error('usage: node site.mjs NAME FOLDER-OR-URL WORD');
    return 2;
  }
  const visit = await browse(async (browser) => {
    const visit = new Visit(browser, name, place, word);
    await visit.whole();
    return visit;
  });
  for (const { text } of visit.faults.slice(0, 60)) console.error(text);
  if (visit.faults.length > 60) console.error(`and ${visit.faults.length - 60} more`);
  console.log(`${name}: ${visit.pages.size} pages, ${visit.kinds().size} kinds, ${visit.checks} checks, ${visit.faults.length} faults`);
  return visit.faults.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();

// Asks a page again that is loaded and has no document yet, which a busy browser says now and then.
async function patiently(ask, tries = 5) {
  try {
    return await ask();
  } catch (error) {
    if (tries === 1) throw error;
    await new Promise((done) => setTimeout(done, 200));
    return patiently(ask, tries - 1);
  }
}
