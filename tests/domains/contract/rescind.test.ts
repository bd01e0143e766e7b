import '~/domains/collection/api.server';
import '~/domains/contract/api.server';
import '~/domains/creditApply/api.server';
import '~/domains/creditRule/api.server';
import '~/domains/project/api.server';
import '~/domains/projectPrice/api.server';
import '~/domains/statement/api.server';
import { PDF } from '@libpdf/core';
import { beforeEach, expect, test } from 'vitest';
import { caseCreate } from '~/domains/collection/calls';
import * as calls from '~/domains/contract/calls';
import type { ApplyKind } from '~/domains/creditApply/apply';
import { applyDecide, applyGet, applySave } from '~/domains/creditApply/calls';
import { projectCreate } from '~/domains/project/calls';
import * as prices from '~/domains/projectPrice/calls';
import * as statements from '~/domains/statement/calls';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import { makeMember } from '../../support/app';
import { ask } from '../../support/catalogue';
import { sentAbout, signAt } from '../../support/contracts';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, openDepot, orderOf, shipped } from '../../support/delivery';
import { owe } from '../../support/statements';

const opened = await testDatabase();
let depot: Depot;
let maker: Me;
let boss: Me;
beforeEach(async () => {
  await emptyDatabase();
  depot = await openDepot(opened);
  const grown = (me: Me): Me => ({ ...me, apps: ['order', 'credit', 'receivables'] });
  maker = grown((await makeMember(1n, '经办', 'admin')).me);
  boss = grown((await makeMember(1n, '主管', 'admin')).me);
  await ask(maker, calls.templateStandard, {});
});

const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => (await opened.pool.query(text, values)).rows as Row[];

/** Signed by both. */
async function signed(id: string): Promise<string> {
  const { customerId } = await ask(maker, calls.contractDetail, { id });
  await signAt(opened, boss, { maker, id, seq: 1 });
  await signAt(opened, depot.dealer(customerId), { maker, id, seq: 2 });
  return id;
}
const agreed = async (about: Parameters<typeof sentAbout>[1]) => signed(await sentAbout({ maker, boss }, about));
async function rescinded(id: string): Promise<void> {
  const draft = await ask(maker, calls.contractRescind, { id, version: (await ask(maker, calls.contractDetail, { id })).version, reason: '双方同意' });
  const asked = await ask(maker, calls.contractStart, { id: draft.id, version: draft.version });
  await ask(boss, calls.contractDecide, { id: asked.id, version: asked.version, pass: true });
  await signed(draft.id);
  expect((await ask(maker, calls.contractDetail, { id })).rescission).toBe('DONE');
}

test('goods that have not left stay once the contract of their order is rescinded, and go once another is signed', async () => {
  const { id: order, lineIds } = await orderOf(depot, [[0, '8']]);
  const line = lineIds[0] as string;
  const about = { kind: 'SALES' as const, bizType: 'order', bizId: order, own: [{ label: '质量标准', value: '国家标准' }] };
  const first = await agreed(about);
  await shipped(depot, [[line, '1']]);
  await rescinded(first);
  const { no } = await ask(maker, calls.contractDetail, { id: first });
  await expect(shipped(depot, [[line, '1']])).rejects.toThrow(`合同${no}已解约，尚未发货的货物不再发货`);
  await agreed(about);
  await shipped(depot, [[line, '1']]);
});

test('project prices hold no longer once their agreement is rescinded', async () => {
  const [customerId] = depot.customers;
  const { id: projectId } = await ask(maker, projectCreate, { name: '西溪云庐', customerId, attachments: [] });
  const lines = [{ skuId: depot.skus[0], unitId: depot.units.piece, price: '7', capQty: '100' }];
  const sheet = await ask(maker, prices.projectPriceSave, { projectId, validFrom: '2026-06-01', validTo: '2026-06-30', lines, submit: true });
  await ask(boss, prices.projectPriceDecide, { ...sheet, pass: true, opinion: '' });
  const priceNow = async () => {
    const order = await orderOf(depot, [[0, '1']], { customerId, projectId });
    return (await rows<{ price: string }>('select trim_scale(price)::text as price from order_line where order_id = $1', [order.id]))[0]?.price;
  };
  const about = { kind: 'PRICE' as const, bizType: 'projectPrice', bizId: sheet.id };
  const first = await agreed(about);
  expect(await priceNow()).toBe('7');
  await rescinded(first);
  expect(await priceNow()).toBe('10');
  await agreed(about);
  expect(await priceNow()).toBe('7');
});

const limit = async () => (await rows<{ fen: number }>('select limit_amount::int as fen from credit_account'))[0]?.fen;
const until = async () => (await rows<{ day: string }>('select valid_to::text as day from credit_account'))[0]?.day;
async function creditType(): Promise<string> {
  const id = newId();
  await opened.pool.query("insert into credit_type (tenant_id, id, code, name) values (1, $1, 'T1', '测试额度')", [id]);
  return id;
}
/** Applied for, passed and agreed on by both; answers the agreement. */
async function granted(creditTypeId: string, kind: ApplyKind, requested: string | undefined, validTo: string | undefined): Promise<string> {
  const made = await ask(maker, applySave, {
    kind,
    customerId: depot.customers[0],
    creditTypeId,
    requested,
    validTo,
    reason: '合作多年',
    submit: true,
    confirm: true,
  });
  const agreement = await sentAbout({ maker, boss }, { kind: 'CREDIT', bizType: 'credit_apply', bizId: made.id });
  await ask(boss, applyDecide, { id: made.id, version: (await ask(boss, applyGet, { id: made.id })).version, decision: 'PASS', opinion: '' });
  await signed(agreement);
  return agreement;
}

test('what an agreement granted is taken back with it: the last raise first, then the limit and its days', async () => {
  const type = await creditType();
  const first = await granted(type, 'NEW', '10000.00', '2027-06-14');
  const raise = await granted(type, 'INCREASE', '30000.00', undefined);
  const extra = await granted(type, 'TEMP', '5000.00', '2026-08-31');
  expect(await limit()).toBe(3_500_000);
  await rescinded(extra);
  expect(await limit()).toBe(3_000_000);
  await rescinded(raise);
  expect([await limit(), await until()]).toEqual([1_000_000, '2027-06-14']);
  await rescinded(first);
  expect(await limit()).toBe(0);
  expect((await until()) ?? '').toBe('2026-06-15');
  const journal = await rows<{ memo: string }>('select memo from credit_journal order by id desc limit 1');
  expect(journal[0]?.memo).toContain('已解约');
}, 60_000);

test('an account ends when the agreement on its renewal is rescinded', async () => {
  const type = await creditType();
  await granted(type, 'NEW', '10000.00', '2026-12-31');
  const renewal = await granted(type, 'RENEW', undefined, '2027-12-31');
  expect(await until()).toBe('2027-12-31');
  await rescinded(renewal);
  expect([await limit(), await until()]).toEqual([1_000_000, '2026-06-15']);
});

test('an application whose agreement was rescinded before it passed waits for another', async () => {
  const creditTypeId = await creditType();
  const { id } = await ask(maker, applySave, {
    kind: 'NEW',
    customerId: depot.customers[0],
    creditTypeId,
    requested: '10000.00',
    validTo: '2027-06-14',
    reason: '合作多年',
    submit: true,
  });
  const about = { kind: 'CREDIT' as const, bizType: 'credit_apply', bizId: id };
  await rescinded(await agreed(about));
  await ask(boss, applyDecide, { id, version: (await ask(boss, applyGet, { id })).version, decision: 'PASS', opinion: '' });
  expect([(await ask(maker, applyGet, { id })).status, await limit()]).toEqual(['SIGNING', undefined]);
  await agreed(about);
  expect([(await ask(maker, applyGet, { id })).status, await limit()]).toEqual(['EFFECTIVE', 1_000_000]);
});

test('a promise goes with the paper it was made on', async () => {
  const [customerId] = depot.customers;
  await opened.pool.query(
    `insert into receivable (tenant_id, id, no, customer_id, customer_name, source, biz_date, due_date, amount)
      values (1, $1, 'YS1', $2, '客户', 'OPENING', '2026-01-01', '2026-05-31', 100000)`,
    [newId(), customerId],
  );
  const { id: caseId } = await ask(maker, caseCreate, { customerId, reason: '逾期未还' });
  const own = [
    { label: '还款安排', value: '分两次归还' },
    { label: '承诺还清日', value: '2026-06-30' },
  ];
  const id = await agreed({ kind: 'PROMISE', bizType: 'urge_case', bizId: caseId, own });
  await rescinded(id);
  expect(await rows('select status from urge_promise')).toEqual([{ status: 'CANCELLED' }]);
  const { bytes } = (await ask(maker, calls.contractEvidence, { id })) as { bytes: Uint8Array };
  const [page] = (await PDF.load(bytes)).extractText();
  expect(page?.text.replace(/\s/g, '')).toContain('解约已解约');
});

test('a confirmation of what was owed is not rescinded, nor is a rescission', async () => {
  const [customerId] = depot.customers;
  await owe(opened, depot.me, customerId, '2026-05-03', 100_000n);
  const { id: statement } = await ask(maker, statements.statementMake, { customerId, start: '2026-05-01', end: '2026-05-31' });
  await ask(maker, statements.statementSend, { items: [{ id: statement, version: 1 }] });
  const id = await agreed({ kind: 'STATEMENT', bizType: 'statement', bizId: statement });
  const { version } = await ask(maker, calls.contractDetail, { id });
  await expect(ask(maker, calls.contractRescind, { id, version, reason: '算错了' })).rejects.toThrow('不能解约；有差异请在对账单中登记调整');
});
