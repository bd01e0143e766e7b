import { beforeEach, describe, expect, it } from 'vitest';
import * as insight from '~/domains/insight/calls';
import * as tasks from '~/domains/order/audit/auditCalls';
import { spent } from '~/domains/order/audit/auditTask';
import * as calls from '~/domains/order/calls';
import { memberHandOver, memberSwitch, memberWork } from '~/domains/organisation/calls';
import '~/domains/insight/api.server';
import '~/domains/organisation/api.server';
import type { Me } from '~/portal/me';
import {
  CUSTOMER_TRANSFER,
  DELIVER_MANAGE,
  ORDER_ADD,
  ORDER_AUDIT,
  ORDER_CHANGE,
  ORDER_EDIT,
  ORDER_MANAGE,
  ORDER_PRICE_EDIT,
  USER_MANAGE,
} from '~/portal/permissions';
import { BAD_INPUT, NOT_FOUND } from '~/shared/refusal';
import { makeMember, makeTenant, type Person } from '../../../support/app';
import { ask, refusalOf } from '../../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../../support/database';
import { approved, configure, type Market, NOON, openMarket, place, stateOf } from '../../../support/order';

const opened = await testDatabase();
const CLERK = [ORDER_MANAGE, ORDER_ADD, ORDER_EDIT, ORDER_AUDIT, ORDER_CHANGE, ORDER_PRICE_EDIT];
let market: Market;
let [admin, clerk, second, finance]: Person[] = [];
let order: { id: string; rowVersion: number; no: string };

beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
  admin = await makeMember(1n, '周管理', 'admin');
  clerk = await makeMember(1n, '林审核', CLERK);
  second = await makeMember(1n, '韩审核', CLERK);
  finance = await makeMember(1n, '钱会计', [ORDER_MANAGE]);
  order = await place(market, [[0, '3']], {}, (admin as Person).me);
});

const me = (person: Person | undefined): Me => (person as Person).me;
const idOf = (person: Person | undefined): string => me(person).memberId as string;
const ref = () => ({ id: order.id, rowVersion: order.rowVersion });
const give = (from: Person | undefined, to: Person | undefined, reason = '') => ask(me(from), tasks.auditTransfer, { ...ref(), memberId: idOf(to), reason });
const askFor = (from: Person | undefined, to: (Person | undefined)[], question = '账期是否放行') =>
  ask(me(from), tasks.auditAsk, { ...ref(), memberIds: to.map(idOf), question });
const audit = async (person: Person | undefined) => (await ask(me(person), calls.orderDetail, { id: order.id })).audit;
const taskOf = async (kind: string, name: string) =>
  (await audit(admin)).tasks.find((one) => one.kind === kind && one.name === name && !one.ended)?.id as string;
const pass = (person: Person | undefined) => ask(me(person), calls.orderAudit, ref());
const why = async (work: () => Promise<unknown>) => {
  const before = await stateOf(opened, order.id);
  const refusal = await refusalOf(work());
  expect(await stateOf(opened, order.id)).toBe(before);
  return [refusal.data.reason, refusal.message] as const;
};
const answer = async (person: Person | undefined, input: { answer: 'AGREE' | 'DISAGREE'; reply?: string }) =>
  ask(me(person), tasks.auditAnswer, { id: await taskOf('OPINION', me(person).name), ...input });
const told = async () =>
  (
    await opened.pool.query("select payload from outbox where payload->>'kind' like 'order.%' and payload->'to'->>'accountId' is not null order by id")
  ).rows.map(({ payload }) => [payload.kind, payload.to.accountId, payload.link] as const);

describe('转交', () => {
  it('leaves the decision to the colleague or an administrator; everybody else reads who has it', async () => {
    await give(clerk, second, '您熟悉这家客户');
    const elsewhere = `订单${order.no}的审核已由“林审核”转交给“韩审核”，请由“韩审核”或管理员处理`;
    expect(await why(() => pass(clerk))).toEqual(['AUDIT_ELSEWHERE', elsewhere]);
    expect(await why(() => ask(me(clerk), calls.orderReject, { ...ref(), reason: '不行' }))).toEqual(['AUDIT_ELSEWHERE', elsewhere]);
    expect(await why(() => give(clerk, admin))).toEqual(['AUDIT_ELSEWHERE', elsewhere]);
    expect(await why(() => askFor(clerk, [finance]))).toEqual(['AUDIT_ELSEWHERE', elsewhere]);
    const other = await place(market, [[1, '1']], {}, me(admin));
    const { results } = await ask(me(clerk), calls.orderBatchAudit, { items: [ref(), { id: other.id, rowVersion: other.rowVersion }], pass: true, reason: '' });
    expect(results.map((row) => [row.ok, row.message])).toEqual([
      [false, elsewhere],
      [true, `订单${other.no}已通过`],
    ]);
    expect([(await audit(clerk)).mayDecide, (await audit(second)).mayDecide, (await audit(admin)).mayDecide, (await audit(finance)).mayDecide]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect((await pass(second)).status).toBe('PENDING_DELIVERY');
    expect((await audit(second)).tasks.map((task) => [task.ended, task.mayEnd])).toEqual([['DECIDED', false]]);
    expect(await told()).toEqual([['order.transferred', me(second).accountId, `/portal/supplyChain/factory/order/audit?id=${order.id}`]]);
  });

  it('is passed on by whoever has it and taken back one step by whoever gave it', async () => {
    await give(clerk, second);
    await give(second, admin, '金额较大');
    const toAdmin = await taskOf('TRANSFER', '周管理');
    expect((await why(() => ask(me(clerk), tasks.auditTakeBack, { id: toAdmin })))[1]).toContain('只能由“韩审核”或管理员收回');
    await ask(me(second), tasks.auditTakeBack, { id: toAdmin });
    expect((await audit(second)).tasks.map((task) => [task.name, task.ended])).toEqual([
      ['周管理', 'TAKEN_BACK'],
      ['韩审核', null],
    ]);
    expect((await why(() => ask(me(second), tasks.auditTakeBack, { id: toAdmin })))[1]).toContain('已结束');
    await ask(me(clerk), tasks.auditTakeBack, { id: await taskOf('TRANSFER', '韩审核') });
    expect((await audit(clerk)).mayDecide).toBe(true);
    expect((await told()).map(([kind, account]) => [kind, account])).toEqual([
      ['order.transferred', me(second).accountId],
      ['order.transferred', me(admin).accountId],
      ['order.recalled', me(admin).accountId],
      ['order.recalled', me(second).accountId],
    ]);
    expect((await pass(clerk)).status).toBe('PENDING_DELIVERY');
  });

  it('offers colleagues who may audit and see the order, and nobody else', async () => {
    const away = await makeMember(1n, '外区审核', CLERK);
    await opened.pool.query("update role set data_scope = 'SELF' where id in (select role_id from member_role where member_id = $1)", [idOf(away)]);
    const gone = await makeMember(1n, '离职审核', CLERK);
    await opened.pool.query("update member set status = 'DISABLED' where id = $1", [idOf(gone)]);
    await makeTenant(2n, '乙厂');
    const stranger = await makeMember(2n, '别家审核', CLERK);
    const names = async (kind: 'TRANSFER' | 'OPINION') => (await ask(me(clerk), tasks.auditColleagues, { id: order.id, kind })).members.map((one) => one.name);
    expect((await names('TRANSFER')).sort()).toEqual(['周管理', '韩审核'].sort());
    expect((await names('OPINION')).sort()).toEqual(['周管理', '韩审核', '钱会计'].sort());
    const sentences = new Set<string>();
    for (const one of [away, gone, stranger, finance, clerk]) {
      const refusal = await refusalOf(give(clerk, one));
      expect(refusal.code).toBe(BAD_INPUT);
      sentences.add(refusal.message);
    }
    expect([...sentences]).toEqual(['请选择有审核权限、且能看到该订单的同事']);
    expect((await refusalOf(askFor(clerk, [stranger]))).code).toBe(BAD_INPUT);
    for (const call of [
      () => give(stranger, second),
      () => askFor(stranger, [second]),
      () => ask(me(stranger), tasks.auditColleagues, { id: order.id, kind: 'OPINION' }),
    ])
      expect((await refusalOf(call())).code).toBe(NOT_FOUND);
    await askFor(clerk, [finance]);
    const asked = await taskOf('OPINION', '钱会计');
    expect((await refusalOf(ask(me(stranger), tasks.auditTakeBack, { id: asked }))).code).toBe(NOT_FOUND);
    expect((await refusalOf(ask(me(stranger), tasks.auditAnswer, { id: asked, answer: 'AGREE' }))).code).toBe(NOT_FOUND);
  });

  it('does not go to whoever submitted the order where two people are wanted', async () => {
    await configure(market, { twoPersonAudit: true });
    order = await place(market, [[0, '3']], {}, me(second));
    expect((await ask(me(clerk), tasks.auditColleagues, { id: order.id, kind: 'TRANSFER' })).members.map((one) => one.name)).toEqual(['周管理']);
    expect((await refusalOf(give(clerk, second))).message).toBe(`订单${order.no}由“韩审核”提交，须由其他人审核`);
    expect((await why(() => pass(second)))[0]).toBe('SAME_PERSON');
    await askFor(second, [finance]);
    await answer(finance, { answer: 'DISAGREE', reply: '价格偏低' });
    expect((await why(async () => ask(me(second), tasks.auditTakeBack, { id: await taskOf('OPINION', '钱会计') })))[0]).toBe('SAME_PERSON');
    await give(second, clerk);
    await ask(me(clerk), tasks.auditTakeBack, { id: await taskOf('OPINION', '钱会计') });
    expect((await pass(clerk)).status).toBe('PENDING_DELIVERY');
  });
});

describe('加签', () => {
  it('keeps the order from passing until everybody asked agreed, never from being rejected', async () => {
    await askFor(clerk, [finance, second]);
    expect(await why(() => pass(clerk))).toEqual([
      'OPINION_OPEN',
      expect.stringMatching(/“韩审核”尚未答复加签.*“钱会计”尚未答复加签|“钱会计”尚未答复加签.*“韩审核”尚未答复加签/),
    ]);
    expect((await why(() => pass(admin)))[0]).toBe('OPINION_OPEN');
    await answer(second, { answer: 'AGREE' });
    expect((await refusalOf(answer(finance, { answer: 'DISAGREE' }))).data.fields).toEqual({ reply: '不同意请写明理由' });
    await answer(finance, { answer: 'DISAGREE', reply: '逾期未还' });
    expect(await why(() => pass(clerk))).toEqual(['OPINION_OPEN', `订单${order.no}还不能通过：“钱会计”不同意：逾期未还。请等待答复、撤回加签，或驳回`]);
    const { results } = await ask(me(clerk), calls.orderBatchAudit, { items: [ref()], pass: true, reason: '' });
    expect(results[0]?.message).toContain('“钱会计”不同意');
    expect((await ask(me(clerk), calls.orderReject, { ...ref(), reason: '先还款' })).status).toBe('REJECTED');
    expect((await told()).map(([kind, , link]) => [kind, link.split('?')[0]?.split('/').at(-1)])).toEqual([
      ['order.opinion', 'detail'],
      ['order.opinion', 'detail'],
      ['order.answered', 'audit'],
      ['order.answered', 'audit'],
    ]);
  });

  it('is answered once and by the colleague asked alone; taken back it blocks no more', async () => {
    await askFor(clerk, [finance]);
    const asked = await taskOf('OPINION', '钱会计');
    expect((await why(() => ask(me(admin), tasks.auditAnswer, { id: asked, answer: 'AGREE' })))[1]).toContain('请“钱会计”答复');
    expect((await refusalOf(askFor(clerk, [finance]))).data.fields).toEqual({ memberIds: `“钱会计”尚未答复订单${order.no}的上一次加签` });
    await answer(finance, { answer: 'DISAGREE', reply: '逾期' });
    expect((await why(() => ask(me(finance), tasks.auditAnswer, { id: asked, answer: 'AGREE' })))[1]).toContain('已答复过');
    await ask(me(clerk), tasks.auditTakeBack, { id: asked });
    expect((await why(() => ask(me(finance), tasks.auditAnswer, { id: asked, answer: 'AGREE' })))[0]).toBe('BAD_STATE');
    expect((await pass(clerk)).status).toBe('PENDING_DELIVERY');
    expect((await audit(clerk)).tasks).toMatchObject([{ name: '钱会计', answer: 'DISAGREE', reply: '逾期', ended: 'TAKEN_BACK' }]);
  });

  it('counts the last answer of a colleague who is asked again', async () => {
    await askFor(clerk, [finance]);
    await answer(finance, { answer: 'DISAGREE', reply: '逾期' });
    await askFor(clerk, [finance], '客户已还款，请再看');
    expect((await why(() => pass(clerk)))[1]).toContain('尚未答复');
    await answer(finance, { answer: 'AGREE', reply: '已核实' });
    expect((await pass(clerk)).status).toBe('PENDING_DELIVERY');
  });

  it('starts afresh when the order is submitted again', async () => {
    order = await place(market, [[0, '3']], {}, me(clerk));
    await askFor(clerk, [finance]);
    await give(clerk, second);
    const withdrawn = await ask(me(clerk), calls.orderWithdraw, ref());
    order = await ask(me(clerk), calls.orderSubmit, { id: order.id, rowVersion: withdrawn.rowVersion });
    expect((await audit(clerk)).tasks.map((task) => task.ended)).toEqual(['DECIDED', 'DECIDED']);
    expect((await pass(clerk)).status).toBe('PENDING_DELIVERY');
    expect((await refusalOf(askFor(clerk, [finance]))).code).not.toBe('0');
  });
});

it('holds for the change of an approved order as well', async () => {
  const passed = await approved(market, [[0, '3']]);
  const { lines } = await ask(me(clerk), calls.orderDetail, { id: passed.id });
  const wanted = lines.map((line) => ({ id: line.id, skuId: line.skuId, unitId: line.unitId, qty: '5' }));
  order = await ask(me(clerk), calls.orderChange, { id: passed.id, rowVersion: passed.rowVersion, reason: '加量', lines: wanted });
  await give(clerk, second);
  await askFor(second, [finance]);
  const decide = (person: Person | undefined, yes: boolean) => ask(me(person), calls.orderDecideChange, { ...ref(), pass: yes, reason: '复核' });
  expect((await why(() => decide(clerk, false)))[0]).toBe('AUDIT_ELSEWHERE');
  expect((await why(() => decide(second, true)))[0]).toBe('OPINION_OPEN');
  await answer(finance, { answer: 'AGREE' });
  order = await decide(second, true);
  expect((await audit(clerk)).tasks.map((task) => task.ended)).toEqual(['DECIDED', 'DECIDED']);
  expect((await why(() => give(clerk, second)))[1]).toContain('没有待审核的内容');
});

it('is nothing a dealer learns of', async () => {
  const dealer = market.dealer(market.customers[0]);
  await give(clerk, second, '内部原因');
  await askFor(second, [finance], '内部问题');
  await answer(finance, { answer: 'DISAGREE', reply: '内部意见' });
  await ask(me(second), tasks.auditTakeBack, { id: await taskOf('OPINION', '钱会计') });
  const detail = await ask(dealer, calls.myOrderDetail, { id: order.id });
  expect(JSON.stringify(detail)).not.toMatch(/内部|转交|加签|韩审核|钱会计/);
  expect(detail.events.map((event) => event.action)).toEqual(['提交']);
  const own = await ask(me(clerk), calls.orderDetail, { id: order.id });
  expect(own.events.map((event) => event.action)).toEqual(expect.arrayContaining(['转交审核', '加签', '加签答复', '撤回加签']));
});

it('is found by the colleague: on the workbench, in the list, and not by others', async () => {
  await place(market, [[1, '1']], {}, me(admin));
  const mine = async (person: Person | undefined) => {
    const { todos } = await ask(me(person), insight.workbench, {});
    const { totalCount } = await ask(me(person), calls.orderPage, { forMe: 'true' });
    expect((await ask(me(person), calls.orderPage, { forMe: 'false' })).totalCount).toBe(2 - totalCount);
    expect(todos.find((one) => one.key === 'mine')).toMatchObject({ count: totalCount, href: '/portal/supplyChain/factory/order/list?forMe=true' });
    return totalCount;
  };
  await give(clerk, second);
  await askFor(second, [finance]);
  expect([await mine(clerk), await mine(second), await mine(finance)]).toEqual([0, 1, 1]);
  await answer(finance, { answer: 'AGREE' });
  expect([await mine(second), await mine(finance)]).toEqual([1, 0]);
  await pass(second);
  expect(await mine(second)).toBe(0);
});

it('moves with the work of a colleague who leaves, and is taken back from a disabled account', async () => {
  await give(clerk, second);
  await askFor(second, [finance]);
  const { work } = await ask(me(admin), memberWork, { id: idOf(finance) });
  expect(work.find((one) => one.key === 'auditTask')).toMatchObject({ count: 1, examples: [order.no] });
  const heir = await makeMember(1n, '孙会计', [ORDER_MANAGE]);
  const people = await makeMember(1n, '人事', [USER_MANAGE, CUSTOMER_TRANSFER]);
  const taken = await refusalOf(ask(me(people), memberHandOver, { id: idOf(finance), toId: idOf(people), keys: ['auditTask'] }));
  expect(taken.data.fields?.['keys']).toContain('您没有“审批流程”的权限');
  const barred = 'update wf_task set barred = $1 where assignee_id = $2';
  await opened.pool.query(barred, [[me(heir).accountId], idOf(finance)]);
  expect((await refusalOf(ask(me(admin), memberHandOver, { id: idOf(finance), toId: idOf(heir), keys: ['auditTask'] }))).data.fields).toEqual({
    toId: '待办的审批中有“孙会计”自己提交的单据，不能由其审批，请选择另一位同事',
  });
  await opened.pool.query(barred, [[], idOf(finance)]);
  const scope = 'update role set data_scope = $1 where id = (select role_id from member_role where member_id = $2)';
  await opened.pool.query(scope, ['SELF', idOf(heir)]);
  expect((await refusalOf(ask(me(admin), memberHandOver, { id: idOf(finance), toId: idOf(heir), keys: ['auditTask'] }))).data.fields?.['toId']).toContain(
    '数据范围以外的单据',
  );
  await opened.pool.query(scope, ['ALL', idOf(heir)]);
  expect((await ask(me(admin), memberHandOver, { id: idOf(finance), toId: idOf(heir), keys: ['auditTask'] })).moved).toBe(1);
  await answer(heir, { answer: 'AGREE' });
  const { version } = (await opened.pool.query('select version from member where id = $1', [idOf(second)])).rows[0];
  await ask(me(admin), memberSwitch, { id: idOf(second), version, status: 'DISABLED' });
  expect((await audit(clerk)).tasks.find((task) => task.kind === 'TRANSFER')).toMatchObject({ active: false, mayEnd: true });
  await ask(me(clerk), tasks.auditTakeBack, { id: await taskOf('TRANSFER', '韩审核') });
  expect((await pass(clerk)).status).toBe('PENDING_DELIVERY');
});

it('is given by auditors, answered by whoever sees orders, and needs no version but the order’s', async () => {
  const keeper = await makeMember(1n, '仓管', [DELIVER_MANAGE]);
  for (const call of [
    () => give(finance, second),
    () => askFor(finance, [second]),
    () => ask(me(keeper), tasks.auditAnswer, { id: order.id, answer: 'AGREE' }),
  ])
    expect((await refusalOf(call())).code).toBe('100000005');
  expect((await refusalOf(ask(me(clerk), tasks.auditTransfer, { id: order.id, rowVersion: order.rowVersion + 1, memberId: idOf(second) }))).data.reason).toBe(
    'VERSION',
  );
  await give(clerk, second);
  expect((await ask(me(clerk), calls.orderDetail, { id: order.id })).rowVersion).toBe(order.rowVersion);
});

it('says how long an answer took', () => {
  const after = (minutes: number) => spent(NOON, new Date(NOON.getTime() + minutes * 60_000));
  expect([0.5, 35, 60, 125, 1440, 3 * 1440 + 245].map(after)).toEqual(['不到1分钟', '35分钟', '1小时', '2小时5分钟', '1天', '3天4小时']);
});
