import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { DB, Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, fewOf, holdsNumber, valuesHolding } from '~/server/search.server';
import { instantRange } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import type { Page } from '~/shared/page';
import { spent } from './approval';
import { processNames } from './delegation.server';
import { type InstanceState, type TaskResult, taskResults, taskStates } from './task';
import type { HandledQuery, HandledRow } from './task.schema';
import { conditionsOf } from './taskList.server';
import { type Instance, instancesOf, rowOf } from './taskRows.server';

type Row = z.output<typeof HandledRow>;
const amount = sql`(i.vars->>'amount')::numeric`;
const RESULTS = Object.keys(taskResults) as TaskResult[];

/** What the person decided, what they were told of, or what they began; the newest first. */
export async function listHandled(tx: Tx, me: Me, query: HandledQuery, now: Date): Promise<Page<Row> & { names: Record<string, string> }> {
  const page = query.view === 'started' ? await listStarted(tx, me, query, now) : await listTasksOf(tx, me, query, now);
  return { ...page, names: processNames() };
}

async function listTasksOf(tx: Tx, me: Me, query: HandledQuery, now: Date): Promise<Page<Row>> {
  const { pageNo, pageSize, ascs, descs, view, status, ...filters } = query;
  const copied = view === 'copied';
  const at = copied ? 'task.created_at' : 'task.acted_at';
  const conditions = await conditionsOf(tx, me, filters, now, at);
  if (conditions === null || (copied && me.memberId === null)) return { pagedRecords: [], pageNo, totalCount: 0 };
  if (status) conditions.push(sql<SqlBool>`task.instance_status = ${status}`);
  const mine = tx.selectFrom('wf_task as task').where('task.tenant_id', '=', me.tenantId);
  const own = copied
    ? mine.where('task.kind', '=', 'CC').where('task.assignee_id', '=', me.memberId)
    : mine.where('task.acted_by', '=', me.accountId).where('task.status', 'in', RESULTS);
  const found = conditions.reduce((some, condition) => some.where(condition), own);
  const { processDefinitionKey, taskName, starter, amountMin, amountMax } = filters;
  const narrowed = Boolean(status || processDefinitionKey || taskName || starter) || amountMin !== undefined || amountMax !== undefined;
  const rows = (narrowed ? found.where(await fewOf('task.id', found.select('task.id').orderBy(at, 'desc').orderBy('task.id', 'desc'))) : found).select([
    'task.id',
    'task.instance_id',
    'task.node_name',
    'task.status',
    'task.opinion',
    'task.acted_at',
    'task.created_at',
    'task.kind',
  ]);
  const paging = { pageNo, pageSize, ascs, descs, ...(filters.keyword || filters.starter ? { countTo: FOUND_CAP } : {}) };
  const page = await pageFrom(tx, rows, paging, { sort: { actedAt: at }, initial: [[at, 'desc']], tiebreak: 'task.id' });
  const instances = await instancesOf(
    tx,
    me,
    page.pagedRecords.map((task) => task.instance_id),
  );
  const pagedRecords = page.pagedRecords.flatMap((task) => {
    const instance = instances.get(task.instance_id);
    if (!instance) return [];
    return [
      {
        ...handled(instance),
        id: task.id,
        taskName: task.node_name,
        result: taskStates[task.status as keyof typeof taskStates],
        opinion: task.opinion,
        actedAt: copied ? task.created_at : task.acted_at,
        took: task.acted_at ? spent(task.created_at, task.acted_at) : '',
      },
    ];
  });
  return { ...page, pagedRecords };
}

async function listStarted(tx: Tx, me: Me, query: HandledQuery, now: Date): Promise<Page<Row>> {
  const rows = (await startedConditions(tx, me, query)).reduce(
    (some, condition) => some.where(condition),
    tx.selectFrom('wf_instance as i').where('i.tenant_id', '=', me.tenantId).where('i.starter_id', '=', me.accountId) as SelectQueryBuilder<
      DB & { i: DB['wf_instance'] },
      'i',
      object
    >,
  );
  const page = await pageFrom(tx, rows.select('i.id'), query, { sort: { actedAt: 'i.started_at' }, initial: [['i.started_at', 'desc']], tiebreak: 'i.id' });
  const instances = await instancesOf(
    tx,
    me,
    page.pagedRecords.map(({ id }) => id),
  );
  const pagedRecords = page.pagedRecords.flatMap(({ id }) => {
    const one = instances.get(id);
    return one
      ? [{ ...handled(one), id, taskName: one.at_node, result: '', opinion: '', actedAt: null, took: spent(one.started_at, one.ended_at ?? now) }]
      : [];
  });
  return { ...page, pagedRecords };
}

async function startedConditions(tx: Tx, me: Me, query: HandledQuery): Promise<RawBuilder<SqlBool>[]> {
  const { from, before } = instantRange(query.startTime, query.endTime);
  const names = query.starter ? await valuesHolding(tx, me, 'wf_instance', 'starter', query.starter) : null;
  const all: (RawBuilder<SqlBool> | false)[] = [
    query.processDefinitionKey !== '' && sql<SqlBool>`i.key = ${query.processDefinitionKey}`,
    query.taskName !== '' && sql<SqlBool>`i.at_node = ${query.taskName}`,
    query.status !== '' && sql<SqlBool>`i.status = ${query.status}`,
    query.keyword !== '' && (await holdsNumber(tx, 'i.id', 'wf_instance_text', 'no', query.keyword)),
    names !== null && sql<SqlBool>`i.starter = any(${names})`,
    from !== undefined && sql<SqlBool>`i.started_at >= ${from}`,
    before !== undefined && sql<SqlBool>`i.started_at < ${before}`,
    query.amountMin !== undefined && sql<SqlBool>`${amount} >= ${formatYuan(query.amountMin)}::numeric`,
    query.amountMax !== undefined && sql<SqlBool>`${amount} <= ${formatYuan(query.amountMax)}::numeric`,
  ];
  return all.filter((one) => one !== false);
}

const handled = (instance: Instance) => ({ ...rowOf(instance), status: instance.status as InstanceState });
