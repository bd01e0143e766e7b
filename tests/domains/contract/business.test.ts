import '~/domains/contract/api.server';
import '~/domains/creditApply/api.server';
import '~/domains/creditRule/api.server';
import { beforeEach, expect, test } from 'vitest';
import * as calls from '~/domains/contract/calls';
import type { ContractKind } from '~/domains/contract/contract';
import { signNow } from '~/domains/contract/sign.server';
import { applyDecide, applyGet, applySave } from '~/domains/creditApply/calls';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import { makeMember } from '../../support/app';
import { ask, NOON } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, openDepot, orderOf, shipped } from '../../support/delivery';

const opened = await testDatabase();
let depot: Depot;
let maker: Me;
let boss: Me;
beforeEach(async () => {
  await emptyDatabase();
  depot = await openDepot(opened);
  const grown = (me: Me): Me => ({ ...me, apps: ['order', 'credit'] });
  maker = grown((await makeMember(1n, '经办', 'admin')).me);
  boss = grown((await makeMember(1n, '主管', 'admin')).me);
  await ask(maker, calls.templateStandard, {});
});

/** From the document to the signers. */
async function sent(kind: ContractKind, bizType: string, bizId: string, own: { label: string; value: string }[] = []): Promise<string> {
  const found = await ask(maker, calls.contractPrefill, { kind, bizType, bizId });
  const made = await ask(maker, calls.contractSave, {
    kind,
    bizType,
    bizId,
    own,
    source: 'TEMPLATE',
    templateId: found.templates[0]?.id ?? '',
    title: found.title,
    customerId: found.customerId,
    amount: found.amount ?? '',
    deadline: '2026-12-31',
    signers: [
      { side: 'OURS', roleName: '甲方', sealKind: 'CONTRACT' },
      { side: 'THEIRS', roleName: '乙方', sealKind: 'CONTRACT' },
    ],
    submit: true,
  });
  await ask(boss, calls.contractDecide, { id: made.id, version: made.version, pass: true });
  return made.id;
}
async function sign(id: string, seq: number): Promise<void> {
  const { version, signerRows, customerId } = await ask(maker, calls.contractDetail, { id });
  const signerId = signerRows.find((one) => one.seq === seq)?.id as string;
  const me = seq === 1 ? boss : depot.dealer(customerId);
  await opened.inTenant({ tenantId: 1n }, (tx) => signNow(tx, me, { id, version, signerId }, 'SMS_PASSWORD', { address: '', agent: '', now: NOON }));
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

test('an agreement that is revoked takes what passed with it', async () => {
  const id = await applied();
  const contract = await sent('CREDIT', 'credit_apply', id);
  await pass(id);
  await ask(maker, calls.contractRevoke, { id: contract, version: await version(contract), reason: '条件变化' });
  expect([await stateOf(id), await limits()]).toEqual(['LAPSED', []]);
});
