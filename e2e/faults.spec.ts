import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase, type PostgresServer, startPostgres } from '../tests/support/postgres';
import { expect, test } from './support/test';

test.describe.configure({ mode: 'serial' });
const folder = mkdtempSync(join(tmpdir(), 'portal-faults-'));
let postgres: PostgresServer;
let portal: ChildProcess;
let port: number;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  postgres = await startPostgres();
  port = await freePort();
  portal = spawn(process.execPath, ['scripts/serve.mjs'], {
    env: {
      ...process.env,
      DATABASE_URL: await createDatabase(postgres.url, 'faults'),
      DATA_DIR: folder,
      DEMO: '0',
      PROCESSES: '2',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  });
  await expect.poll(async () => (await ask('/readyz')).status, { timeout: 60_000 }).toBe(200);
  await expect.poll(() => processes().length, { timeout: 30_000 }).toBe(2);
  // Both are there; the second also serves.
  await pause(3_000);
});
test.afterAll(async () => {
  portal?.kill('SIGTERM');
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  /** 0: the connection ended without an answer. */
  status: number;
  error: string;
  headers: IncomingHttpHeaders;
  text: string;
  ms: number;
}

/** On a connection of its own, with a session nobody knows. */
function ask(path: string): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, headers: IncomingHttpHeaders = {}, text = '', error = '') =>
      resolve({ status, headers, text, error, ms: performance.now() - started });
    const request = get({ host: '127.0.0.1', port, path, agent: false, headers: { cookie: `portal_session=${Math.random()}` } }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => end(response.statusCode ?? 0, response.headers, text));
      response.on('error', (error) => end(0, {}, '', error.message));
    });
    request.on('error', (error: NodeJS.ErrnoException) => end(0, {}, '', error.code));
  });
}

const processes = (): number[] => readFileSync(`/proc/${portal.pid}/task/${portal.pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

test('a process killed leaves nobody waiting: its requests end at once, and another takes its place', async () => {
  for (let round = 0; round < 3; round += 1) {
    const before = processes();
    const asked = Array.from({ length: 48 }, async (_, n) => {
      await pause(n * 4);
      return ask('/portal/login');
    });
    await pause(60);
    process.kill(before[round % 2] as number, 'SIGKILL');
    const answers = await Promise.all(asked);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(8_000);
    expect(answers.filter(({ error }) => error === 'ECONNREFUSED')).toEqual([]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(10);
    await expect.poll(() => processes().filter((pid) => !before.includes(pid)).length, { timeout: 10_000 }).toBe(1);
    await pause(6_000);
  }
});

test('with every process killed, whoever comes is answered by the next one instead of being refused', async () => {
  for (const pid of processes()) process.kill(pid, 'SIGKILL');
  await pause(50);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/portal/login')));
  expect(answers.map(({ status, error }) => [status, error])).toEqual(answers.map(() => [200, '']));
});

test('with the database away, pages and calls are answered 503 and told when to come again', async () => {
  await postgres.stop();
  const [page, call, ready] = await Promise.all([ask('/portal/temphome'), ask('/web/partner/user/info'), ask('/readyz')]);
  for (const answer of [page, call, ready]) expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
  expect(page.text).toContain('系统暂时无法读写数据，请稍后重试');
  expect(JSON.parse(call.text).message).toBe('系统暂时无法读写数据，请稍后重试');
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
