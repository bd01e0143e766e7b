import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { testDatabase } from '../support/database';
import { clockAhead } from './clock.mjs';

const run = promisify(execFile);
const NEW_YEAR = '2026-12-31T23:50+08:00';
const nearby = (moment: string | number): boolean => Math.abs(new Date(moment).getTime() - Date.now()) < 60_000;

it('is one for this process, its threads, the processes it starts and the embedded database', async () => {
  const thread = new URL("data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.postMessage(Date.now())");
  const worker = new Worker(thread, { env: {}, execArgv: [] });
  expect(nearby(await new Promise<number>((resolve) => worker.once('message', resolve)))).toBe(true);
  expect(nearby((await run(process.execPath, ['-p', 'new Date().toISOString()'])).stdout.trim())).toBe(true);
  const { rows } = await (await testDatabase()).pool.query('select now() as now');
  expect(nearby(rows[0].now)).toBe(true);
});

it('begins at TEST_CLOCK and goes on from there', async () => {
  const script = `import { setClock } from './tests/clock/clock.mjs';
    await setClock();
    const { spawnSync } = await import('node:child_process');
    const child = spawnSync(process.execPath, ['-p', 'Date()'], { encoding: 'utf8' }).stdout.trim();
    console.log(JSON.stringify([new Date().toISOString(), child, new Date(0).getTime(), new Date() instanceof Date, new Date().constructor === Date]));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, NODE_OPTIONS: '', TEST_CLOCK: NEW_YEAR, TZ: 'Asia/Shanghai' },
  });
  const [here, child, epoch, ...sameKind] = JSON.parse(stdout);
  expect(here).toMatch(/^2026-12-31T15:50/);
  expect(child).toMatch(/^Thu Dec 31 2026 23:5/);
  expect([epoch, ...sameKind]).toEqual([0, true, true]);
});

it('is that of the threads of a process whose heap was given a size', async () => {
  const started = join(await mkdtemp(join(tmpdir(), 'clock-')), 'started.cjs');
  await writeFile(started, "new (require('node:worker_threads').Worker)(new URL('data:text/javascript,console.log(new Date().toISOString())'))");
  const script = `import { setClock } from './tests/clock/clock.mjs';
    await setClock();
    const { spawnSync } = await import('node:child_process');
    console.log(spawnSync(process.execPath, ['--max-semi-space-size=64', ${JSON.stringify(started)}], { encoding: 'utf8' }).stdout.trim());`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, NODE_OPTIONS: '', TEST_CLOCK: NEW_YEAR } });
  expect(stdout).toMatch(/^2026-12-31T15:50/);
});

it('is the machine’s without TEST_CLOCK', () => {
  if (!process.env['TEST_CLOCK']) expect(clockAhead()).toBe(0);
});
