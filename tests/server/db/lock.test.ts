import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { takeLock } from '~/server/db/lock.server';

const folder = mkdtempSync(join(tmpdir(), 'portal-lock-'));
const path = join(folder, 'db.lock');
afterAll(() => rmSync(folder, { recursive: true }));

const TAKE = `const { takeLock } = await import(process.argv[1]); takeLock(process.argv[2], 'F'); console.log('taken'); setInterval(() => {}, 1000);`;
const ARGUMENTS = ['--import', 'tsx', '--input-type=module', '-e', TAKE, join(process.cwd(), 'src/server/db/lock.server.ts'), path];

function started(): Promise<ReturnType<typeof spawn>> {
  const child = spawn(process.execPath, ARGUMENTS, { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
}

test('a second process is refused with a sentence that names the folder and the first; a killed one gives way', async () => {
  const other = await started();
  expect(() => takeLock(path, folder)).toThrow(`数据目录 ${folder} 正被进程 ${other.pid}使用`);
  other.removeAllListeners('exit');
  const ended = new Promise((resolve) => other.once('exit', resolve));
  other.kill('SIGKILL');
  await ended;
  const release = takeLock(path, folder);
  expect(() => execFileSync(process.execPath, ARGUMENTS, { stdio: 'pipe', timeout: 15_000 })).toThrow(`进程 ${process.pid}`);
  release();
  expect(readdirSync(folder)).toEqual([]);
});

test('the same process cannot take it twice', () => {
  const release = takeLock(path, folder);
  expect(() => takeLock(path, folder)).toThrow(`进程 ${process.pid}`);
  release();
  takeLock(path, folder)();
});

test("a recycled pid is not the owner, and another container's lock counts only while it is touched", () => {
  const release = takeLock(path, folder);
  const mine = JSON.parse(readFileSync(path, 'utf8'));
  release();
  writeFileSync(path, JSON.stringify({ ...mine, started: '1' }));
  takeLock(path, folder)();
  writeFileSync(path, JSON.stringify({ ...mine, pid: 1, space: 'another boot' }));
  utimesSync(path, new Date(), new Date());
  expect(() => takeLock(path, folder)).toThrow('进程 1');
  const past = new Date(Date.now() - 60_000);
  utimesSync(path, past, past);
  takeLock(path, folder)();
  writeFileSync(path, 'half a li');
  takeLock(path, folder)();
  expect(existsSync(path)).toBe(false);
});

test('of many processes that meet a dead lock, one gets it', async () => {
  writeFileSync(path, JSON.stringify({ pid: 999_999, started: '1', space: 'gone' }));
  const past = new Date(Date.now() - 60_000);
  utimesSync(path, past, past);
  const results = await Promise.allSettled(Array.from({ length: 4 }, started));
  const winners = results.filter((result) => result.status === 'fulfilled');
  expect(winners.length).toBe(1);
  winners[0]?.value.removeAllListeners('exit');
  winners[0]?.value.kill('SIGKILL');
}, 40_000);
