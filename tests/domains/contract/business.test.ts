import '~/domains/collection/api.server';
import '~/domains/contract/api.server';
import '~/domains/creditApply/api.server';
import '~/domains/creditRule/api.server';
import '~/domains/project/api.server';
import '~/domains/projectPrice/api.server';
import '~/domains/statement/api.server';
import { beforeEach, expect, test } from 'vitest';
import { caseCreate } from '~/domains/collection/calls';
import * as calls from '~/domains/contract/calls';
import type { ContractKind } from '~/domains/contract/contract';
import { applyDecide, applyGet, applyGrant, applySave } from '~/domains/creditApply/calls';
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
import { creditOn } from '../../support/repayment';
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

const sent = (kind: ContractKind, bizType: string, bizId: string, own: { label: string; value: string }[] = []) =>
  sentAbout({ maker, boss }, { kind, bizType, bizId, own });
async function sign(id: string, seq: number): Promise<void> {
  const { customerId } = await ask(maker, calls.contractDetail, { id });
  await signAt(opened, seq === 1 ? boss : depot.dealer(customerId), { maker, id, seq });
}
const version = async (id: string) => (await ask(maker, calls.contractDetail, { id })).version;

test('goods wait for the contract of their order, and go once it is signed or revoked', async () => {
  const { id: order, lineIds } = await orderOf(depot, [[0, '8']]);
  const line = lineIds[0] as string;
  const first = await sent('SALES', 'order', order, [{ label: '质量标准', value: '国家标准' }]);
  await expect(shipped(depot, [[line, '1']])).rejects.toThrow('签署完成后才能发货');
  await ask(maker, calls.contractRevoke, { id: first, version: await version(first), reason: '换模板' });
  await shipped(depot, [[line, '1']]);
  const second = await sent('SALES', 'order', order, [{ label: '质量标准', value: '国家标准' }]);
  await expect(shipped(depot, [[line, '1']])).rejects.toThrow('0/2');
  await sign(second, 1);
  await expect(shipped(depot, [[line, '1']])).rejects.toThrow('1/2');
  await sign(second, 2);
  await shipped(depot, [[line, '1']]);
});

test('what changed since a contract was drawn up is signed by nobody', async () => {
  const { id: order } = await orderOf(depot, [[0, '8']]);
  const id = await sent('SALES', 'order', order, [{ label: '质量标准', value: '国家标准' }]);
  await sign(id, 1);
  await opened.pool.query("update sales_order set receiver = '另一人' where id = $1", [order]);
  await expect(sign(id, 2)).rejects.toThrow(/收货人由“.*”变为“另一人”。不能再签署，请由发起方撤销后按现在的内容重新发起/);
  expect((await ask(maker, calls.contractDetail, { id })).signed).toBe(1);
});

async function applied(): Promise<string> {
  const creditTypeId = newId();
  await opened.pool.query("insert into credit_type (tenant_id, id, code, name) values (1, $1, 'T1', '测试额度')", [creditTypeId]);
  const made = await ask(maker, applySave, {
    kind: 'NEW',
    customerId: depot.customers[0],
    creditTypeId,
    requested: '10000.00',
    validTo: '2027-06-14',
    reason: '合作多年',
    submit: true,
  });
  return made.id;
}
const pass = async (id: string) => ask(boss, applyDecide, { id, version: (await ask(boss, applyGet, { id })).version, decision: 'PASS', opinion: '' });
const limits = async () => (await opened.pool.query('select limit_amount::int as fen from credit_account')).rows.map((row) => row.fen);
const stateOf = async (id: string) => (await ask(maker, applyGet, { id })).status;

test('the last signature of an agreement makes the limit effective that passed', async () => {
  const id = await applied();
  const contract = await sent('CREDIT', 'credit_apply', id);
  await pass(id);
  expect([await stateOf(id), await limits()]).toEqual(['SIGNING', []]);
  await sign(contract, 1);
  expect(await limits()).toEqual([]);
  await sign(contract, 2);
  expect([await stateOf(id), await limits()]).toEqual(['EFFECTIVE', [1_000_000]]);
});

test('an agreement signed before it passes changes nothing until it does', async () => {
  const id = await applied();
  const contract = await sent('CREDIT', 'credit_apply', id);
  await sign(contract, 1);
  await sign(contract, 2);
  expect([await stateOf(id), await limits()]).toEqual(['REVIEWING', []]);
  await pass(id);
  expect([await stateOf(id), await limits()]).toEqual(['EFFECTIVE', [1_000_000]]);
});

test('an agreement signed for more than passes brings nothing: what passes waits for one that says the same', async () => {
  const id = await applied();
  const first = await sent('CREDIT', 'credit_apply', id);
  await sign(first, 1);
  await sign(first, 2);
  await ask(boss, applyGrant, { id, version: (await ask(boss, applyGet, { id })).version, granted: '6000.00', reason: '先给一部分' });
  await pass(id);
  expect([await stateOf(id), await limits()]).toEqual(['SIGNING', []]);
  const second = await sent('CREDIT', 'credit_apply', id);
  await sign(second, 1);
  await sign(second, 2);
  expect([await stateOf(id), await limits()]).toEqual(['EFFECTIVE', [600_000]]);
});

test('an agreement that is revoked takes what passed with it', async () => {
  const id = await applied();
  const contract = await sent('CREDIT', 'credit_apply', id);
  await pass(id);
  await ask(maker, calls.contractRevoke, { id: contract, version: await version(contract), reason: '条件变化' });
  expect([await stateOf(id), await limits()]).toEqual(['LAPSED', []]);
});

test('goods bought on credit wait for the confirmation of that use, which ends with the use', async () => {
  const [customerId] = depot.customers;
  await creditOn(opened, depot.me, customerId, {});
  const order = await orderOf(depot, [[0, '8']], { customerId, payMethod: 'CREDIT' });
  const line = order.lineIds[0] as string;
  const { rows } = await opened.pool.query('select id, no from credit_order');
  const use = rows[0] as { id: string; no: string };
  const found = await ask(maker, calls.contractPrefill, { kind: 'USE', bizType: 'credit_order', bizId: use.id });
  expect([found.amount, found.customerId, found.values.find((one) => one.label === '用信金额')?.value]).toEqual(['80.00', customerId, '80.00']);
  const first = await sent('USE', 'credit_order', use.id);
  await expect(shipped(depot, [[line, '1']])).rejects.toThrow('签署完成后才能发货');
  await sign(first, 1);
  await sign(first, 2);
  await shipped(depot, [[line, '1']]);
  const second = await sent('USE', 'credit_order', use.id);
  await opened.pool.query("update credit_order set status = 'SETTLED' where id = $1", [use.id]);
  await expect(sign(second, 1)).rejects.toThrow(`用信单${use.no}已取消、结清或核销，不能再签署`);
  await expect(sent('USE', 'credit_order', use.id)).rejects.toThrow('不能发起用信确认书');
});

test('what a debtor signs is a promise of the case, for what was agreed and until when', async () => {
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
  const id = await sent('PROMISE', 'urge_case', caseId, own);
  const promises = async () => (await opened.pool.query('select amount::int as fen, due_on::text as day, status, remark from urge_promise')).rows;
  await sign(id, 1);
  expect(await promises()).toEqual([]);
  await sign(id, 2);
  const { no } = await ask(maker, calls.contractDetail, { id });
  expect(await promises()).toEqual([{ fen: 100_000, day: '2026-06-30', status: 'OPEN', remark: `还款承诺书${no}：分两次归还` }]);
  await expect(sent('PROMISE', 'urge_case', caseId, own).then((other) => sign(other, 1).then(() => sign(other, 2)))).rejects.toThrow('还有未到期的承诺');
});

test('the signature under a confirmation confirms the statement, and a statement that goes another way is not signed for', async () => {
  const [customerId, otherId] = depot.customers;
  const sentTo = async (buyer: string) => {
    await owe(opened, depot.me, buyer, '2026-05-03', 100_000n);
    const { id } = await ask(maker, statements.statementMake, { customerId: buyer, start: '2026-05-01', end: '2026-05-31' });
    await ask(maker, statements.statementSend, { items: [{ id, version: 1 }] });
    return id;
  };
  const status = async (id: string) => (await opened.pool.query('select status from statement where id = $1', [id])).rows[0].status;
  const statement = await sentTo(customerId);
  const id = await sent('STATEMENT', 'statement', statement);
  expect((await ask(maker, calls.contractDetail, { id })).amount).toBe('1000.00');
  await sign(id, 1);
  expect(await status(statement)).toBe('SENT');
  await sign(id, 2);
  expect(await status(statement)).toBe('CONFIRMED');
  const other = await sentTo(otherId);
  const late = await sent('STATEMENT', 'statement', other);
  await opened.pool.query("update statement set status = 'DRAFT' where id = $1", [other]);
  await expect(sign(late, 1)).rejects.toThrow('已不在等客户确认，不能再签署');
});

test('project prices hold for nobody while their agreement is with its signers, and hold once both signed', async () => {
  const [customerId] = depot.customers;
  const { id: projectId } = await ask(maker, projectCreate, { name: '西溪云庐', customerId, attachments: [] });
  const lines = [{ skuId: depot.skus[0], unitId: depot.units.piece, price: '7', capQty: '100' }];
  const sheet = await ask(maker, prices.projectPriceSave, { projectId, validFrom: '2026-06-01', validTo: '2026-06-30', lines, submit: true });
  await ask(boss, prices.projectPriceDecide, { ...sheet, pass: true, opinion: '' });
  const priceNow = async () => {
    const order = await orderOf(depot, [[0, '1']], { customerId, projectId });
    return (await opened.pool.query('select trim_scale(price)::text as price from order_line where order_id = $1', [order.id])).rows[0].price;
  };
  expect(await priceNow()).toBe('7');
  const id = await sent('PRICE', 'projectPrice', sheet.id);
  expect(await priceNow()).toBe('10');
  await sign(id, 1);
  expect(await priceNow()).toBe('10');
  await sign(id, 2);
  expect(await priceNow()).toBe('7');
});
