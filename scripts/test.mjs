import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { testBrowserPath } from './browser.mjs';

/** Every check, what fails fastest first. `npm test -- unit e2e` runs the named steps only. */
const node = process.execPath;
const bin = (path) => [node, `node_modules/${path}`];
const steps = {
  pages: [...bin('astro/bin/astro.mjs'), 'check', '--minimumSeverity', 'error', '--tsconfig', 'tsconfig.pages.json'],
  lint: [...bin('@biomejs/biome/bin/biome'), 'check', '--diagnostic-level=error', '.'],
  boundaries: [...bin('dependency-cruiser/bin/dependency-cruiser.mjs'), 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
  zones: [node, 'scripts/zones.mjs'],
  types: [...bin('typescript-native/bin/tsc'), '--noEmit'],
  unit: [...bin('vitest/vitest.mjs'), 'run', '--project', 'unit', '--project', 'apart'],
  postgres: [...bin('vitest/vitest.mjs'), 'run', '--project', 'postgres'],
  build: [node, 'scripts/build.mjs'],
  budgets: [node, 'scripts/budgets.mjs'],
  e2e: [...bin('@playwright/test/cli.js'), 'test'],
};

const children = new Set();
process.once('exit', () => {
  for (const child of children) child.kill();
});
installBrowser();
installPostgres();
installPooler();
installPdfTools();
const asked = process.argv.slice(2);
const wanted = (name) => asked.length === 0 || asked.includes(name);
// The types keep a processor busy for minutes: what needs little runs on the other meanwhile.
const BESIDE = ['lint', 'boundaries', 'zones'];
const types = wanted('types') ? typesAfterPages() : wanted('pages') ? pagesAlone() : null;
for (const name of BESIDE.filter(wanted)) await run(name);
for (const [name, done] of (await types) ?? []) finish(name, done);
for (const name of Object.keys(steps).filter((one) => !['pages', 'types', ...BESIDE].includes(one) && wanted(one))) await run(name);

/** Checking the pages writes the types of the content, which the types of all else read. */
async function typesAfterPages() {
  const pages = await pagesAlone();
  return pages[0][1].status === 0 ? [...pages, ['types', await beside('types')]] : pages;
}

async function pagesAlone() {
  return [['pages', await beside('pages')]];
}

async function run(name) {
  console.log(`\n== ${name}`);
  finish(name, await begun(name, 'inherit'));
}

/** A step whose output is kept until it is finished. */
function beside(name) {
  const output = [];
  return begun(name, ['ignore', 'pipe', 'pipe'], (child) => {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part));
  }).then((done) => ({ ...done, output }));
}

function begun(name, stdio, heard = () => {}) {
  const started = Date.now();
  const [command, ...args] = steps[name];
  const child = spawn(command, args, { stdio });
  children.add(child);
  heard(child);
  return new Promise((resolve) => {
    child.on('close', (status) => {
      children.delete(child);
      resolve({ status, seconds: Math.round((Date.now() - started) / 1000) });
    });
  });
}

function finish(name, { status, seconds, output }) {
  if (output) process.stdout.write(`\n== ${name}\n${Buffer.concat(output)}`);
  console.log(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Debian's Chromium where we may install it, else one the system has, else Playwright's own download. */
function installBrowser() {
  if (testBrowserPath().executablePath?.endsWith('headless-shell') || debian(['chromium-headless-shell', 'fonts-noto-cjk'])) return;
  if (testBrowserPath().executablePath || debian(['chromium', 'fonts-noto-cjk'])) return;
  spawnSync(node, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { stdio: 'inherit' });
}

/** TEST_DATABASE_URL, else the system's binaries, else Debian's package; the tests say so clearly when there is none. */
function installPostgres() {
  if (process.env.TEST_DATABASE_URL || existsSync('/usr/lib/postgresql') || spawnSync('initdb', ['--version']).status === 0) return;
  debian(['postgresql']);
}

/** What deploy/README.md says of PgBouncer is tried where it is installed; the test says so clearly where it is not. */
function installPooler() {
  if (!['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].some(existsSync)) debian(['pgbouncer']);
}

/** pdfsig and pdftotext, as a second opinion on signatures and texts; their tests are skipped by name where they are not. */
function installPdfTools() {
  if (spawnSync('pdfsig', ['-v']).error) debian(['poppler-utils']);
}

function debian(packages) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  return spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'inherit', env }).status === 0;
}
