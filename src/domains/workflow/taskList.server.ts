import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFromAll } from '~/server/list.server';
import { instantRange } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
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

/** What waits in one pair of hands, as far as the person may take it; each is read off its own index, however many wait. */
const waitingWith = (tx: Tx, me: Me, holder: string) =>
  tx
    .selectFrom('wf_task as task')
    .where('task.tenant_id', '=', me.tenantId)
    .where('task.holder', '=', holder)
    .where('task.status', '=', 'PENDING')
    .where(sql<SqlBool>`not (${me.accountId} = any(task.barred))`);

type Listed = Page<Row> & { names: Record<string, string>; notes: string[] };

const asksMore = (type: string): boolean => definedApprovals().some((one) => one.type === type && one.asks !== undefined);

/** Exactly the tasks the person may act on, newest first. */
export async function listTasks(tx: Tx, me: Me, query: TaskQuery, now: Date): Promise<Listed> {
  const { pageNo, pageSize, ascs, descs, withTabs, ...filters } = query;
  const whole = withTabs === 'true';
  const about = { ...(whole ? { tabs: await countByKey(tx, me) } : {}), names: processNames(), notes: whole ? await awayNotes(tx, me, now) : [] };
  const conditions = await conditionsOf(tx, me, filters, now);
  const holders = holdersOf(me);
  if (conditions === null || holders.length === 0) return { pagedRecords: [], pageNo, totalCount: 0, ...about };
  const branches = holders.map((holder) =>
    conditions
      .reduce((rows, condition) => rows.where(condition), waitingWith(tx, me, holder))
      .select(['task.id', 'task.instance_id', 'task.node_id', 'task.node_name', 'task.kind', 'task.giver', 'task.words', 'task.why', 'task.created_at'])
      .select(['task.due_at', 'task.urged']),
  );
  // As far as its tabs and the badge count: a pool may hold more than anybody works off.
  const page = await pageFromAll(
    tx,
    branches,
    { pageNo, pageSize, ascs, descs, countTo: TAB_CAP },
    {
      sort: { arrivedAt: 'task.created_at' },
      initial: [['task.created_at', 'desc']],
      tiebreak: 'task.id',
    },
  );
  const instances = await instancesOf(
    tx,
    me,
    page.pagedRecords.map((task) => task.instance_id),
  );
  const steps = await stepsOf(tx, me, [...instances.values()]);
  const pagedRecords = page.pagedRecords.flatMap((task) => {
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
  return { ...page, pagedRecords, ...about };
}

/** How many wait, by process key, each counted up to the cap of tabs; `ALL` is their sum. */
export async function countByKey(tx: Tx, me: Me): Promise<Record<string, number>> {
  const holders = holdersOf(me);
  if (holders.length === 0) return { ALL: 0 };
  const counted = holders.map((holder) => {
    const some = waitingWith(tx, me, holder).select('task.key').limit(TAB_CAP);
    return sql`(select key, count(*)::int as n from (${some}) waiting group by key)`;
  });
  const { rows } = await sql<{ key: string; n: number }>`${sql.join(counted, sql` union all `)}`.execute(tx);
  const counts: Record<string, number> = { ALL: 0 };
  for (const { key, n } of rows) {
    counts[key] = (counts[key] ?? 0) + n;
    counts['ALL'] = (counts['ALL'] ?? 0) + n;
  }
  return counts;
}

/** As many as the list has, up to `cap`. */
export async function countWaiting(tx: Tx, me: Me, cap: number): Promise<number> {
  const holders = holdersOf(me);
  if (holders.length === 0) return 0;
  const some = holders.map((holder) => sql`(${waitingWith(tx, me, holder).select('task.id').limit(cap)})`);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${sql.join(some, sql` union all `)}) counted`.execute(tx);
  return Math.min(rows[0]?.n ?? 0, cap);
}

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
  const amount = sql`(i.vars->>'amount')::numeric`;
  if (filters.amountMin !== undefined) conditions.push(ofInstance(sql`${amount} >= ${formatYuan(filters.amountMin)}::numeric`));
  if (filters.amountMax !== undefined) conditions.push(ofInstance(sql`${amount} <= ${formatYuan(filters.amountMax)}::numeric`));
  return conditions;
}

const ofInstance = (holds: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from wf_instance i where i.tenant_id = task.tenant_id and i.id = task.instance_id and ${holds})`;

/** The tasks before and after one in the person's list, so that they go on without coming back to it. */
export async function neighboursOf(tx: Tx, me: Me, task: { id: string; created_at: Date }): Promise<{ previous: string; next: string }> {
  const beside = async (sign: '>' | '<'): Promise<string> => {
    const way = sql.raw(sign === '<' ? 'desc' : 'asc');
    const ends = holdersOf(me).map((holder) => {
      const some = waitingWith(tx, me, holder)
        .select(['task.id', 'task.created_at'])
        .where(sql<SqlBool>`(task.created_at, task.id) ${sql.raw(sign)} (${task.created_at}, ${task.id})`);
      return sql`(select * from (${some}) one order by created_at ${way}, id ${way} limit 1)`;
    });
    if (ends.length === 0) return '';
    const { rows } = await sql<{ id: string }>`select id from (${sql.join(ends, sql` union all `)}) ends order by created_at ${way}, id ${way} limit 1`.execute(
      tx,
    );
    return rows[0]?.id ?? '';
  };
  return { previous: await beside('>'), next: await beside('<') };
}
