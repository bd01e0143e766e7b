import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';

test('serving with reload stops with a sentence where the port is taken, and never moves to another', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const run = spawnSync('sh', ['-c', scripts.dev], { encoding: 'utf8', timeout: 30_000, env: { ...process.env, PORT: String(port) } });
  other.close();
  expect([run.status, run.stdout]).toEqual([1, '']);
  expect(run.stderr).toBe(`端口 ${port} 已被占用：请先停止占用它的程序，或设置 PORT 使用其他端口（如 PORT=${port + 1} npm run dev）\n`);
});

test('a server under a Node it was not written for stops with a sentence before it does anything', () => {
  const older = `data:text/javascript,${encodeURIComponent("Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })")}`;
  for (const script of ['scripts/start.mjs', 'scripts/serve.mjs']) {
    const run = spawnSync(process.execPath, ['--import', older, script], { encoding: 'utf8', timeout: 30_000 });
    expect([run.status, run.stdout], script).toEqual([1, '']);
    expect(run.stderr, script).toMatch(/^当前 Node\.js 为 20\.20\.2，需要 22\.12 或更高版本：.+\n$/);
  }
});
