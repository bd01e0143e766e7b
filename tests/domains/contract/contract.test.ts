import '~/domains/contract/api.server';
import { beforeEach, expect, test } from 'vitest';
import * as calls from '~/domains/contract/calls';
import { expireContracts } from '~/domains/contract/expiry.server';
import { trustOf } from '~/domains/contract/identity.server';
import { sendSignCode, signNow } from '~/domains/contract/sign.server';
import { signersOf } from '~/domains/contract/store.server';
import type { Me } from '~/portal/me';
import { verifyPdf } from '~/server/pdf/verify.server';
import type { Request } from '~/server/serve.server';
import type { InputOf } from '~/shared/endpoint';
import { NOT_FOUND } from '~/shared/refusal';
import { makeMember } from '../../support/app';
import { ask, NOON, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { approved, type Market, openMarket } from '../../support/order';

const opened = await testDatabase();
let market: Market;
let boss: Me;
let maker: Me;
let dealer: Me;
let templateId: string;

beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
  maker = (await makeMember(1n, '经办', 'admin')).me;
  boss = (await makeMember(1n, '主管', 'admin')).me;
  dealer = market.dealer(market.customers[0]);
  await ask(maker, calls.templateStandard, {});
  templateId = await template('OTHER');
});

const template = async (kind: 'OTHER' | 'SALES' | 'RESCISSION') => (await ask(maker, calls.templateList, { kind })).pagedRecords[0]?.id as string;
type Input = InputOf<typeof calls.contractSave>;
const both: Input['signers'] = [
  { side: 'OURS', roleName: '甲方', sealKind: 'CONTRACT' },
  { side: 'THEIRS', roleName: '乙方', sealKind: 'COMPANY' },
];
const save = (change: Partial<Input> = {}) =>
  ask(maker, calls.contractSave, {
    kind: 'OTHER',
    source: 'TEMPLATE',
    templateId,
    title: '合作协议',
    customerId: market.customers[0],
    amount: '12345.60',
    deadline: '2026-12-31',
    riding: true,
    own: [{ label: '约定事项', value: '共同推广' }],
    signers: both,
    submit: true,
    ...change,
  });
const started = async (change: Partial<Input> = {}) => {
  const made = await save(change);
  return ask(boss, calls.contractDecide, { id: made.id, version: made.version, pass: true });
};
const detail = (id: string, me = maker) => ask(me, calls.contractDetail, { id });
const sign = async (me: Me, id: string, seq: number, now = NOON) => {
  const { version, signerRows } = await detail(id);
  const signerId = signerRows.find((one) => one.seq === seq)?.id as string;
  return opened.inTenant({ tenantId: 1n }, (tx) => signNow(tx, me, { id, version, signerId }, 'SMS_PASSWORD', { address: '10.0.0.1', agent: 'test', now }));
};
const bytesOf = async (id: string, revision: number) =>
  new Uint8Array(((await ask(maker, calls.contractFile, { id, revision })) as { bytes: Uint8Array }).bytes);

test('both sign one after the other: each revision keeps the one before it, and the file verifies', async () => {
  const { id } = await started();
  await expect(sign(dealer, id, 2)).rejects.toThrow('请等甲方');
  await sign(boss, id, 1);
  await expect(sign(boss, id, 1)).rejects.toThrow('不能重复签署');
  await sign(dealer, id, 2);
  const done = await detail(id);
  expect([done.status, done.signed, done.turn, done.chained]).toEqual(['DONE', 2, null, true]);
  expect(done.events.map((one) => one.action)).toEqual(['新建', '提交用印审批', '用印审批通过', '发起签署', '签署', '签署', '签署完成']);
  const files = await Promise.all(done.revisions.map((one) => bytesOf(id, one.no)));
  expect(files).toHaveLength(3);
  for (const [at, file] of files.entries())
    if (at > 0)
      expect(
        Buffer.from(file)
          .subarray(0, files[at - 1]?.length)
          .equals(Buffer.from(files[at - 1] as Uint8Array)),
      ).toBe(true);
  const trust = await opened.inTenant({ tenantId: 1n }, (tx) => trustOf(tx));
  const verdict = await verifyPdf(files[2] as Uint8Array, trust);
  expect([verdict.state, verdict.signatures.map((one) => one.state)]).toEqual(['VALID', ['VALID', 'VALID']]);
});

test('the maker of a contract does not approve its seals, and nobody signs before they are', async () => {
  const made = await save();
  await expect(ask(maker, calls.contractDecide, { id: made.id, version: made.version, pass: true })).rejects.toMatchObject({ data: { reason: 'SAME_PERSON' } });
  await expect(sign(maker, made.id, 1)).rejects.toThrow('用印审批中');
});

test('an altered file is not signed on', async () => {
  const { id } = await started();
  await opened.pool.query('update ct_contract set sha256 = $1 where id = $2', ['0'.repeat(64), id]);
  await expect(sign(boss, id, 1)).rejects.toThrow('不一致');
});

test('a text with a gap is not submitted, and a rare character is named', async () => {
  await expect(save({ own: [] })).rejects.toThrow('约定事项');
  await expect(save({ own: [{ label: '约定事项', value: '由𠮷某负责' }] })).rejects.toThrow('的约定事项中的“𠮷”');
  await opened.pool.query("update customer set name = '𠮷田建材' where id = $1", [market.customers[0]]);
  await expect(save()).rejects.toThrow('的客户名称中的“𠮷”');
});

test('what is typed for a field of a template is of its kind', async () => {
  const { id } = await ask(maker, calls.templateSave, {
    name: '设备租赁协议',
    kind: 'OTHER',
    title: '设备租赁协议',
    blocks: [{ kind: 'PARA', text: '租金{{租金}}元（大写：{{租金|大写}}），自{{起租日}}起。' }],
    fields: [
      { label: '租金', kind: 'yuan' },
      { label: '起租日', kind: 'date' },
    ],
  });
  const own = (rent: string, from: string) => [
    { label: '租金', value: rent },
    { label: '起租日', value: from },
  ];
  const refused = await refusalOf(save({ templateId: id, own: own('一万', '2026-12-01') }));
  expect([refused.message, refused.data]).toEqual(['“租金”应为金额，“一万”不是', expect.objectContaining({ fields: { 'own.0.value': '应为金额' } })]);
  await expect(save({ templateId: id, own: own('10000', '2026-02-30') })).rejects.toThrow('“起租日”应为日期');
  await expect(save({ templateId: id, own: own('10000.005', '2026-12-01') })).rejects.toThrow('“租金”应为金额');
  const made = await save({ templateId: id, own: own('10000', '2026-12-01'), submit: false });
  const { blocks } = await ask(maker, calls.contractPreview, { id: made.id });
  expect(blocks).toMatchObject([{ text: '租金10,000.00元（大写：人民币壹万元整），自2026年12月1日起。' }]);
});

test('refused, revoked and expired contracts are signed by nobody; a later deadline takes an expired one up', async () => {
  const revoked = await started();
  await ask(maker, calls.contractRevoke, { id: revoked.id, version: (await detail(revoked.id)).version, reason: '条款有误' });
  await expect(sign(boss, revoked.id, 1)).rejects.toThrow('已撤销');
  const late = await started({ title: '第二份', deadline: '2026-12-01' });
  await sign(boss, late.id, 1);
  await expireContracts(opened, new Date('2026-12-02T01:00:00+08:00'));
  const expired = await detail(late.id);
  expect([expired.status, expired.signerRows.map((one) => one.status)]).toEqual(['EXPIRED', ['SIGNED', 'ENDED']]);
  await ask(maker, calls.contractExtend, { id: late.id, version: expired.version, deadline: '2026-12-20' });
  await sign(dealer, late.id, 2);
  expect((await detail(late.id)).status).toBe('DONE');
});

test('a later deadline does not take a contract past the approval of its seals', async () => {
  const made = await save();
  const { version, status } = await detail(made.id);
  expect(status).toBe('REVIEWING');
  await expect(ask(maker, calls.contractExtend, { id: made.id, version, deadline: '2026-12-30' })).rejects.toThrow('当前为“用印审批中”，不能延期');
  expect((await detail(made.id)).status).toBe('REVIEWING');
});

test('a dealer meets contracts that were sent to it, and none of another', async () => {
  const draft = await save({ submit: false });
  await expect(detail(draft.id, dealer)).rejects.toThrow('不存在');
  const sent = await started({ title: '发给客户的' });
  expect((await ask(dealer, calls.contractList, {})).pagedRecords.map((row) => row.title)).toEqual(['发给客户的']);
  const other = await started({ title: '别家的', customerId: market.customers[1] });
  await expect(detail(other.id, dealer)).rejects.toThrow('不存在');
  await expect(sign(dealer, other.id, 1)).rejects.toThrow();
  expect((await detail(sent.id, dealer)).mayTurn).toBe(false);
});

test('a signed contract is rescinded by another that both sign', async () => {
  const { id } = await started();
  await sign(boss, id, 1);
  await sign(dealer, id, 2);
  const draft = await ask(maker, calls.contractRescind, { id, version: (await detail(id)).version, reason: '合作终止' });
  expect((await detail(id)).rescission).toBe('ONGOING');
  const asked = await ask(maker, calls.contractStart, { id: draft.id, version: draft.version });
  await ask(boss, calls.contractDecide, { id: asked.id, version: asked.version, pass: true });
  await sign(boss, draft.id, 1);
  await sign(dealer, draft.id, 2);
  expect((await detail(id)).rescission).toBe('DONE');
});

test('an order’s contract says what the order says; changed since, it is not submitted', async () => {
  const order = await approved(market, [[0, '2']]);
  const asked = await ask(maker, calls.contractPrefill, { kind: 'SALES', bizType: 'order', bizId: order.id });
  const sales = await template('SALES');
  const input = {
    kind: 'SALES' as const,
    templateId: sales,
    bizType: 'order',
    bizId: order.id,
    customerId: asked.customerId,
    amount: asked.amount ?? '',
    own: [{ label: '质量标准', value: '国家标准' }],
  };
  const made = await save({ ...input, submit: false });
  await expect(save({ ...input, submit: false })).rejects.toThrow(made.no);
  await opened.pool.query(`update sales_order set receiver = '另一人' where id = $1`, [order.id]);
  await expect(ask(maker, calls.contractStart, { id: made.id, version: made.version })).rejects.toThrow('收货人');
  await opened.pool.query(`update sales_order set receiver = $2 where id = $1`, [order.id, asked.values.find((one) => one.label === '收货人')?.value ?? '']);
  const going = await ask(maker, calls.contractStart, { id: made.id, version: made.version });
  expect((await detail(going.id)).status).toBe('REVIEWING');
  const rows = await opened.inTenant({ tenantId: 1n }, (tx) => signersOf(tx, { tenantId: 1n }, made.id));
  expect(rows.map((one) => one.status)).toEqual(['WAITING', 'WAITING']);
});

test('events cannot be altered or taken out unseen', async () => {
  const { id } = await started();
  expect((await detail(id)).chained).toBe(true);
  await opened.pool.query(`update ct_event set note = '改过' where contract_id = $1 and seq = 2`, [id]);
  expect((await detail(id)).chained).toBe(false);
});

test('each save of a template is a version that can still be read, and a contract keeps the one it was drawn from', async () => {
  const made = await save({ submit: false });
  const before = await ask(maker, calls.templateDetail, { id: templateId });
  const blocks = [...before.blocks, { kind: 'PARA' as const, text: '新增的一段' }];
  await ask(maker, calls.templateSave, { ...before, blocks });
  const after = await ask(maker, calls.templateDetail, { id: templateId });
  expect([after.currentNo, after.versions.map((one) => one.no), (await detail(made.id)).templateNo]).toEqual([2, [2, 1], 1]);
  const textOf = async (no: number) => JSON.stringify((await ask(maker, calls.templateVersion, { id: templateId, no })).blocks);
  expect([(await textOf(1)).includes('新增的一段'), (await textOf(2)).includes('新增的一段')]).toEqual([false, true]);
  await expect(textOf(3)).rejects.toThrow('不存在');
});

test('no code to sign with is sent for a contract one cannot open', async () => {
  const { id } = await save();
  const request = { address: '127.0.0.1', agent: '', now: NOON, idempotencyKey: null } as Request;
  for (const [me, contract] of [
    [maker, crypto.randomUUID()],
    [dealer, id],
  ] as const)
    await expect(sendSignCode(me, { id: contract }, request)).rejects.toMatchObject({ code: NOT_FOUND, message: expect.stringContaining('该合同') });
});
