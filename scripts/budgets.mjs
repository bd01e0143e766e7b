import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Page budgets of the architecture, from the built files: gzip kB of the JS a screen's island loads before lazy parts, and of the CSS. */
const LIST_BUDGET = 130;
const CSS_BUDGET = 25;
const OWN_BUDGET = 40;
const folder = 'dist/client/_astro';
const kb = (bytes) => bytes / 1000;
const sizes = new Map();
const sizeOf = (file) => sizes.get(file) ?? sizes.set(file, gzipSync(readFileSync(file)).length).get(file);
const files = readdirSync(folder).map((name) => join(folder, name));

/** A chunk and all it imports statically. */
function closure(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  for (const [, path] of code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.\/[^"']+\.js)["']/g)) closure(resolve(dirname(file), path), seen);
  return seen;
}

const vendor = (file) => /^(?:vendor|client|react|zod|table|form|radix)/.test(file.split('/').at(-1));
const lists = files.filter((file) => /List\.[\w-]+\.js$/.test(file));
const client = files.filter((file) => /\/client\.[\w-]+\.js$/.test(file));
let failed = false;
let worst = { total: 0, own: 0, name: '' };
for (const list of lists) {
  const all = new Set([...closure(resolve(list)), ...client.flatMap((file) => [...closure(resolve(file))])]);
  const total = kb([...all].reduce((sum, file) => sum + sizeOf(file), 0));
  const own = kb([...all].filter((file) => !vendor(file)).reduce((sum, file) => sum + sizeOf(file), 0));
  if (total > worst.total) worst = { total, own, name: list };
}
const css = kb(Math.max(0, ...files.filter((file) => file.endsWith('.css')).map(sizeOf)));
check(`list page JS, largest of ${lists.length} (${worst.name.split('/').at(-1)})`, worst.total, LIST_BUDGET);
check('  of it our own code', worst.own, OWN_BUDGET);
check('CSS file, largest', css, CSS_BUDGET);
if (!lists.length) fail('no list screen was built');
process.exit(failed ? 1 : 0);

function check(name, value, limit) {
  console.log(`${name}: ${value.toFixed(1)} kB gzip (limit ${limit})`);
  if (value > limit) fail(`${name} is over its budget`);
}
function fail(message) {
  console.error(message);
  failed = true;
}
