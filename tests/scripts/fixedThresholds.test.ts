import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const tell = 'console.log(JSON.stringify([process.pid, process.env.MALLOC_MMAP_THRESHOLD_ ?? "", process.argv.slice(1)]))';

async function run(env: Record<string, string>, stdio: 'pipe' | 'ipc'): Promise<{ pid: number | undefined; told: unknown }> {
  const child = spawn(process.execPath, ['--import', './scripts/fixed-thresholds.mjs', '-e', tell, 'word'], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit', ...(stdio === 'ipc' ? (['ipc'] as const) : [])],
  });
  let text = '';
  child.stdout?.on('data', (part) => {
    text += part;
  });
  await once(child, 'close');
  return { pid: child.pid, told: JSON.parse(text) };
}

test.runIf(process.platform === 'linux')('a process begins again in its own place with the sizes set, and with what it was called with', async () => {
  const { pid, told } = await run({}, 'pipe');
  expect(told).toEqual([pid, '1048576', ['word']]);
});

test('sizes somebody has set stay, and a process that talks to its parent goes on', async () => {
  expect((await run({ MALLOC_MMAP_THRESHOLD_: '65536' }, 'pipe')).told).toMatchObject({ 1: '65536' });
  expect((await run({}, 'ipc')).told).toMatchObject({ 1: '' });
});
