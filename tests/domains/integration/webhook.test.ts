import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import '~/domains/message/api.server';
import { sendWebhooks, webhookSignature } from '~/domains/integration/webhookSend.server';
import { ORDER_ADD, ORDER_AUDIT, ORDER_MANAGE, THIRD_APPLICATION } from '~/portal/permissions';
import { config } from '~/server/config.server';
import type { Opened } from '~/server/db.server';
import { deliverEvents } from '~/server/outbox.server';
import { askOutside, isPrivateAddress } from '~/server/outgoing/http.server';
import { BAD_INPUT, NOT_FOUND, refusalCodes } from '~/shared/refusal';
import { makeMember, type Person, post } from '../../support/app';
import { testDatabase } from '../../support/database';
import { type Market, openMarket, orderOf } from '../../support/order';
import { type App, asApp, makeApp } from '../../support/program';

const PLACE = '/saas-ofc/org/order/place';
const granted = { permissions: [ORDER_MANAGE, ORDER_ADD], calls: ['POST /saas-ofc/org/order/page', `POST ${PLACE}`] };

interface Heard {
  headers: IncomingMessage['headers'];
  body: string;
}
let opened: Opened;
let owner: Person;
let market: Market;
let app: App;
let receiver: Server;
let heard: Heard[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let home: string;
let serial = 0;

beforeAll(async () => {
  opened = await testDatabase();
  market = await openMarket(opened);
  owner = await makeMember(1n, '老板', 'admin');
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      heard.push({ headers: request.headers, body });
      answer(request, response);
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  home = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(() => receiver.close());
beforeEach(async () => {
  Object.assign(config(), { WEBHOOK_INSIDE: ['127.0.0.1'] });
  heard = [];
  answer = (_, response) => response.end('ok');
  app = await makeApp(owner, `推送${serial++}`, granted);
  await opened.pool.query('delete from webhook_endpoint');
  await opened.pool.query('update outbox set done_at = now() where done_at is null');
});

const save = (more: Record<string, unknown> = {}, person = owner) =>
  post('/saas-boss/app/webhook/save', { appId: app.id, url: home, events: ['order.submitted', 'order.approved'], ...more }, person);
const endpointOf = async () => {
  const { message, data } = await post('/saas-boss/app/webhook/list', { id: app.id }, owner);
  return data.endpoints?.[0] ?? expect.fail(message);
};
const deliveries = async (endpointId: string) => (await post('/saas-boss/app/webhook/deliveries', { endpointId }, owner)).data.pagedRecords;
const settle = async (later = 0) => {
  const now = () => new Date(Date.now() + later);
  // What was told may tell something in its turn.
  for (let turn = 0; turn < 2; turn++) await deliverEvents(opened, now());
  return sendWebhooks(opened, now());
};

describe('a telling', () => {
  it('reaches the outside program that ordered: signed, with the order it can ask for', async () => {
    const { data: made } = await save();
    expect(made.secret).toMatch(/^whsec_/);
    const placed = await asApp(app, 'POST', PLACE, orderOf(market, [[0, '2']]));
    expect(placed.code).toBe('0');
    expect(await settle()).toBe(1);
    const [one] = heard as [Heard];
    const timestamp = one.headers['x-webhook-timestamp'] as string;
    expect(one.headers['x-webhook-signature']).toBe(webhookSignature(made.secret, timestamp, one.body));
    const told = JSON.parse(one.body);
    expect(told).toMatchObject({ event: 'order.submitted', object: { type: 'order', id: placed.data.id } });
    expect(one.headers['x-webhook-id']).toBe(told.id);
    expect((await deliveries((await endpointOf()).id))[0]).toMatchObject({ state: 'SENT', statusCode: 200, attempts: 1 });
    expect(await settle(), 'once').toBe(0);
  });

  it('is tried again after growing pauses, keeps the same id, and can be told again by hand', async () => {
    answer = (_, response) => response.writeHead(503).end();
    await save();
    await asApp(app, 'POST', PLACE, orderOf(market, [[0, '1']]));
    await settle();
    await settle(1000);
    expect(heard, 'not before its pause').toHaveLength(1);
    await settle(15_000);
    await settle(30_000);
    expect(heard).toHaveLength(2);
    answer = (_, response) => response.end();
    await settle(120_000);
    expect(heard).toHaveLength(3);
    expect(new Set(heard.map((one) => one.headers['x-webhook-id'])).size).toBe(1);
    const { id } = await endpointOf();
    const [row] = await deliveries(id);
    expect(row).toMatchObject({ state: 'SENT', attempts: 3 });
    expect((await post('/saas-boss/app/webhook/replay', { ids: [row.id] }, owner)).data).toEqual({ count: 1 });
    await settle();
    expect(heard).toHaveLength(4);
    expect(heard[3]?.body).toBe(heard[0]?.body);
    expect((await deliveries(id))[0]).toMatchObject({ state: 'SENT', replayedBy: '老板' });
  });

  it('tells of an approval whoever may decide such documents, and nobody else', async () => {
    await save({ events: ['order.submitted'] });
    expect((await save({ events: ['approval.ended'] })).message).toContain('所需的权限');
    app = await makeApp(owner, `审批${serial}`, { ...granted, permissions: [...granted.permissions, ORDER_AUDIT] });
    await save({ events: ['approval.ended'] });
    const placed = await post(PLACE, orderOf(market, [[0, '1']]), owner);
    const auditor = await makeMember(1n, `审核${serial}`, 'admin');
    const audited = await post('/saas-ofc/org/order/audit', { id: placed.data.id, rowVersion: placed.data.rowVersion }, auditor);
    expect(audited).toMatchObject({ code: '0' });
    await settle();
    const ended = heard.map((one) => JSON.parse(one.body)).find((one) => one.event === 'approval.ended');
    expect(ended).toMatchObject({ data: { status: 'PASSED', actor: auditor.me.name }, object: { type: 'order', id: placed.data.id } });
  });

  it('is not for an app without the right, outside its rows, stopped, or not asking', async () => {
    await save();
    await opened.pool.query("update open_app set permissions = '{PTN:SUPPLIER:CUSTOMER:MANAGE}' where id = $1", [app.id]);
    await post(PLACE, orderOf(market, [[0, '1']]), owner);
    await opened.pool.query("update open_app set permissions = $2, data_scope = 'REGION', scope_regions = '{火星}' where id = $1", [
      app.id,
      granted.permissions,
    ]);
    await post(PLACE, orderOf(market, [[0, '1']]), owner);
    await settle();
    expect(heard).toHaveLength(0);
    await opened.pool.query("update open_app set data_scope = 'ALL', status = 'DISABLED' where id = $1", [app.id]);
    await post(PLACE, orderOf(market, [[0, '1']]), owner);
    await settle();
    expect(heard).toHaveLength(0);
  });

  it('says no amount to an app it is hidden from, and shows no numbers of people in its log', async () => {
    const { data } = await save();
    await opened.pool.query("update open_app set hidden_fields = '{amount}' where id = $1", [app.id]);
    await post(PLACE, orderOf(market, [[0, '2']]), owner);
    await settle();
    const told = JSON.parse(heard[0]?.body as string);
    expect(told.data.amount).toBe('***');
    expect(heard[0]?.body).not.toContain('20.00');
    await opened.pool.query(`update webhook_delivery set body = '{"text":"联系王小明 13900001111"}' where endpoint_id = $1`, [data.id]);
    expect(JSON.stringify(await deliveries(data.id))).not.toContain('13900001111');
  });

  it('of an endpoint that fails for a day is stopped, and its keepers are told', async () => {
    answer = (_, response) => response.writeHead(500).end();
    await save();
    const { id } = await endpointOf();
    await post('/saas-boss/app/webhook/ping', { id }, owner);
    await settle();
    await opened.pool.query("update webhook_endpoint set failing_since = now() - interval '25 hours', failures = 7 where id = $1", [id]);
    await settle(15_000);
    expect(await endpointOf()).toMatchObject({ status: 'BROKEN', lastError: '对方返回 HTTP 500' });
    await deliverEvents(opened, new Date(Date.now() + 20_000));
    const { rows } = await opened.pool.query("select 1 from message where title = '第三方应用的推送地址已停用'");
    expect(rows.length).toBeGreaterThan(0);
    const { version } = await endpointOf();
    answer = (_, response) => response.end();
    expect((await post('/saas-boss/app/webhook/switch', { id, version, enabled: true }, owner)).code).toBe('0');
    await settle(3_600_000);
    expect(await endpointOf()).toMatchObject({ status: 'ENABLED', failures: 0, waiting: 0 });
  });
});

describe('an address', () => {
  it.each([
    'http://example.com/hook',
    'https://127.0.0.2/hook',
    'https://2130706433/hook',
    'https://0x7f.1/hook',
    'https://[::1]/hook',
    'https://[::ffff:127.0.0.1]/hook',
    'https://[::ffff:7f00:1]/hook',
    'https://[fd00::1]/hook',
    'https://169.254.169.254/latest',
    'https://localhost/hook',
    'https://user:pass@example.com/',
    'ftp://example.com/',
    'no address',
  ])('%s is refused', async (url) => {
    Object.assign(config(), { WEBHOOK_INSIDE: [] });
    const refused = await save({ url });
    expect(refused).toMatchObject({ code: BAD_INPUT, data: { fields: { url: expect.stringContaining('推送地址') } } });
  });

  it('inside is known in every form', () => {
    for (const one of ['::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:c0a8:101', '2002:7f00:1::', '64:ff9b::7f00:1', 'fe80::1', '100.64.0.1', '0.0.0.0', '::'])
      expect(isPrivateAddress(one), one).toBe(true);
    for (const one of ['203.0.114.8', '2606:4700::1111', '::ffff:8.8.8.8']) expect(isPrivateAddress(one), one).toBe(false);
  });

  it('that is no longer allowed, or a name that leads inside, is not connected to', async () => {
    await save();
    const { id } = await endpointOf();
    Object.assign(config(), { WEBHOOK_INSIDE: [] });
    await post('/saas-boss/app/webhook/ping', { id }, owner);
    expect(await settle()).toBe(0);
    expect(heard).toHaveLength(0);
    expect((await deliveries(id))[0].lastError).toContain('属于内部网络');
    await expect(askOutside(home.replace('127.0.0.1', 'localhost'))).rejects.toThrow('内部网络');
  });

  it('that redirects inside is not followed', async () => {
    answer = (request, response) =>
      request.url === '/hook' ? response.writeHead(302, { location: home.replace('/hook', '/secret') }).end() : response.end('secret');
    await save();
    const { id } = await endpointOf();
    await post('/saas-boss/app/webhook/ping', { id }, owner);
    expect(await settle()).toBe(0);
    expect(heard).toHaveLength(1);
    expect((await deliveries(id))[0]).toMatchObject({ statusCode: 302, lastError: expect.stringContaining('不会跟随') });
  });

  it('that answers 10 MB or never is given up on soon', { timeout: 30_000 }, async () => {
    answer = (_, response) => void response.end(Buffer.alloc(10 * 1024 * 1024));
    await save();
    const { id } = await endpointOf();
    await post('/saas-boss/app/webhook/ping', { id }, owner);
    await settle();
    expect((await deliveries(id))[0].lastError).toContain('过大');
    answer = (_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 500);
      response.on('close', () => clearInterval(drip));
    };
    await post('/saas-boss/app/webhook/ping', { id }, owner);
    const started = Date.now();
    await settle();
    expect(Date.now() - started).toBeLessThan(12_000);
    expect((await deliveries(id))[0]).toMatchObject({ state: 'WAITING', attempts: 1 });
  });
});

describe('who decides where it goes', () => {
  it('holds all the app holds, and asks only for what the app may see', async () => {
    const clerk = await makeMember(1n, `小张${serial}`, [THIRD_APPLICATION, ORDER_MANAGE]);
    expect((await save({}, clerk)).code).toBe(refusalCodes.APP_RULE);
    expect((await save({ events: ['delivery.signed'] })).message).toContain('所需的权限');
    expect((await save({ events: ['account.login'] })).code).toBe(BAD_INPUT);
    const { data } = await save();
    expect((await post('/saas-boss/app/webhook/deliveries', { endpointId: data.id }, clerk)).code).toBe(refusalCodes.APP_RULE);
    const stranger = await makeMember(2n, `外厂${serial}`, 'admin').catch(() => null);
    if (stranger) expect((await post('/saas-boss/app/webhook/ping', { id: data.id }, stranger)).code).toBe(NOT_FOUND);
  });
});
