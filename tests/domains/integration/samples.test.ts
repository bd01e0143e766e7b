import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendWebhooks } from '~/domains/integration/webhookSend.server';
import { ORDER_ADD, ORDER_MANAGE } from '~/portal/permissions';
import { config } from '~/server/config.server';
import type { Opened } from '~/server/db.server';
import { deliverEvents } from '~/server/outbox.server';
import { web } from '~/server/web.server';
import { refusalCodes } from '~/shared/refusal';
import { clockAhead } from '../../clock/clock.mjs';
import { makeMember, type Person, post } from '../../support/app';
import { testDatabase } from '../../support/database';
import { type Market, openMarket, orderOf } from '../../support/order';
import { type App, makeApp } from '../../support/program';

const run = promisify(execFile);
/** -B: no compiled copy beside the example, which the product serves. */
const PYTHON = ['python3', '/usr/bin/python3'].find((command) => spawnSync(command, ['--version']).status === 0);
const JAVA = ['java', '/usr/bin/java'].find((command) => spawnSync(command, ['--version']).status === 0 && spawnSync('javac', ['--version']).status === 0);
if (!JAVA) console.warn('Java 17 is not installed (Debian: apt-get install openjdk-17-jdk-headless): the signing example in Java was NOT tested');
if (!PYTHON) console.warn('Python 3 is not installed (Debian: apt-get install python3): the signing example in Python was NOT tested');
/** Programs in other languages have the machine's clock, which signs for another moment than the run's. */
const byMachineClock = it.skipIf(clockAhead() !== 0);
const PLACE = '/saas-ofc/org/order/place';
let opened: Opened;
let market: Market;
let owner: Person;
let app: App;
let portal: Server;
let origin: string;

/** The product's calls on a real port, as an outside program meets them. */
beforeAll(async () => {
  opened = await testDatabase();
  market = await openMarket(opened);
  owner = await makeMember(1n, '老板', 'admin');
  app = await makeApp(owner, 'ERP', {
    permissions: [ORDER_MANAGE, ORDER_ADD],
    calls: ['POST /saas-ofc/org/order/page', `POST ${PLACE}`],
    ipAllow: ['127.0.0.1', '::1'],
  });
  const served = new Hono<{ Bindings: { peer?: string } }>().route('/web', web);
  portal = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = request.method === 'GET' ? {} : { body: Buffer.concat(parts) };
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => name !== 'transfer-encoding')) as Record<string, string>;
    const http = new Request(`http://localhost${request.url}`, { method: request.method ?? 'GET', headers, ...body });
    const answer = await served.fetch(http, { peer: request.socket.remoteAddress ?? '' });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((done) => portal.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
});
afterAll(() => portal.close());

const programs = {
  Node: [process.execPath, 'public/open-platform/call.mjs'],
  Python: [PYTHON ?? '', '-B', 'public/open-platform/call.py'],
  Java: [JAVA ?? '', 'public/open-platform/Call.java'],
};
const present = (['Node', 'Python', 'Java'] as const).filter((name) => programs[name][0]);
async function calls(program: keyof typeof programs, secret: string, method: string, path: string, input?: unknown, key = '') {
  const [command = '', ...file] = programs[program];
  const given = [...file, method, path, ...(input === undefined ? [] : [JSON.stringify(input)])];
  // Java reads what it is given by the locale.
  const env = {
    PATH: process.env['PATH'],
    LC_ALL: 'C.UTF-8',
    PORTAL: origin,
    APP_KEY: app.appKey,
    APP_SECRET: secret,
    ...(key ? { IDEMPOTENCY_KEY: key } : {}),
  };
  const { stdout } = await run(command, given, { env: env as NodeJS.ProcessEnv });
  return JSON.parse(stdout);
}

byMachineClock.each(present)('the example in %s reads, places an order once, and signs queries', { timeout: 120_000 }, async (program) => {
  const before = await calls(program, app.secret, 'POST', '/web/saas-ofc/org/order/page', { pageNo: 1, product: '中文 a*b' });
  expect(before).toMatchObject({ code: '0' });
  const order = orderOf(market, [[0, '2']], { address: '文三路1号“中文”' } as never);
  const first = await calls(program, app.secret, 'POST', `/web${PLACE}`, order, `erp-${program}-1`);
  expect(first).toMatchObject({ code: '0', data: { id: expect.any(String) } });
  expect((await calls(program, app.secret, 'POST', `/web${PLACE}`, order, `erp-${program}-1`)).data).toEqual(first.data);
  const options = `/web/saas-boss/dictionary/options?note=${encodeURIComponent("中 a*b'(c)~")}&dictCategoryCode=customerType`;
  expect((await calls(program, app.secret, 'GET', options)).code).not.toBe(refusalCodes.APP_SIGNATURE);
  expect((await calls(program, 'wrong', 'POST', '/web/saas-ofc/org/order/page', {})).code).toBe(refusalCodes.APP_SIGNATURE);
});

byMachineClock('the examples know a telling of the portal from a forged one', { timeout: 60_000 }, async () => {
  Object.assign(config(), { WEBHOOK_INSIDE: ['127.0.0.1'] });
  const heard: { headers: Record<string, string>; body: string }[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      heard.push({ headers: request.headers as Record<string, string>, body });
      response.end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { data } = await post('/saas-boss/app/webhook/save', { appId: app.id, url, events: ['order.submitted'] }, owner);
  const placed = await calls('Node', app.secret, 'POST', `/web${PLACE}`, orderOf(market, [[1, '1']]), 'erp-hook-0001');
  for (let turn = 0; turn < 2; turn++) await deliverEvents(opened, new Date());
  await sendWebhooks(opened, new Date());
  receiver.close();
  const told = heard.map((one) => ({ ...one, told: JSON.parse(one.body) })).find((one) => one.told.object?.id === placed.data.id);
  expect(told).toBeDefined();
  const { isFromPortal } = await import('../../../public/open-platform/call.mjs' as string);
  expect(isFromPortal(data.secret, told?.headers, told?.body)).toBe(true);
  expect(isFromPortal(data.secret, told?.headers, `${told?.body} `)).toBe(false);
  if (JAVA) {
    const java = run(JAVA, [
      '-cp',
      await compiled(),
      'Told',
      data.secret,
      told?.headers['x-webhook-timestamp'] ?? '',
      told?.headers['x-webhook-signature'] ?? '',
    ]);
    java.child.stdin?.end(told?.body);
    expect((await java).stdout.trim()).toBe('true false');
  }
  if (!PYTHON) return;
  const script = `import sys, json; sys.path.insert(0, 'public/open-platform'); from call import is_from_portal
given = json.loads(sys.stdin.read()); headers = {name.title(): value for name, value in given['headers'].items()}
print(is_from_portal(given['secret'], headers, given['body'].encode()), is_from_portal('other', headers, given['body'].encode()))`;
  const python = run(PYTHON, ['-B', '-c', script]);
  python.child.stdin?.end(JSON.stringify({ ...told, secret: data.secret }));
  expect((await python).stdout.trim()).toBe('True False');
});

/** A receiver in Java over the example's own check; source files cannot name each other without being compiled. */
async function compiled(): Promise<string> {
  const into = await mkdtemp(join(tmpdir(), 'java-'));
  const source = join(into, 'Told.java');
  await writeFile(
    source,
    `public class Told { public static void main(String[] given) throws Exception {
      String body = new String(System.in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      System.out.println(Call.isFromPortal(given[0], given[1], given[2], body) + " " + Call.isFromPortal("other", given[1], given[2], body)); } }`,
  );
  await run('javac', ['-encoding', 'UTF-8', '-d', into, 'public/open-platform/Call.java', source]);
  return into;
}

const check = (more: Record<string, string>) =>
  post(
    '/saas-boss/app/checkSignature',
    { appKey: app.appKey, method: 'POST', url: '/web/x?b=2&a=1', body: '{"a":1}', nonce: 'n'.repeat(20), timestamp: now(), signatureHex: '', ...more },
    owner,
  );
const now = () => String(Math.floor(Date.now() / 1000));

it('the checker says which part of a signature differs, and never what it would be', async () => {
  const { createHash, createHmac } = await import('node:crypto');
  const timestamp = now();
  const digest = createHash('sha256').update('{"a":1}').digest('hex');
  const lines = (change: Record<number, string> = {}) => ['POST', '/web/x', 'a=1&b=2', digest, timestamp, 'n'.repeat(20)].map((line, at) => change[at] ?? line);
  const signed = (text: string, secret = app.secret) => createHmac('sha256', secret).update(text).digest('hex');
  const right = signed(lines().join('\n'));
  expect((await check({ timestamp, signatureHex: right })).data).toMatchObject({ ok: true, findings: [] });
  const finding = async (more: Record<string, string>) => {
    const answer = await check({ timestamp, ...more });
    expect(answer.text).not.toContain(right);
    expect(answer.text).not.toContain(app.secret);
    expect(answer.data.ok).toBe(false);
    return answer.data.findings.join('\n') as string;
  };
  expect(await finding({ signatureHex: signed(lines({ 1: '/x' }).join('\n')) })).toContain('路径没有以 /web 开头');
  expect(await finding({ signatureHex: signed(lines({ 2: 'b=2&a=1' }).join('\n')) })).toContain('参数没有排序');
  expect(await finding({ signatureHex: signed(lines().join('\n'), app.appKey) })).toContain('应使用AppSecret');
  expect(await finding({ signatureHex: signed(lines().join('')) })).toContain('没有换行');
  expect(await finding({ signatureHex: '0'.repeat(64), signedText: lines({ 3: 'x' }).join('\n') })).toContain('“内容的SHA-256”不一致');
  expect(await finding({ signatureHex: '0'.repeat(64) })).toContain('核对密钥');
  expect(await finding({ timestamp: `${timestamp}000`, signatureHex: '0'.repeat(64) })).toContain('毫秒');
});
