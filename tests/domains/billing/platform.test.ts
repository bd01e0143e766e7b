import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askPlatform } from '~/domains/billing/asking.server';
import * as calls from '~/domains/billing/calls';
import type { Me } from '~/portal/me';
import { config } from '~/server/config.server';
import { localFileStore } from '~/server/files/fileStore.server';
import { useFileStore } from '~/server/files.server';
import { newId } from '~/server/ids.server';
import { sendOutgoing } from '~/server/outgoing/outgoing.server';
import { applyFor, detailOf, enter, passed, signedOrder } from '../../support/billing';
import { ask, NOON, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, openDepot } from '../../support/delivery';
import { type Fault, invoicePlatform } from '../../support/invoicePlatform';
import { mailServer } from '../../support/servers';

const opened = await testDatabase();
const platform = await invoicePlatform();
const post = await mailServer();
useFileStore(localFileStore(await mkdtemp(join(tmpdir(), 'invoices-'))));
let depot: Depot;
let other: Me;

beforeEach(async () => {
  await emptyDatabase();
  platform.forget();
  platform.use();
  depot = await openDepot(opened);
  other = { ...depot.me, accountId: newId(), name: '审核员' };
  await opened.pool.query("update product set tax_class_code = '1070208010000000000'");
});
afterEach(() => void Object.assign(config(), { INVOICE_URL: undefined, INVOICE_INSIDE: false, SMTP_URL: undefined }));

async function waiting(): Promise<string> {
  const { lineIds } = await signedOrder(depot, [[0, '10']]);
  const { id } = await applyFor(depot, [{ orderLineId: lineIds[0] as string, qty: '10' }]);
  await passed(depot, other, id);
  return id;
}
async function submitted(...faults: Fault[]): Promise<string> {
  const id = await waiting();
  await submit(id);
  platform.faults.push(...faults);
  return id;
}
async function submit(id: string): Promise<void> {
  const { results } = await ask(depot.me, calls.billingIssue, { items: [{ id, version: (await detailOf(depot, id)).version }] });
  if (!results[0]?.ok) throw new Error(results[0]?.message);
}
let clock = NOON.getTime();
/** The next turn of the job, when everything that waits is due. */
const turn = () => {
  clock += 3_600_000;
  return askPlatform(opened, new Date(clock));
};
const state = async (id: string) => {
  const { status, requests, invoiceNos } = await detailOf(depot, id);
  return { status, request: requests[0]?.state, invoiceNos };
};

test('an invoice is issued once, with its number and file, and its buyer is told', async () => {
  const id = await submitted();
  await turn();
  const doc = await detailOf(depot, id);
  expect(doc).toMatchObject({ status: 'ISSUED', how: 'PLATFORM', invoiceNos: [[...platform.issued.values()][0]?.invoiceNo] });
  expect(doc.files.map((one) => one.name)).toEqual(['电子发票.pdf']);
  expect(platform.asked).toEqual(['POST /invoices']);
  expect(await turn()).toBe(0);
});

for (const fault of ['LOSE_REQUEST', 'LOSE_ANSWER', 'SERVER_ERROR', 'GARBAGE', 'KILL'] as const)
  test(`${fault}: nobody calls it issued until the platform says so, and it is issued once`, async () => {
    const id = await submitted(fault);
    await turn();
    expect(await state(id)).toEqual({ status: 'ISSUING', request: 'SENT', invoiceNos: [] });
    await turn();
    expect((await state(id)).status).toBe('ISSUED');
    expect(platform.issued.size).toBe(1);
    expect(platform.asked[1]).toMatch(/^GET \/invoices\/KP/);
  });

test('killed between the call and the answer: the next process asks by the request number that was written down, and issues nothing twice', async () => {
  const id = await submitted('KILL', 'LOSE_ANSWER');
  // The first process is gone with its answer; its lease ends.
  await turn();
  await turn();
  await turn();
  expect(await state(id)).toMatchObject({ status: 'ISSUED', request: 'ISSUED' });
  expect(platform.asked.filter((one) => one.startsWith('POST'))).toHaveLength(1);
  expect(platform.issued.size).toBe(1);
});

test('a duplicate number answers what became of the first', async () => {
  const id = await submitted('CONFLICT');
  await turn();
  expect((await state(id)).status).toBe('ISSUED');
  expect(platform.asked.map((one) => one.split(' ')[0])).toEqual(['POST', 'GET']);
});

test('a late answer is waited for', async () => {
  const id = await submitted('LATE');
  await turn();
  await turn();
  expect(await state(id)).toMatchObject({ status: 'ISSUING', request: 'SENT' });
  expect((await refusalOf(enter(depot.me, await detailOf(depot, id)))).message).toContain('正在等待结果');
  platform.finish((await detailOf(depot, id)).requests[0]?.requestNo as string);
  await turn();
  expect((await state(id)).status).toBe('ISSUED');
});

test('a refusal fails it with its reason; the retry asks under another number', async () => {
  const id = await submitted('REFUSE');
  await turn();
  expect(await detailOf(depot, id)).toMatchObject({ status: 'FAILED', reason: '购买方税号未登记' });
  await submit(id);
  platform.faults.push('INVALID');
  await turn();
  expect(await detailOf(depot, id)).toMatchObject({ status: 'FAILED', reason: '税收分类编码不存在' });
  await submit(id);
  await turn();
  const doc = await detailOf(depot, id);
  expect(doc.status).toBe('ISSUED');
  expect(doc.requests.map((one) => [one.requestNo.slice(-2), one.state])).toEqual([
    ['-3', 'ISSUED'],
    ['-2', 'REFUSED'],
    ['-1', 'REFUSED'],
  ]);
});

test('an answer of another amount is believed by nobody but a person, who may enter the number or say it was not issued', async () => {
  const id = await submitted('WRONG_AMOUNT');
  await turn();
  expect(await state(id)).toMatchObject({ status: 'ISSUING', request: 'STUCK', invoiceNos: [] });
  expect(await turn()).toBe(0);
  const { version } = await detailOf(depot, id);
  await ask(depot.me, calls.billingNotIssued, { id, version, reason: '平台查无此票' });
  expect((await state(id)).status).toBe('FAILED');
  // It had been issued after all: asked by the same number again, nothing is issued twice.
  await submit(id);
  await turn();
  expect((await state(id)).status).toBe('ISSUED');
  expect(platform.issued.size).toBe(1);
});

test('what stays unknown waits for a person after twelve turns', async () => {
  const id = await submitted(...Array<Fault>(40).fill('SERVER_ERROR'));
  for (let n = 0; n < 13; n++) await turn();
  const doc = await detailOf(depot, id);
  expect(doc.requests[0]).toMatchObject({ state: 'STUCK', lastError: '开票平台返回 HTTP 503：系统维护' });
  await enter(depot.me, doc);
  expect((await state(id)).status).toBe('ISSUED');
});

test('a red letter names the invoice it takes back and its reason', async () => {
  const id = await submitted();
  await turn();
  const red = await ask(depot.me, calls.billingRed, { id, version: (await detailOf(depot, id)).version, redReason: '01' });
  await passed(depot, other, red.id);
  await submit(red.id);
  await turn();
  const [first, second] = [...platform.issued.values()];
  expect(second?.order).toMatchObject({ direction: 'RED', amount: '100.00', original: { invoiceNo: first?.invoiceNo, reason: '01' } });
  expect((await detailOf(depot, id)).status).toBe('RED');
});

test('without a platform, or with one inside the own network nobody allowed, nothing is issued and people read why', async () => {
  const id = await waiting();
  platform.use({ INVOICE_INSIDE: false });
  await submit(id);
  await turn();
  expect((await detailOf(depot, id)).requests[0]?.lastError).toContain('属于内部网络，已拒绝');
  expect(platform.asked).toEqual([]);
  Object.assign(config(), { INVOICE_URL: undefined });
  const refused = await refusalOf(ask(depot.me, calls.billingIssue, { items: [{ id, version: 1 }] }));
  expect(refused.data.reason).toBe('NOT_CONFIGURED');
});

test('goods without a classification code are refused before anybody is asked', async () => {
  await opened.pool.query("update product set tax_class_code = ''");
  const id = await waiting();
  await expect(submit(id)).rejects.toThrow('没有19位税收分类编码');
});

test('the mail carries the number and the file', async () => {
  const id = await submitted();
  await turn();
  Object.assign(config(), { SMTP_URL: post.url });
  await ask(depot.me, calls.billingMail, { id, version: (await detailOf(depot, id)).version, email: 'finance@example.com' });
  await sendOutgoing(opened, new Date(Date.now() + 60_000));
  expect(post.mails.at(-1)?.to).toEqual(['finance@example.com']);
  expect(post.mails.at(-1)?.text).toContain('application/pdf');
});
