// A small site that is as an archive should be, and the same with faults planted in it: what a visit
// must find, and what it must not.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 sans-serif; margin: 1rem; color: #111; background: #fff; }
a { color: #0645ad; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 0; }
:focus-visible { outline: 2px solid; }
#play { display: none; }
.scripted #play { display: inline-block; }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #111; } a { color: #9cf; } }
@media print { #play, form { display: none !important; } }
`;

/** Steps through the film in place, a step each fifth of a second. */
const FILM = `
document.documentElement.classList.add('scripted');
document.querySelector('#play').addEventListener('click', () => setInterval(() => {
  document.querySelector('h1').textContent += ' and on';
}, 200));
`;

const SEARCH = `
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const word = document.querySelector('input').value.toLowerCase();
  const hit = 'genoa fell in spring'.includes(word);
  document.querySelector('#results').innerHTML = hit
    ? '<p><a href="season/1/index.html#fall">Genoa fell</a></p>' : '<p>Nothing was found.</p>';
});
`;

function page(depth, title, main, more = '') {
  const up = '../'.repeat(depth);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${up}style.css">
</head>
<body>
<a class="skip" href="#main">To the content</a>
<nav aria-label="archive"><a href="${up}index.html">Front page</a> <a href="${up}search.html">Search</a>
<a href="${up}names.html">Names</a> <a href="${up}film/1.html">Film</a></nav>
<main id="main">
<h1>${title}</h1>
${main}
</main>
${more}
</body>
</html>
`;
}

/** The site as it should be: names of files, and what is in them. */
export function sample() {
  const play = '<button id="play" type="button">Play</button>';
  const film = (title, link) => page(1, title, `<p>Who stood where. ${link}</p>${play}`, '<script src="../film.js"></script>');
  return {
    'style.css': STYLE,
    'film.js': FILM,
    'search.js': SEARCH,
    'map.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>Map</title><rect width="9" height="9"/></svg>',
    'index.html': page(0, 'A campaign', '<p>Its seasons: <a href="season/1/index.html">spring 1800</a>, which is all there is.</p>'),
    'names.html': page(0, 'Names', '<p>All that have a page: <a href="leader/melas.html">Melas</a>.</p>'),
    'search.html': page(0, 'Search',
      `<form action="search.html"><p><label>Words <input type="search" name="q"></label> <button type="submit">Search</button></p></form>
<div id="results" role="status"></div><noscript><p>The search needs scripts; the names are in an index.</p></noscript>`,
      '<script src="search.js"></script>'),
    'film/1.html': film('Spring', '<a rel="next" href="2.html">On</a>'),
    'film/2.html': film('Summer', '<a rel="prev" href="1.html">Back</a>'),
    'leader/melas.html': page(1, 'Melas', '<p>He fought <a href="../season/1/battle-1.html">a battle</a>.</p>'),
    'season/1/index.html': page(2, 'Spring 1800',
      `<p id="fall">Genoa fell. <a href="battle-1.html">The battle</a>.</p>
<p><img src="../../map.svg" alt="The map"></p>`),
    'season/1/battle-1.html': page(2, 'A battle', '<p>Two to one, and the dice were nine in all.</p>'),
  };
}

const into = (site, name, text) => { site[name] = site[name].replace('</main>', `${text}\n</main>`); };

/** What is planted, all of it in one site, and by what kind of fault each must be found. */
const PLANTED = [
  ['dead link', (site) => into(site, 'names.html', '<p><a href="leader/ott.html">Ott</a></p>')],
  ['dead link', (site) => into(site, 'names.html', '<p><a href="season/1">a folder</a></p>')],
  ['dead anchor', (site) => into(site, 'names.html', '<p><a href="season/1/index.html#rise">rise</a></p>')],
  ['outside link', (site) => into(site, 'names.html', '<p><a href="https://games.example/">away</a></p>')],
  ['outside request', (site) => into(site, 'names.html', '<p><img src="http://127.0.0.1:9/eye.png" alt="an eye"></p>')],
  ['console', (site) => { site['search.js'] += 'console.warn("half of it is missing");'; }],
  ['console', (site) => { site['film.js'] += 'nobody();'; }],
  ['wide', (site) => into(site, 'leader/melas.html', '<pre>' + 'wide '.repeat(200) + '</pre>')],
  ['paper', (site) => into(site, 'leader/melas.html', '<p><button type="button">To print</button></p>')],
  ['html', (site) => into(site, 'leader/melas.html', '<p><div>A block in a line</div></p>')],
  ['html', (site) => into(site, 'leader/melas.html', '<p id="twice">One</p><p id="twice">Two</p>')],
  ['access', (site) => into(site, 'season/1/battle-1.html', '<p><img src="../../map.svg"></p>')],
  ['access', (site) => { site['style.css'] += '@media (prefers-color-scheme: dark) { p { color: #222; } }'; }],
  ['heading', (site) => { site['season/1/battle-1.html'] = site['season/1/battle-1.html'].replaceAll('h1', 'h2'); }],
  ['orphan', (site) => { site['leader/ott-alone.html'] = page(1, 'Ott', '<p>Nobody knows.</p>'); }],
  ['keyboard', (site) => { site['style.css'] += '.skip:focus { left: -999px; }'; }],
];

/** What breaks the walk through the site, each in a site of its own, with the parts that go there. */
const BROKEN = [
  ['click', ['crawl', 'clicks'], (site) => { site['season/1/index.html'] = site['season/1/index.html'].replaceAll('battle-1.html', '../../names.html'); }],
  ['film', ['film'], (site) => { site['film/1.html'] = site['film/1.html'].replace('href="2.html"', 'href="#main"'); }],
  ['film', ['film'], (site) => { site['film.js'] = 'document.documentElement.classList.add("scripted");'; }],
  ['search', ['search'], (site) => { site['search.js'] = SEARCH.replace('genoa', 'turin'); }],
  ['search', ['search'], (site) => { site['search.js'] = SEARCH.replace('#fall', '#rise'); }],
  ['keyboard', ['crawl', 'keyboard'], (site) => { site['index.html'] = site['index.html'].replace('<a href="season', '<a tabindex="-1" href="season'); }],
  ['without scripts', ['crawl', 'clicks', 'withoutScripts'], (site) => {
    site['index.html'] = page(0, 'A campaign', '', '<script src="front.js"></script>');
    site['front.js'] = 'document.querySelector("main").insertAdjacentHTML("beforeend", "<p>The season of <a href=\\"season/1/index.html\\">spring 1800</a></p>");';
  }],
  ['without scripts', ['crawl', 'clicks', 'withoutScripts'], (site) => { site['style.css'] = site['style.css'].replace('#play { display: none; }', ''); }],
];

function write(folder, site) {
  for (const [name, text] of Object.entries(site)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}

/** Visits the sound site and the others; 0 if the visits find what they must and nothing else. */
export async function selfCheck(browse, Visit) {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'site-sample-'));
  const wrong = [];
  let visited = 0;
  const visit = (browser, changes, parts) => {
    const site = sample();
    for (const change of changes) change(site);
    visited += 1;
    const folder = path.join(place, String(visited));
    write(folder, site);
    return new Visit(browser, `sample ${visited}`, folder, 'Genoa', 3000).whole(parts);
  };
  await browse(async (browser) => {
    for (const { text } of await visit(browser, [])) wrong.push(`a sound site: ${text}`);
    const found = await visit(browser, PLANTED.map(([, change]) => change));
    for (const kind of new Set(PLANTED.map(([kind]) => kind))) {
      const planted = PLANTED.filter(([other]) => other === kind).length;
      const told = found.filter((fault) => fault.kind === kind);
      if (told.length < planted) {
        wrong.push(`${planted} faults of ${kind} were planted, ${told.length} found: ${told.map((fault) => fault.text)}`);
      }
    }
    for (const [kind, parts, change] of BROKEN) {
      const told = await visit(browser, [change], parts);
      if (!told.some((fault) => fault.kind === kind)) {
        wrong.push(`a broken ${kind} was not found: ${change}; told: ${told.map((fault) => fault.text)}`);
      }
    }
  });
  fs.rmSync(place, { recursive: true, force: true });
  wrong.forEach((sentence) => console.error(sentence));
  console.log(`${visited} sample sites, ${PLANTED.length + BROKEN.length} planted faults, ${wrong.length} not told right`);
  return wrong.length > 0 ? 1 : 0;
}
