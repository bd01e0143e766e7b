import { beforeAll, beforeEach, expect, test } from 'vitest';
import { withdraw } from '~/domains/workflow/approval.server';
import { askAfter, handOver } from '~/domains/workflow/flowHands.server';
import { fireTimers } from '~/domains/workflow/flowTimer.server';
import type { Me } from '~/portal/me';
import { STOCK_AUDIT, STOCK_MANAGE } from '~/portal/permissions';
import { Refusal, refuse } from '~/shared/refusal';
import { makeMember, makeTenant } from '../../support/app';
import { NOON } from '../../support/catalogue';
import { actOn, instanceOf, pendingOn, publishProcess, runsOn, step, submitSlip, tasksOn, treeOf, voteOn } from '../../support/flows';
import { postgresDatabase } from '../../support/postgresDatabase';
import { addSlip, lending, lent, openSlips, type Slip } from '../../support/slips';
import { as } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
const ROUNDS = 40;
let maker: Me;
let people: Me[];
const LATE = new Date(NOON.getTime() + 40 * 24 * 3600_000);

beforeAll(async () => {
  await openSlips(opened);
  await makeTenant(1n, '甲厂');
  const person = async (name: string) => (await makeMember(1n, name, [STOCK_MANAGE, STOCK_AUDIT])).me;
  maker = await person('制单');
  people = [];
  for (const name of ['甲', '乙', '丙', '丁', '戊']) people.push(await person(name));
});
beforeEach(() => lent.clear());

const one = (index: number): Me => people[index] as Me;
const whose = (memberId: string | null): Me => people.find((person) => person.memberId === memberId) as Me;
async function waiting(): Promise<Slip> {
  const slip = await addSlip(opened, maker);
  await submitSlip(opened, maker, slip, NOON);
  return slip;
}
const atOnce = async (jobs: readonly (() => Promise<unknown>)[]): Promise<string[]> =>
  (await Promise.allSettled(jobs.map((job) => job()))).map((each) => {
    if (each.status === 'fulfilled') return 'done';
    if (each.reason instanceof Refusal) return String(each.reason.data.reason);
    throw each.reason;
  });
const turned = <T>(list: readonly T[], by: number): T[] => [...list.slice(by % list.length), ...list.slice(0, by % list.length)];
const statusOf = async (slip: Slip) => (await opened.pool.query('select status from slip where id = $1', [slip.id])).rows[0].status;
const actionsOn = async (slip: Slip) =>
  (await opened.pool.query('select action from wf_action_log where subject_id = $1 order by at, id', [slip.id])).rows.map((row) => row.action);
const takesBack = (slip: Slip) =>
  as(opened, maker, async (tx) => {
    const doc = await lending.lock(tx, maker, { id: slip.id });
    if (doc.status !== 'WAIT') refuse('BAD_STATE', '已办结');
    await withdraw(tx, maker, lending, doc, '', NOON);
    await tx.executeQuery({ sql: "update slip set status = 'DRAFT' where id = $1", parameters: [slip.id], query: {} } as never);
  });
/** Nothing stuck, nothing twice: over, with nobody asked any more, and the document agrees. */
async function isOver(slip: Slip, status: string, document: string): Promise<void> {
  expect([(await instanceOf(opened, slip)).status, await statusOf(slip), (await pendingOn(opened, slip)).length]).toEqual([status, document, 0]);
  expect((await runsOn(opened, slip)).filter((run) => run.status === 'OPEN')).toEqual([]);
  expect(lent.get(slip.id) ?? 0).toBe(document === 'PASSED' ? 1 : 0);
}

test('300 countersigns of five people at once, with double clicks: every one advances exactly once', async () => {
  await publishProcess(opened, 1n, treeOf(step('会签', people, { mode: { kind: 'ALL' } })));
  for (let batch = 0; batch < 75; batch++) {
    const slips = await Promise.all([0, 1, 2, 3].map(waiting));
    const said = await Promise.all(
      slips.map(async (slip, at) => {
        const tasks = await pendingOn(opened, slip);
        expect(tasks).toHaveLength(5);
        const clicks = turned([...tasks, ...tasks.slice(0, 2)], batch + at).map(
          (task) => () => voteOn(opened, whose(task.assignee_id), slip, task.id, 'PASS', NOON),
        );
        return atOnce(clicks);
      }),
    );
    for (const [at, slip] of slips.entries()) {
      expect(said[at]?.filter((word) => word === 'done')).toHaveLength(5);
      await isOver(slip, 'PASSED', 'PASSED');
      expect(await actionsOn(slip)).toEqual(Array(5).fill('PASS'));
    }
  }
}, 60_000);

test('any-of against a rejection at once: whoever is first decides, and nobody else has it among what they handled', async () => {
  await publishProcess(opened, 1n, treeOf(step('或签', people.slice(0, 3))));
  const outcomes = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const slip = await waiting();
    const [a, b, c] = await pendingOn(opened, slip);
    const clicks = [
      () => voteOn(opened, whose(a?.assignee_id ?? null), slip, a?.id as string, 'PASS', NOON),
      () => voteOn(opened, whose(b?.assignee_id ?? null), slip, b?.id as string, 'REJECT', NOON),
      () => voteOn(opened, whose(c?.assignee_id ?? null), slip, c?.id as string, 'PASS', NOON),
    ];
    expect((await atOnce(turned(clicks, round))).filter((word) => word === 'done')).toHaveLength(1);
    const { status } = await instanceOf(opened, slip);
    await isOver(slip, status, status);
    expect((await tasksOn(opened, slip)).map((task) => task.status).sort()).toEqual(
      [status === 'PASSED' ? 'APPROVED' : 'REJECTED', 'CANCELLED', 'CANCELLED'].sort(),
    );
    outcomes.add(status);
  }
  expect([...outcomes].sort()).toEqual(['PASSED', 'REJECTED']);
});

test('approving, withdrawing, handing over and the time-out at once: one of them ends it or it goes on with the colleague, never both', async () => {
  const timeOut = { hours: 1, then: 'REJECT' as const };
  await publishProcess(opened, 1n, treeOf(step('审批', [one(0)], { timeOut })));
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const slip = await waiting();
    const [task] = await pendingOn(opened, slip);
    const id = task?.id as string;
    const jobs = [
      () => voteOn(opened, one(0), slip, id, 'PASS', NOON),
      () => takesBack(slip),
      () => fireTimers(opened, LATE),
      () => actOn(opened, one(0), slip, id, (on, mine) => handOver(on, mine, { id: one(1).memberId as string }, ''), NOON),
    ];
    await atOnce(turned(jobs, round));
    const { status } = await instanceOf(opened, slip);
    seen.add(status);
    if (status === 'RUNNING') {
      expect((await pendingOn(opened, slip)).map((left) => left.assignee_id)).toEqual([one(1).memberId]);
      expect(await statusOf(slip)).toBe('WAIT');
    } else await isOver(slip, status, { PASSED: 'PASSED', REJECTED: 'REJECTED', WITHDRAWN: 'DRAFT' }[status] as string);
    const ended = (await actionsOn(slip)).filter((action) => ['PASS', 'WITHDRAW', 'TIMEOUT'].includes(action));
    expect(ended).toHaveLength(status === 'RUNNING' ? 0 : 1);
    await fireTimers(opened, LATE);
  }
  expect(seen.size).toBeGreaterThan(1);
});

test('a further signature during the last vote: it is waited for, or comes too late', async () => {
  await publishProcess(opened, 1n, treeOf(step('会签', people.slice(0, 2), { mode: { kind: 'ALL' } })));
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const slip = await waiting();
    const [a, b] = await pendingOn(opened, slip);
    const [ma, mb] = [whose(a?.assignee_id ?? null), whose(b?.assignee_id ?? null)];
    await voteOn(opened, ma, slip, a?.id as string, 'PASS', NOON);
    const jobs = [
      () => voteOn(opened, mb, slip, b?.id as string, 'PASS', NOON),
      () => actOn(opened, mb, slip, b?.id as string, (on, mine) => askAfter(on, mine, [{ id: one(3).memberId as string }], ''), NOON),
    ];
    const [voted, asked] = round % 2 ? await atOnce(jobs) : (await atOnce(jobs.reverse())).reverse();
    expect(voted).toBe('done');
    seen.add(String(asked));
    if (asked === 'done') {
      const [left, ...more] = await pendingOn(opened, slip);
      expect([left?.assignee_id, more.length, await statusOf(slip)]).toEqual([one(3).memberId, 0, 'WAIT']);
      await voteOn(opened, one(3), slip, left?.id as string, 'PASS', NOON);
    }
    await isOver(slip, 'PASSED', 'PASSED');
  }
  expect(seen.has('done')).toBe(true);
});

test('a step returned to while another branch votes: the branches meet once', async () => {
  const branch = (id: string, who: Me) => ({ id: `${id}支`, name: id, when: null, nodes: [step(id, [who])] });
  await publishProcess(
    opened,
    1n,
    treeOf(
      step('初审', [one(0)]),
      { kind: 'PARALLEL', id: 'p', name: '并行', branches: [branch('财务', one(1)), branch('法务', one(2))] },
      step('终审', [one(3)]),
    ),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const slip = await waiting();
    const taskAt = async (node: string) => (await pendingOn(opened, slip)).find((task) => task.node_id === node)?.id as string;
    await voteOn(opened, one(0), slip, await taskAt('初审'), 'PASS', NOON);
    const [finance, law] = [await taskAt('财务'), await taskAt('法务')];
    const jobs = [() => voteOn(opened, one(1), slip, finance, 'PASS', NOON), () => voteOn(opened, one(2), slip, law, 'RETURN', NOON, '初审')];
    await atOnce(turned(jobs, round));
    expect((await pendingOn(opened, slip)).map((task) => task.node_id)).toEqual(['初审']);
    await voteOn(opened, one(0), slip, await taskAt('初审'), 'PASS', NOON);
    const [again, more] = [await taskAt('财务'), await taskAt('法务')];
    await atOnce([() => voteOn(opened, one(1), slip, again, 'PASS', NOON), () => voteOn(opened, one(2), slip, more, 'PASS', NOON)]);
    expect((await pendingOn(opened, slip)).map((task) => task.node_id)).toEqual(['终审']);
    await voteOn(opened, one(3), slip, await taskAt('终审'), 'PASS', NOON);
    await isOver(slip, 'PASSED', 'PASSED');
  }
});
