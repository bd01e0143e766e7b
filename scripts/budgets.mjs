import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Page budgets of the architecture, from the built files, gzip kB. What a page loads before anything lazy is what its islands import
 * statically, as the bundler itself wrote down (dist/chunks.json): the screen, the frame's islands, React's client and the prefetch script.
 * A chunk of both own source and dependencies counts by its share of each.
 */
const LIST_BUDGET = 130;
const OWN_BUDGET = 40;
const CSS_BUDGET = 25;
const PUBLIC_BUDGET = 15;
const CHART_BUDGET = 190;
const chunks = JSON.parse(readFileSync('dist/chunks.json', 'utf8'));
const entries = new Map(Object.entries(chunks).map(([file, { entry }]) => [entry, file]));
const sizes = new Map();
const kb = (file) => sizes.get(file) ?? sizes.set(file, gzipSync(readFileSync(join('dist/client', file)), { level: 9 }).length / 1000).get(file);
let failed = false;

const frame = islandsOf('src/shell/Screen.astro').concat(
  [...entries.keys()].filter((entry) => /@astrojs\/react\/dist\/client\.js$|^astro:scripts\/page\.js$/.test(entry)),
);
const pages = [...entries.keys()]
  .filter((entry) => !/Detail\.tsx$/.test(entry))
  .filter((entry) => /^src\/domains\/.*\/screens\//.test(entry) && /ui\/list\/(ListPage|useList)'[\s\S]*export default /.test(readFileSync(entry, 'utf8')))
  .map((entry) => weighed(entry, closure([entry, ...frame].map((one) => entries.get(one)))));
if (!pages.length || frame.length < 3) fail('no list page, or not the whole frame, was found in the build');
for (const { name, total, own } of pages.sort((a, b) => b.total - a.total)) {
  const over = total > LIST_BUDGET || own > OWN_BUDGET;
  if (over || process.argv.includes('--all') || name === pages[0].name)
    console.log(`${name}: ${total.toFixed(1)} kB JS, of it our own ${own.toFixed(1)} kB${over ? '  OVER' : ''}`);
}
check(`JS of the largest of ${pages.length} list pages`, Math.max(0, ...pages.map(({ total }) => total)), LIST_BUDGET);
check('  the most of our own code in one', Math.max(0, ...pages.map(({ own }) => own)), OWN_BUDGET);
const drawing = entries.get('src/ui/chart/draw.ts');
if (!drawing) fail('what draws charts was not found in the build');
else {
  check(
    'JS that draws charts, fetched when one is seen',
    closure([drawing]).reduce((sum, file) => sum + kb(file), 0),
    CHART_BUDGET,
  );
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
const together = (names) => names.reduce((sum, name) => sum + kb(name), 0);
check('CSS of the largest public page', Math.max(0, ...readers.map(({ file }) => together(stylesOf(file)))), CSS_BUDGET);
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

function weighed(entry, files) {
  const total = files.reduce((sum, file) => sum + kb(file), 0);
  const own = files.reduce((sum, file) => sum + kb(file) * chunks[file].own, 0);
  return { name: entry.split('/').at(-1).replace('.tsx', ''), total, own };
}

function check(name, value, limit) {
  console.log(`${name}: ${value.toFixed(1)} kB gzip (limit ${limit})`);
  if (value > limit) fail(`${name.trim()} is over its budget`);
}
function fail(message) {
  console.error(message);
  failed = true;
}
