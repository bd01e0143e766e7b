import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { DB, Tx } from '~/server/db.server';
import { pageFromAll } from '~/server/list.server';
import { instantRange } from '~/shared/dates';
import type { Page } from '~/shared/page';
import { TAB_CAP } from '~/shared/tabCap';
import { spent } from './approval';
import { ADMINS, definedApprovals, isDecider } from './approvalKind.server';
import { awayNotes, processNames } from './delegation.server';
import type { TaskQuery, TaskRow } from './task.schema';
import { foundBy, instancesOf, rowOf, stepsOf } from './taskRows.server';

type Row = z.output<typeof TaskRow>;
type Filters = Omit<TaskQuery, 'pageNo' | 'pageSize' | 'ascs' | 'descs' | 'withTabs'>;

/** In whose hands a task may lie for this person to act on it: their own, every pool they decide for, and the administrators'. */
export function holdersOf(me: Me): string[] {
  if (me.memberId === null) return [];
  const pools = definedApprovals().filter((approval) => isDecider(me, approval));
  return [me.memberId, ...(me.isAdmin ? [ADMINS] : []), ...pools.map(({ type }) => type)];
}

/** The hands as rows, for a lateral join: a branch for each kind of document would take longer to plan than to read. */
const hands = (holders: readonly string[]) => sql`unnest(${[...holders]}::text[]) as hands (holder)`;
const HAND = sql.ref<string>('hands.holder');

/** Of these hands those in which something waits, also what the person is barred from: of thirty pools few hold anything, and fewer much. */
async function filledOf(tx: Tx, me: Me, holders: readonly string[]): Promise<{ much: string[]; little: string[] }> {
  const some = tx
    .selectFrom('wf_task as task')
    .select('task.holder')
    .where('task.tenant_id', '=', me.tenantId)
    .where('task.holder', '=', HAND)
    .where('task.status', '=', 'PENDING')
    .limit(LITTLE + 1);
  const { rows } = await sql<{ holder: string; n: number }>`
    select hands.holder, filled.n from ${hands(holders)} cross join lateral (select count(*)::int as n from (${some}) one) filled where filled.n > 0`.execute(
    tx,
  );
  // Who has nothing waiting is answered by the same list.
  if (rows.length === 0) return { much: [], little: holders.slice(0, 1) };
  return { much: rows.filter(({ n }) => n > LITTLE).map(({ holder }) => holder), little: rows.filter(({ n }) => n <= LITTLE).map(({ holder }) => holder) };
}
const LITTLE = 20;

/** The tasks themselves where few are of such an amount: the planner else reads the pool by time until a page is full, which rare amounts never fill. */
async function fewBy(tx: Tx, me: Me, holders: readonly string[], conditions: readonly RawBuilder<SqlBool>[]): Promise<RawBuilder<SqlBool>[]> {
  const some = conditions
    .reduce((rows, condition) => rows.where(condition), waitingWith(tx, me, HAND))
    .select('task.id')
    .orderBy('task.amount')
    .limit(FEW);
  const { rows } = await sql<{ id: string }>`select few.id from ${hands(holders)} cross join lateral (${some}) few`.execute(tx);
  return rows.length < FEW ? [sql<SqlBool>`task.id = any(${rows.map(({ id }) => id)}::uuid[])`] : [];
}
const FEW = 200;

/** What waits in one pair of hands, as far as the person may take it, read off its own index however many wait; or in several that hold little. */
const waitingWith = (tx: Tx, me: Me, holder: string | readonly string[] | typeof HAND) =>
  tx
    .selectFrom('wf_task as task')
    .where('task.tenant_id', '=', me.tenantId)
    .where('task.holder', '=', Array.isArray(holder) ? sql<string>`any(${[...holder]}::text[])` : (holder as string | typeof HAND))
    .where('task.status', '=', 'PENDING')
    .where(sql<SqlBool>`not (${me.accountId} = any(task.barred))`);

type Listed = Page<Row> & { names: Record<string, string>; notes: string[] };

const asksMore = (type: string): boolean => definedApprovals().some((one) => one.type === type && one.asks !== undefined);

/** Exactly the tasks the person may act on, newest first. */
export async function listTasks(tx: Tx, me: Me, query: TaskQuery, now: Date): Promise<Listed> {
  const { pageNo, pageSize, ascs, descs, withTabs, ...filters } = query;
  const whole = withTabs === 'true';
  const all = holdersOf(me);
  const [tabs, notes, conditions, filled] = await Promise.all([
    whole ? countByKey(tx, me) : undefined,
    whole ? awayNotes(tx, me, now) : [],
    conditionsOf(tx, me, filters, now),
    filledOf(tx, me, all),
  ]);
  const about = { ...(tabs ? { tabs } : {}), names: processNames(), notes };
  const holders = [...filled.much, ...filled.little];
  if (conditions === null || holders.length === 0) return { pagedRecords: [], pageNo, totalCount: 0, ...about };
  if (filters.amountMin !== undefined || filters.amountMax !== undefined) conditions.push(...(await fewBy(tx, me, holders, conditions)));
  // Each branch of a union is planned: hands that hold little share one.
  const branches = [...filled.much, ...(filled.little.length ? [filled.little] : [])].map((hand) =>
    conditions.reduce((rows, condition) => rows.where(condition), waitingWith(tx, me, hand)).select(COLUMNS),
  );
  // As far as its tabs and the badge count: a pool may hold more than anybody works off.
  const paging = { pageNo, pageSize, ascs, descs, countTo: TAB_CAP };
  const order = { sort: { arrivedAt: 'task.created_at' }, initial: [['task.created_at', 'desc']], tiebreak: 'task.id' } as const;
  return { ...(await pageFromAll(tx, branches, paging, order, (tasks) => shown(tx, me, tasks, now))), ...about };
}

const COLUMNS = [
  'task.id',
  'task.instance_id',
  'task.node_id',
  'task.node_name',
  'task.kind',
  'task.why',
  'task.created_at',
  'task.due_at',
  'task.urged',
] as const;
type Waiting = Pick<Selectable<DB['wf_task']>, 'id' | 'instance_id' | 'node_id' | 'node_name' | 'kind' | 'why' | 'created_at' | 'due_at' | 'urged'>;

async function shown(tx: Tx, me: Me, tasks: readonly Waiting[], now: Date): Promise<Row[]> {
  const instances = await instancesOf(
    tx,
    me,
    tasks.map((task) => task.instance_id),
  );
  const steps = await stepsOf(tx, me, [...instances.values()]);
  return tasks.flatMap((task) => {
    const instance = instances.get(task.instance_id);
    if (!instance) return [];
    return [
      {
        ...rowOf(instance),
        id: task.id,
        taskName: task.node_name,
        arrivedAt: task.created_at,
        stayed: spent(task.created_at, now),
        dueAt: task.due_at,
        overdue: task.due_at !== null && task.due_at < now,
        urged: task.urged,
        kind: task.kind,
        why: task.why,
        mayBatch: task.kind === 'NORMAL' && !asksMore(instance.subject_type) && (steps(instance.version_id, task.node_id)?.mayBatch ?? false),
      },
    ];
  });
}

/** How many wait, by process key, each counted up to the cap of tabs; `ALL` is their sum. */
export async function countByKey(tx: Tx, me: Me): Promise<Record<string, number>> {
  const holders = holdersOf(me);
  if (holders.length === 0) return { ALL: 0 };
  const some = waitingWith(tx, me, HAND).select('task.key').limit(TAB_CAP);
  const { rows } = await sql<{ key: string; n: number }>`
    select waiting.key, count(*)::int as n from ${hands(holders)} cross join lateral (${some}) waiting group by waiting.key`.execute(tx);
  const counts: Record<string, number> = { ALL: 0 };
  for (const { key, n } of rows) {
    counts[key] = (counts[key] ?? 0) + n;
    counts['ALL'] = (counts['ALL'] ?? 0) + n;
  }
  return counts;
}

/** The tasks the list has, to be counted up to `TAB_CAP`. */
export const tasksWaiting = (tx: Tx, me: Me): Expression<unknown> =>
  sql`select waiting.id from ${hands(holdersOf(me))} cross join lateral (${waitingWith(tx, me, HAND).select('task.id').limit(TAB_CAP)}) waiting`;

export async function countProcessKey(tx: Tx, me: Me): Promise<{ total: number; counts: Record<string, number> }> {
  const { ALL: total = 0, ...counts } = await countByKey(tx, me);
  return { total, counts };
}

/** The filters as conditions on `task`, its time being `at`; null where they can hold for none. */
export async function conditionsOf(
  tx: Tx,
  me: Me,
  filters: Filters | Omit<Filters, 'overdue'>,
  now: Date,
  at = 'task.created_at',
): Promise<RawBuilder<SqlBool>[] | null> {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (filters.processDefinitionKey) conditions.push(sql<SqlBool>`task.key = ${filters.processDefinitionKey}`);
  if (filters.taskName) conditions.push(sql<SqlBool>`task.node_name = ${filters.taskName}`);
  if ('overdue' in filters && filters.overdue === 'true') conditions.push(sql<SqlBool>`task.due_at < ${now}`);
  const found = await foundBy(tx, me, filters);
  if (found === null) return null;
  conditions.push(...found);
  const { from, before } = instantRange(filters.startTime, filters.endTime);
  if (from) conditions.push(sql<SqlBool>`${sql.ref(at)} >= ${from}`);
  if (before) conditions.push(sql<SqlBool>`${sql.ref(at)} < ${before}`);
  if (filters.amountMin !== undefined) conditions.push(sql<SqlBool>`task.amount >= ${filters.amountMin}`);
  if (filters.amountMax !== undefined) conditions.push(sql<SqlBool>`task.amount <= ${filters.amountMax}`);
  return conditions;
}

/** The tasks before and after one in the person's list, so that they go on without coming back to it. */
export async function neighboursOf(tx: Tx, me: Me, task: { id: string; created_at: Date }): Promise<{ previous: string; next: string }> {
  const beside = async (sign: '>' | '<'): Promise<string> => {
    const way = sign === '<' ? 'desc' : 'asc';
    const some = waitingWith(tx, me, HAND)
      .select(['task.id', 'task.created_at'])
      .where(sql<SqlBool>`(task.created_at, task.id) ${sql.raw(sign)} (${task.created_at}, ${task.id})`)
      .orderBy('task.created_at', way)
      .orderBy('task.id', way)
      .limit(1);
    const first = sql.raw(way);
    const { rows } = await sql<{ id: string }>`
      select ends.id from ${hands(holdersOf(me))} cross join lateral (${some}) ends order by ends.created_at ${first}, ends.id ${first} limit 1`.execute(tx);
    return rows[0]?.id ?? '';
  };
  return { previous: await beside('>'), next: await beside('<') };
}
