import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recall } from '~/domains/workflow/flowHands.server';
import { fireTimers, moveTasksOfLeaver } from '~/domains/workflow/flowTimer.server';
import { wayOf } from '~/domains/workflow/taskWay.server';
import type { Me } from '~/portal/me';
import { STOCK_AUDIT, STOCK_MANAGE } from '~/portal/permissions';
import { newId } from '~/server/ids.server';
import { clockOf } from '~/server/tenantChore.server';
import { makeMember, makeTenant } from '../../support/app';
import { NOON, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { actOn, instanceOf, pendingOn, publishProcess, runsOn, step, submitSlip, tasksOn, treeOf, voteOn } from '../../support/flows';
import { addSlip, openSlips, type Slip } from '../../support/slips';
import { as } from '../../support/stock';

const opened = await testDatabase();
let [maker, head, first, second, admin]: Me[] = [];
let slip: Slip;
const me = (person: Me | undefined): Me => person as Me;
const idOf = (person: Me | undefined): string => me(person).memberId as string;
const HOUR = 3600_000;

beforeAll(() => openSlips(opened));
beforeEach(async () => {
  await emptyDatabase();
  await makeTenant(1n, '甲厂');
  const person = async (name: string) => (await makeMember(1n, name, [STOCK_MANAGE, STOCK_AUDIT])).me;
  [maker, head, first, second] = [await person('制单'), await person('主管'), await person('甲'), await person('乙')];
  admin = (await makeMember(1n, '管理员', 'admin')).me;
  const [top, below] = [newId(), newId()];
  await opened.pool.query("insert into department (tenant_id, id, parent_id, name, leader_id) values (1, $1, null, '总部', $3), (1, $2, $1, '销售部', null)", [
    top,
    below,
    idOf(head),
  ]);
  for (const one of [maker, first]) await opened.pool.query('insert into member_department values (1, $1, $2, true)', [idOf(one), below]);
  slip = await addSlip(opened, me(maker));
});

const runs = (...nodes: Parameters<typeof treeOf>) => publishProcess(opened, 1n, treeOf(...nodes));
const submits = (values = {}) => submitSlip(opened, me(maker), slip, NOON, { values });
const names = async () =>
  (await pendingOn(opened, slip)).map((task) => [maker, head, first, second].find((one) => idOf(one) === task.assignee_id)?.name ?? task.pool);
const votes = async (person: Me | undefined, decision: 'PASS' | 'REJECT' | 'RETURN', backTo?: string) =>
  voteOn(opened, me(person), slip, (await pendingOn(opened, slip)).find((task) => task.assignee_id === idOf(person))?.id as string, decision, NOON, backTo);
const status = async () => (await instanceOf(opened, slip)).status;
const disable = (person: Me | undefined) => opened.pool.query("update member set status = 'DISABLED' where id = $1", [idOf(person)]);

describe('who is asked', () => {
  it('is nobody: passed, rejected, or somebody else, as the step says', async () => {
    await runs(step('空', [], { onEmpty: { kind: 'PASS' } }), step('甲审', [me(first)]));
    await submits();
    expect([await names(), (await runsOn(opened, slip))[0]?.status]).toEqual([['甲'], 'SKIPPED']);
    slip = await addSlip(opened, me(maker));
    await runs(step('空', [], { onEmpty: { kind: 'REJECT' } }));
    expect([(await submits()).status, await status()]).toEqual(['REJECTED', 'REJECTED']);
    slip = await addSlip(opened, me(maker));
    await runs(step('空', []));
    await submits();
    expect(await names()).toEqual(['ADMIN']);
  });

  it('is not the starter, where the step says so, nor somebody who left', async () => {
    await runs(step('自审', [me(maker)], { onSelf: 'HEAD' }), step('后', [me(second)]));
    await submits();
    expect(await names()).toEqual(['主管']);
    slip = await addSlip(opened, me(maker));
    await disable(first);
    await runs(step('离职', [me(first)], { onDeparted: 'HEAD' }));
    await submits();
    expect(await names()).toEqual(['主管']);
    expect((await tasksOn(opened, slip)).map((task) => (task as unknown as { why: string }).why)).toEqual(['原审批人“甲”已停用，由其部门负责人审批']);
  });

  it('is not asked twice where the step takes the first answer, and is asked again after a return', async () => {
    const repeated = step('再审', [me(first)], { onRepeated: 'PASS_ADJACENT' });
    await runs(step('甲审', [me(first)]), repeated, step('乙审', [me(second)]));
    await submits();
    await votes(first, 'PASS');
    expect([await names(), (await tasksOn(opened, slip)).map((task) => task.status)]).toEqual([['乙'], ['APPROVED', 'AUTO', 'PENDING']]);
    await votes(second, 'RETURN', '再审');
    expect(await names()).toEqual(['甲']);
  });

  it('is the agent of whoever is away meanwhile', async () => {
    await opened.pool.query('insert into wf_delegation (tenant_id, id, member_id, agent_id, from_at, to_at, created_at) values (1, $1, $2, $3, $4, $5, $4)', [
      newId(),
      idOf(first),
      idOf(second),
      new Date(NOON.getTime() - HOUR),
      new Date(NOON.getTime() + HOUR),
    ]);
    await runs(step('甲审', [me(first)]));
    await submits();
    expect(await names()).toEqual(['乙']);
  });

  it('is shown before submitting, along the branch the values take, and it is those who are asked then', async () => {
    const when = { field: 'amount', op: 'GT' as const, value: '100' };
    const branch = (id: string, who: Me | undefined, on: typeof when | null) => ({ id, name: id, when: on, nodes: [step(`${id}审`, [me(who)])] });
    await runs({ kind: 'CONDITION', id: 'c', name: '金额', branches: [branch('大额', first, when), branch('默认', second, null)] });
    const { trail, status: state } = await as(opened, me(maker), (tx) => wayOf(tx, me(maker), { type: 'test.slip', id: slip.id, ahead: true }, NOON));
    expect([state, trail.map(({ title, people }) => [title, ...people.map(({ name }) => name)])]).toEqual(['', [['默认审', '乙'], ['结束']]]);
    await submits({ amount: '200' });
    expect(await names()).toEqual(['甲']);
  });
});

describe('what is done', () => {
  it('returned to the starter waits for them, and submitted again begins anew in a further round', async () => {
    await runs(step('甲审', [me(first)]), step('乙审', [me(second)]));
    await submits();
    await votes(first, 'PASS');
    await votes(second, 'RETURN');
    expect([await status(), await names()]).toEqual(['RETURNED', []]);
    await opened.pool.query("update slip set status = 'WAIT' where id = $1", [slip.id]);
    await submits();
    expect([await status(), await names(), (await instanceOf(opened, slip)).round]).toEqual(['RUNNING', ['甲'], 2]);
  });

  it('is taken back while nobody has acted on what it led to', async () => {
    await runs(step('甲审', [me(first)]), step('乙审', [me(second)]), step('主管审', [me(head)]));
    await submits();
    const id = (await pendingOn(opened, slip))[0]?.id as string;
    await votes(first, 'PASS');
    await actOn(opened, me(first), slip, id, (on, task) => expect(recall(on, task)).toBe(true), NOON, true);
    expect(await names()).toEqual(['甲']);
    await votes(first, 'PASS');
    await votes(second, 'PASS');
    await actOn(opened, me(first), slip, id, (on, task) => expect(recall(on, task)).toBe(false), NOON, true);
    expect(await names()).toEqual(['主管']);
  });

  it('is nobody else’s: not a vote of a countersign, nor what was handled already', async () => {
    await runs(step('会签', [me(first), me(second)], { mode: { kind: 'ALL' } }));
    await submits();
    const tasks = await pendingOn(opened, slip);
    await votes(first, 'PASS');
    expect(
      (await refusalOf(voteOn(opened, me(first), slip, tasks.find((task) => task.assignee_id === idOf(first))?.id as string, 'PASS', NOON))).data.reason,
    ).toBe('BAD_STATE');
    expect(await names()).toEqual(['乙']);
  });

  it('happens by itself when somebody is late, in working time, once', async () => {
    await runs(step('甲审', [me(first)], { timeOut: { hours: 2, then: 'ESCALATE' } }), step('乙审', [me(second)], { timeOut: { hours: 1, then: 'PASS' } }));
    await submits();
    expect(await fireTimers(opened, NOON)).toBe(0);
    const later = new Date(NOON.getTime() + 30 * 24 * HOUR);
    await fireTimers(opened, later);
    expect(await names()).toEqual(['主管']);
    await votes(head, 'PASS');
    expect(await names()).toEqual(['乙']);
    await fireTimers(opened, new Date(NOON.getTime() + 60 * 24 * HOUR));
    expect([await status(), await names()]).toEqual(['PASSED', []]);
  });

  it('goes on without somebody whose account is ended, by the rule of each step', async () => {
    await runs(step('会签', [me(first), me(second)], { mode: { kind: 'ALL' }, onDeparted: 'HEAD' }));
    await submits();
    await disable(first);
    const clock = clockOf({ id: 1n, name: '甲厂' });
    const move = () => as(opened, me(admin), (tx) => moveTasksOfLeaver(tx, clock, idOf(first), NOON));
    expect([await move(), (await names()).sort()]).toEqual([1, ['主管', '乙'].sort()]);
    expect(await move()).toBe(0);
    await votes(head, 'PASS');
    await votes(second, 'PASS');
    expect(await status()).toBe('PASSED');
  });
});
