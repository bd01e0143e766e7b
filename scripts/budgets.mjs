import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pageIslands } from './page-islands.mjs';

/**
 * Page budgets of the architecture, from the built files, gzip kB. What a page loads before anything lazy is what its islands import
 * statically, as the bundler itself wrote down (dist/chunks.json). It comes in three parts: the frame (what draws islands, the frame's islands
 * and scripts, and the kit that most screens share, which the build puts into one chunk), the rest of the kit of a kind of screens (forms:
 * validation), and what the screen itself adds: chunks with sources of domains.
 * A chunk of both own source and dependencies counts by its share of each.
 */
const FRAME = { all: 52, own: 37 };
const KINDS = [
  { name: 'list', uses: /ui\/list\/(ListPage|useList)'/, isNot: /Detail\.tsx$/, kit: 3, own: 8, page: 59 },
  { name: 'detail', uses: /ui\/detail\/DetailPage'/, kit: 60, own: 30, page: 128 },
  { name: 'form', uses: /ui\/form\/FormPage'/, kit: 60, own: 20, page: 124 },
];
const CSS_BUDGET = 25;
const PUBLIC_BUDGET = 15;
const CHART_BUDGET = 190;
const ICONS_BUDGET = 9;
const chunks = JSON.parse(readFileSync('dist/chunks.json', 'utf8'));
const entries = new Map(Object.entries(chunks).map(([file, { entry }]) => [entry, file]));
const sizes = new Map();
const kb = (file) => sizes.get(file) ?? sizes.set(file, gzipSync(readFileSync(join('dist/client', file)), { level: 9 }).length / 1000).get(file);
const together = (files) => files.reduce((sum, file) => sum + kb(file), 0);
const ourOwn = (files) => files.reduce((sum, file) => sum + kb(file) * chunks[file].own, 0);
let failed = false;

const framed = islandsOf('src/shell/Screen.astro').concat([...entries.keys()].filter((entry) => /src\/islands\/client\.tsx$/.test(entry)));
if (framed.length < 3) fail('not the whole frame was found in the build');
const frame = closure(framed.map((entry) => entries.get(entry)));
check('JS of the frame', together(frame), FRAME.all);
check('  of it our own', ourOwn(frame), FRAME.own);
const screens = mounted();
for (const { name, uses, isNot, ...most } of KINDS) {
  const pages = screens
    .filter((entry) => !isNot?.test(entry) && uses.test(readFileSync(entry, 'utf8')))
    .map((entry) => {
      const added = closure([entries.get(entry)]).filter((file) => !frame.includes(file));
      const [kit, own] = [together(added.filter((file) => !isOfDomains(file))), together(added.filter(isOfDomains))];
      return { entry: entry.split('/').at(-1).replace('.tsx', ''), kit, own, page: together(frame) + kit + own };
    });
  if (!pages.length) fail(`no ${name} page was found in the build`);
  for (const [part, words] of [
    ['kit', `JS of the kit of ${name} pages`],
    ['own', `  what one of them adds`],
    ['page', `  all JS of one`],
  ]) {
    pages.sort((a, b) => b[part] - a[part]);
    check(`${words}, at most (${pages[0]?.entry} of ${pages.length})`, pages[0]?.[part] ?? 0, most[part]);
  }
  for (const { entry, kit, own, page } of process.argv.includes('--all') ? pages : [])
    console.log(`    ${entry}: kit ${kit.toFixed(1)}, own ${own.toFixed(1)}, in all ${page.toFixed(1)}`);
}
// Where a form stands on the page from the start, its schema does too. Elsewhere forms are fetched when opened, and zod with them.
const validating = screens
  .filter((entry) => closure([entries.get(entry)]).some((file) => chunks[file].schemas))
  .map((entry) => entry.replace(/^src\/domains\/|\.tsx$/g, ''));
const listed = readFileSync('scripts/validating-screens.txt', 'utf8').trim().split('\n');
for (const screen of validating.filter((one) => !listed.includes(one)))
  fail(
    `${screen} ships zod: a noun it imports holds schemas (move them to noun.schema.ts), or its form is not fetched when opened; else list it in scripts/validating-screens.txt`,
  );
for (const screen of listed.filter((one) => !validating.includes(one))) fail(`${screen} no longer ships zod: take it off scripts/validating-screens.txt`);
console.log(`screens that ship zod from the start: ${validating.length} of ${screens.length}`);
const drawing = entries.get('src/ui/chart/drawing.ts');
if (!drawing) fail('what draws charts was not found in the build');
else {
  const worker = readdirSync('dist/client/_astro').find((name) => /^drawing\.worker[\w.-]*\.js$/.test(name));
  if (!worker) fail('the worker that draws charts was not found in the build');
  else check('JS of the worker that draws charts, fetched when one is seen', kb(join('_astro', worker)), CHART_BUDGET);
  check('JS that draws charts where there is no worker', together(closure([drawing]).filter((file) => !frame.includes(file))), CHART_BUDGET);
  for (const [entry, file] of entries)
    if (file !== drawing && closure([file]).includes(drawing)) fail(`${entry} imports what draws charts instead of fetching it when seen`);
}
const readers = prerendered('dist/client').map((file) => ({ file, js: scriptsOf(file) }));
if (readers.length < 15) fail('prerendered pages are missing from the build');
for (const { file } of readers.filter(({ file }) => /astro-island/.test(readFileSync(file, 'utf8')))) fail(`${file} ships an island`);
const stylesOf = (file) => [...readFileSync(file, 'utf8').matchAll(/<link rel="stylesheet" href="\/([^"]+)"/g)].map(([, name]) => name);
const css = readdirSync('dist/client/_astro')
  .filter((name) => name.endsWith('.css'))
  .map((name) => join('_astro', name));
const ofReaders = new Set(readers.flatMap(({ file }) => stylesOf(file)));
check('CSS of the largest public page', Math.max(0, ...readers.map(({ file }) => together(stylesOf(file)))), CSS_BUDGET);
const sprite = readdirSync('dist/client/_astro').find((name) => /^icons\.\w+\.svg$/.test(name));
if (!sprite) fail('the sprite of the icons was not found in the build');
else check('icons of all screens, fetched once', kb(join('_astro', sprite)), ICONS_BUDGET);
check('all CSS of the other pages together', together(css.filter((name) => !ofReaders.has(name))), CSS_BUDGET);
check(`JS of the largest of ${readers.length} public pages`, Math.max(0, ...readers.map(({ js }) => js)), PUBLIC_BUDGET);
process.exit(failed ? 1 : 0);

function prerendered(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('index.html'))
    .map((name) => join(folder, name));
}

/** All that a page loads before a person does anything: its scripts with what they import statically. */
function scriptsOf(file) {
  const named = [...readFileSync(file, 'utf8').matchAll(/<script(?![^>]*nomodule)[^>]* src="\/([^"]+)"/g)].map(([, name]) => name);
  return closure(named.filter((name) => chunks[name]))
    .concat(named.filter((name) => !chunks[name]))
    .reduce((sum, name) => sum + kb(name), 0);
}

/** Sources of the islands an .astro file mounts. */
function islandsOf(file) {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/<(\w+) client:/g)].flatMap(([, name]) => [...entries.keys()].filter((entry) => entry === `src/shell/${name}.tsx`));
}

function closure(files, seen = new Set()) {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    closure(chunks[file].imports, seen);
  }
  return [...seen];
}

function isOfDomains(file) {
  return chunks[file].sources.some((source) => source.startsWith('src/domains/'));
}

/** Sources of the islands that pages mount. */
function mounted() {
  const islands = new Set(pageIslands().flatMap((page) => page.islands.map(({ source }) => source)));
  return [...entries.keys()].filter((entry) => islands.has(entry));
}

function check(name, value, limit) {
  console.log(`${name}: ${value.toFixed(1)} kB gzip (limit ${limit})`);
  if (value > limit) fail(`${name.trim()} is over its budget`);
}
function fail(message) {
  console.error(message);
  failed = true;
}
