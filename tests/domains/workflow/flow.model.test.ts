import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { askAfter, askBefore, delegate, handOver, recall } from '~/domains/workflow/flowHands.server';
import type { Mode, ProcessNode, ProcessTree } from '~/domains/workflow/process';
import { findNode, isTask, placesOf } from '~/domains/workflow/processTree';
import type { Me } from '~/portal/me';
import { STOCK_AUDIT, STOCK_MANAGE } from '~/portal/permissions';
import { Refusal } from '~/shared/refusal';
import { makeMember, makeTenant } from '../../support/app';
import { NOON } from '../../support/catalogue';
import { testDatabase } from '../../support/database';
import { actOn, publishProcess, type Row, step, submitSlip, treeOf, voteOn } from '../../support/flows';
import { addSlip, lent, openSlips, type Slip } from '../../support/slips';

const opened = await testDatabase();
let maker: Me;
let people: Me[];

beforeAll(async () => {
  await openSlips(opened);
  await makeTenant(1n, '甲厂');
  const person = async (name: string) => (await makeMember(1n, name, [STOCK_MANAGE, STOCK_AUDIT])).me;
  maker = await person('制单');
  people = [];
  for (const name of ['甲', '乙', '丙', '丁']) people.push(await person(name));
});

type Shape = { who: number[]; mode: number; share: number; back: boolean } | { parallel: Shape[][] } | { choose: Shape[][]; amount: number };
const asked = fc.record({
  who: fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 }),
  mode: fc.nat({ max: 3 }),
  share: fc.constantFrom(34, 50, 67),
  back: fc.boolean(),
});
const { list: shapes } = fc.letrec<{ list: Shape[]; node: Shape }>((tie) => ({
  list: fc.array(tie('node'), { minLength: 1, maxLength: 2 }),
  node: fc.oneof(
    { depthSize: 'small', maxDepth: 2 },
    asked,
    fc.record({ parallel: fc.array(tie('list'), { minLength: 2, maxLength: 2 }) }),
    fc.record({ choose: fc.array(tie('list'), { minLength: 2, maxLength: 2 }), amount: fc.constantFrom(10, 1000) }),
  ),
}));

/** A tree of these shapes; rejecting goes back to the first step where a shape says so. */
function grown(list: readonly Shape[]): ProcessTree {
  let count = 0;
  let first = '';
  const modes = (share: number): Mode[] => [{ kind: 'ANY' }, { kind: 'ALL' }, { kind: 'RATIO', percent: share }, { kind: 'SEQUENCE' }];
  const nodeOf = (shape: Shape): ProcessNode => {
    const id = `n${++count}`;
    const branch = (inner: readonly Shape[], at: number, when: object | null) => ({
      id: `${id}b${at}`,
      name: `${at}`,
      when: when as null,
      nodes: inner.map(nodeOf),
    });
    if ('parallel' in shape) return { kind: 'PARALLEL', id, name: id, branches: shape.parallel.map((inner, at) => branch(inner, at, null)) };
    if ('choose' in shape)
      return {
        ...{ kind: 'CONDITION', id, name: id },
        branches: shape.choose.map((inner, at) => branch(inner, at, at === 0 ? { field: 'amount', op: 'GT', value: `${shape.amount}` } : null)),
      };
    first ||= id;
    const onReject = shape.back && first !== id ? ({ kind: 'NODE', nodeId: first } as const) : ({ kind: 'END' } as const);
    const [mode] = modes(shape.share).slice(shape.mode);
    return step(
      id,
      shape.who.map((index) => people[index] as Me),
      { mode: mode as Mode, onReject },
    );
  };
  return treeOf(...list.map(nodeOf));
}

interface Command {
  what: 'PASS' | 'REJECT' | 'RETURN' | 'TRANSFER' | 'DELEGATE' | 'BEFORE' | 'AFTER' | 'RECALL';
  which: number;
  to: number;
}
const commands = fc.array(
  fc.record<Command>({
    what: fc.oneof(
      { weight: 10, arbitrary: fc.constant('PASS') },
      fc.constantFrom('REJECT', 'RETURN', 'TRANSFER', 'DELEGATE', 'BEFORE', 'AFTER', 'RECALL'),
    ) as fc.Arbitrary<Command['what']>,
    which: fc.nat({ max: 20 }),
    to: fc.nat({ max: 3 }),
  }),
  { minLength: 4, maxLength: 12 },
);

interface Stored {
  status: string;
  runs: { id: string; node_id: string; status: string }[];
  tasks: Row[];
  logged: number;
  /** How many the lists of these people would show. */
  listed: number;
}
/** Everything of the newest instance in one look. */
async function storedOf(slip: Slip): Promise<Stored> {
  const { rows } = await opened.pool.query(
    `select i.status, (select json_agg(r order by r.seq) from wf_node_run r where r.instance_id = i.id) as runs,
      (select json_agg(t order by t.created_at, t.id) from wf_task t where t.instance_id = i.id) as tasks,
      (select count(*)::int from wf_action_log l where l.instance_id = i.id) as logged,
      (select count(*)::int from wf_task t where t.subject_id = $1 and t.holder = any($2) and t.status = 'PENDING') as listed
     from wf_instance i where i.subject_id = $1`,
    [slip.id, people.map((person) => person.memberId)],
  );
  return rows[0];
}

const whose = (task: Row): Me => people.find((person) => person.memberId === task.assignee_id) as Me;
async function give(slip: Slip, { runs, tasks }: Stored, { what, which, to }: Command): Promise<void> {
  const open = tasks.filter((task) => task.status === 'PENDING');
  const done = tasks.filter((task) => task.status === 'APPROVED' && task.kind !== 'ADD_BEFORE');
  const task = what === 'RECALL' ? done[which % (done.length || 1)] : open[which % (open.length || 1)];
  if (!task) return;
  const [me, other] = [whose(task), people[to] as Me];
  const target = { id: other.memberId as string };
  if (what === 'RECALL') return void (await actOn(opened, me, slip, task.id, (on, row) => recall(on, row), NOON, true));
  if (task.kind === 'ADD_BEFORE') return void (await actOn(opened, me, slip, task.id, (on, row) => answer(on, row, me, what !== 'REJECT'), NOON));
  if (what === 'PASS' || what === 'REJECT') return void (await voteOn(opened, me, slip, task.id, what, NOON));
  if (what === 'RETURN') {
    const passed = runs.filter((run) => run.status === 'PASSED' && run.node_id !== task.node_id);
    const back = passed[which % (passed.length || 1)];
    return back && void (await voteOn(opened, me, slip, task.id, 'RETURN', NOON, back.node_id));
  }
  const named = open.some((one) => one.run_id === task.run_id && one.assignee_id === target.id);
  if (named) return;
  await actOn(
    opened,
    me,
    slip,
    task.id,
    (on, row) =>
      ({
        TRANSFER: () => handOver(on, row, target, ''),
        DELEGATE: () => delegate(on, row, target, ''),
        BEFORE: () => askBefore(on, row, [target], ''),
        AFTER: () => askAfter(on, row, [target], ''),
      })[what](),
    NOON,
  );
}
function answer(on: { flow: object }, row: object, me: Me, agrees: boolean): void {
  Object.assign(row, { status: agrees ? 'APPROVED' : 'REJECTED', acted_at: NOON, acted_by: me.accountId });
  (on.flow as { touched: Set<object> }).touched.add(row);
}

/** What must hold after every command, said without the engine's own reckoning. */
function holdsUp({ status, runs, tasks, logged, listed }: Stored, tree: ProcessTree, before: Stored): void {
  const open = runs.filter((run) => run.status === 'OPEN');
  expect(status === 'RUNNING').toBe(open.length > 0);
  // One open step in each list of nodes: whoever stands deeper stands in a branch of a parallel one.
  const lists = open.map((run) => placesOf(tree.nodes).find(({ node }) => node.id === run.node_id)?.list);
  expect(new Set(lists).size).toBe(open.length);
  const live = tasks.filter((task) => task.status === 'PENDING' || task.status === 'WAITING');
  expect(live.every((task) => open.some((run) => run.id === task.run_id))).toBe(true);
  for (const run of open)
    expect(
      live.some((task) => task.run_id === run.id && task.status === 'PENDING'),
      `somebody is asked at ${run.node_id}`,
    ).toBe(true);
  expect(listed).toBe(tasks.filter((task) => task.status === 'PENDING').length);
  for (const run of runs.filter((one) => one.status === 'PASSED')) mayPass(tree, run, tasks);
  expect(logged).toBeGreaterThanOrEqual(before.logged);
}

/** The rule of a step that was passed, counted anew from the votes that stand. */
function mayPass(tree: ProcessTree, run: { id: string; node_id: string }, tasks: readonly Row[]): void {
  const node = findNode(tree, run.node_id);
  if (!node || !isTask(node)) return;
  const votes = tasks.filter((task) => task.run_id === run.id);
  const yes = votes.filter((task) => task.kind === 'NORMAL' && task.status === 'APPROVED').length;
  const all = node.candidates.flatMap((one) => (one.kind === 'MEMBERS' ? one.memberIds : [])).length;
  if (node.mode.kind === 'ANY') expect(yes).toBe(1);
  else if (node.mode.kind === 'RATIO') expect(yes * 100).toBeGreaterThanOrEqual(all * node.mode.percent);
  else expect(yes).toBe(all);
  expect(votes.filter((task) => task.kind === 'ADD_AFTER' && !['APPROVED', 'CANCELLED', 'TRANSFERRED', 'DELEGATED'].includes(task.status))).toEqual([]);
}
it('trap 10: whatever the tree and whoever does what, one step is open in each branch, somebody is asked, and only what agrees passes', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(shapes, commands, async (list, given) => {
      const tree = grown(list);
      await publishProcess(opened, 1n, tree);
      const slip = await addSlip(opened, maker);
      await submitSlip(opened, maker, slip, NOON, { values: { amount: '100' } });
      let stands = await storedOf(slip);
      const goes = async (command: Command) => {
        await give(slip, stands, command).catch((error) => {
          if (!(error instanceof Refusal)) throw error;
        });
        const now = await storedOf(slip);
        holdsUp(now, tree, stands);
        stands = now;
      };
      for (const command of given) await goes(command);
      // It ends: everybody agrees from now on.
      for (let which = 0; which < 80 && stands.status === 'RUNNING'; which++) await goes({ what: 'PASS', which, to: 0 });
      const { status, tasks } = stands;
      seen.add(status);
      const blocked = tasks.some((task) => task.kind === 'ADD_BEFORE' && task.status === 'REJECTED');
      if (!blocked) expect(status).not.toBe('RUNNING');
      expect(lent.get(slip.id) ?? 0).toBe(status === 'PASSED' ? 1 : 0);
    }),
    { numRuns: 60, interruptAfterTimeLimit: 25_000 },
  );
  expect(seen.has('PASSED')).toBe(true);
}, 60_000);
