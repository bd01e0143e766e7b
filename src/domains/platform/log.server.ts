import { type NotNull, type SelectQueryBuilder, sql } from 'kysely';
import type { Me } from '~/portal/me';
import { auditHash, HASH_MARK } from '~/server/audit.server';
import type { DB, Tx } from '~/server/db.server';
import { pageFrom, pageFromAll } from '~/server/list.server';
import { FOUND_CAP, holdsNumber, isAnyOf, valuesHolding } from '~/server/search.server';
import { servedCalls } from '~/server/serve.server';
import { instantRange } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import { changesOf } from './fieldNames.server';
import { failedLogins } from './log';
import type { ApiQuery, LoginQuery, OperationQuery } from './log.schema';
import { readableBy } from './logScope.server';

/** Every change the person may read of: master data and settings from the audit log, orders and deliveries from their own events. */
export async function listOperations(tx: Tx, me: Me, query: OperationQuery) {
  const range = instantRange(query.startTime, query.endTime);
  const branches: SelectQueryBuilder<DB, 'audit_log', OperationRow>[] = [];
  for (const source of sourcesOf(query.subject)) {
    let rows = await entriesOf(tx, me, source, query);
    if (query.actor) rows = rows.where(isAnyOf('op.actor', await valuesHolding(tx, me, tableOf[source], 'actor', query.actor)));
    if (query.action) rows = rows.where(isAnyOf('op.action', await valuesHolding(tx, me, tableOf[source], 'action', query.action)));
    if (range.from) rows = rows.where('op.at', '>=', range.from);
    if (range.before) rows = rows.where('op.at', '<', range.before);
    branches.push(rows as unknown as SelectQueryBuilder<DB, 'audit_log', OperationRow>);
  }
  const order = { sort: { at: 'op.at' }, initial: [['op.at', 'desc']] as const, tiebreak: 'op.id' };
  const page = await pageFromAll(tx, branches, query.subjectNo ? { countTo: FOUND_CAP, ...query } : query, order);
  return { ...page, pagedRecords: page.pagedRecords.map(operationOf) };
}

type Source = 'audit' | 'order' | 'delivery';
const tableOf = { audit: 'audit_log', order: 'order_event', delivery: 'delivery_event' } as const;
const sourcesOf = (subject: string): Source[] =>
  subject === 'order' || subject === 'delivery' ? ['audit', subject] : subject ? ['audit'] : ['audit', 'order', 'delivery'];

/** The same list, each entry with what it changed as one text. */
export async function operationsInWords(tx: Tx, me: Me, query: OperationQuery) {
  const page = await listOperations(tx, me, query);
  const idsOf = (source: string) => page.pagedRecords.filter((row) => row.source === source).map((row) => row.id);
  const { rows } = await sql<{ id: string; note: string; before: unknown; after: unknown }>`
    select id, '' as note, before, after from audit_log where tenant_id = ${me.tenantId} and id = any (${idsOf('audit')}::uuid[])
    union all select id, note, null, null from order_event where tenant_id = ${me.tenantId} and id = any (${idsOf('order')}::uuid[])
    union all select id, note, null, null from delivery_event where tenant_id = ${me.tenantId} and id = any (${idsOf('delivery')}::uuid[])`.execute(tx);
  const words = new Map(rows.map(({ id, note, before, after }) => [id, [note, ...changesOf(before, after).map(sentenceOf)].filter(Boolean).join('；')]));
  return { ...page, pagedRecords: page.pagedRecords.map((row) => ({ ...row, changes: words.get(row.id) ?? '' })) };
}

const sentenceOf = ({ field, before, after }: { field: string; before: string; after: string }): string => `${field}：${before} → ${after}`;

interface OperationRow {
  id: string;
  source: string;
  actor: string;
  action: string;
  subject_type: string;
  subject_id: string;
  subject_no: string;
  at: Date;
}
const operationOf = ({ subject_type, subject_id, subject_no, ...row }: OperationRow) => ({
  ...row,
  subjectType: subject_type,
  subjectId: subject_id,
  subjectNo: subject_no,
});

async function entriesOf(tx: Tx, me: Me, source: Source, { subject, subjectNo }: Pick<OperationQuery, 'subject' | 'subjectNo'>) {
  const events = await (source === 'audit' ? audits(tx, me, subject, subjectNo) : (source === 'order' ? orderEvents : deliveryEvents)(tx, me, subjectNo));
  return tx.selectFrom(events.as('op')).selectAll('op');
}
/** A number as searches read it: on a line of its own. */
const lineOf = (column: string) => sql`E'\n' || ${sql.ref(column)} || E'\n'`;
type Entries = SelectQueryBuilder<DB, 'audit_log', OperationRow>;

async function audits(tx: Tx, me: Me, subject: string, no: string): Promise<Entries> {
  let rows = tx
    .selectFrom('audit_log')
    .select(['id', sql<string>`'audit'`.as('source'), 'actor', 'action', 'subject_type', 'subject_id', 'subject_no', 'at'])
    .where('tenant_id', '=', me.tenantId)
    .where(readableBy(me));
  if (subject) rows = rows.where('subject', '=', subject);
  if (no) rows = rows.where(await holdsNumber(tx, 'audit_log.id', 'audit_log_text', 'subject_no', no, lineOf('audit_log.subject_no')));
  return rows as unknown as Entries;
}

async function orderEvents(tx: Tx, me: Me, no: string): Promise<Entries> {
  const rows = tx
    .selectFrom('order_event as e')
    .innerJoin('sales_order as o', (on) => on.onRef('o.tenant_id', '=', 'e.tenant_id').onRef('o.id', '=', 'e.order_id'))
    .select(['e.id', sql<string>`'order'`.as('source'), 'e.actor', 'e.action', sql<string>`'order'`.as('subject_type')])
    .select([sql<string>`e.order_id::text`.as('subject_id'), sql<string>`coalesce(o.no, '草稿')`.as('subject_no'), 'e.at'])
    .where('e.tenant_id', '=', me.tenantId);
  return (no ? rows.where(await holdsNumber(tx, 'e.order_id', 'sales_order_text', 'no', no, lineOf('o.no'))) : rows) as unknown as Entries;
}

async function deliveryEvents(tx: Tx, me: Me, no: string): Promise<Entries> {
  const rows = tx
    .selectFrom('delivery_event as e')
    .innerJoin('delivery as d', (on) => on.onRef('d.tenant_id', '=', 'e.tenant_id').onRef('d.id', '=', 'e.delivery_id'))
    .select(['e.id', sql<string>`'delivery'`.as('source'), 'e.actor', 'e.action', sql<string>`'delivery'`.as('subject_type')])
    .select([sql<string>`e.delivery_id::text`.as('subject_id'), 'd.no as subject_no', 'e.at'])
    .where('e.tenant_id', '=', me.tenantId);
  return (no ? rows.where(await holdsNumber(tx, 'e.delivery_id', 'delivery_text', 'no', no, lineOf('d.no'))) : rows) as unknown as Entries;
}

/** One entry with what it changed; entries of the audit log with the proof of their chain. */
export function operationDetail(tx: Tx, me: Me, input: { source: 'audit' | 'order' | 'delivery'; id: string }) {
  return input.source === 'audit' ? auditDetail(tx, me, input.id) : eventDetail(tx, me, input.source, input.id);
}

async function auditDetail(tx: Tx, me: Me, id: string) {
  const row = await tx.selectFrom('audit_log').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).where(readableBy(me)).executeTakeFirst();
  if (!row) return notFound('该日志');
  const { subject_type, subject_id, subject_no, actor, action, at } = row;
  return {
    ...operationOf({ id, source: 'audit', actor, action, subject_type, subject_id, subject_no, at }),
    note: '',
    changes: changesOf(row.before, row.after),
    chain: await chainOf(tx, me, subject_type, subject_id),
  };
}

async function eventDetail(tx: Tx, me: Me, source: 'order' | 'delivery', id: string) {
  const events =
    source === 'order'
      ? sql`order_event e join sales_order s on s.tenant_id = e.tenant_id and s.id = e.order_id`
      : sql`delivery_event e join delivery s on s.tenant_id = e.tenant_id and s.id = e.delivery_id`;
  const { rows } = await sql<OperationRow & { note: string; from_status: string; to_status: string }>`
    select e.id, e.actor, e.action, e.note, e.from_status, e.to_status, e.at, s.id::text as subject_id, coalesce(s.no, '草稿') as subject_no
    from ${events} where e.tenant_id = ${me.tenantId} and e.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) return notFound('该日志');
  return { ...operationOf({ ...row, source, subject_type: source }), note: row.note, changes: [], chain: null };
}

const MOST_CHECKED = 2_000;

/** Computes every entry about the record again and follows the links between them. */
export async function chainOf(tx: Tx, me: Pick<Me, 'tenantId'>, subjectType: string, subjectId: string) {
  const rows = await tx
    .selectFrom('audit_log')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('subject_type', '=', subjectType)
    .where('subject_id', '=', subjectId)
    .orderBy('at')
    .orderBy('id')
    .limit(MOST_CHECKED)
    .execute();
  const known = new Set(['', ...rows.map((row) => row.hash)]);
  for (const row of rows) {
    if (!row.hash.startsWith(HASH_MARK)) continue;
    const { account_id, actor, action, subject_no, before, after, prev_hash } = row;
    const hash = auditHash({ prevHash: prev_hash, accountId: account_id, actor, action, subjectType, subjectId, subjectNo: subject_no, before, after });
    if (hash !== row.hash) return { whole: false, checked: rows.length, problem: `${row.action}的记录与写入时不一致` };
    if (!known.has(prev_hash)) return { whole: false, checked: rows.length, problem: `${row.action}之前的记录缺失` };
  }
  return { whole: true, checked: rows.length, problem: '' };
}

/** Sign-ins and what concerns the security of the factory's own people. */
export async function listLogins(tx: Tx, me: Me, query: LoginQuery) {
  const range = instantRange(query.startTime, query.endTime);
  let rows = tx
    .selectFrom('member_security_event as e')
    .select(['e.id', 'e.actor', 'e.kind', 'e.detail', 'e.address', 'e.agent', 'e.new_device', 'e.at'])
    .where('e.tenant_id', '=', me.tenantId)
    // A view's columns count as nullable, whatever they stand for.
    .$narrowType<Record<'id' | 'actor' | 'kind' | 'detail' | 'address' | 'agent' | 'new_device' | 'at', NotNull>>();
  if (query.actor) rows = rows.where(isAnyOf('e.actor', await valuesHolding(tx, me, 'member', 'name', query.actor)));
  if (query.address) rows = rows.where(isAnyOf('e.address', await valuesHolding(tx, me, 'member_security_event', 'address', query.address)));
  if (query.result) rows = rows.where('e.kind', query.result === 'FAILED' ? 'in' : 'not in', failedLogins);
  if (range.from) rows = rows.where('e.at', '>=', range.from);
  if (range.before) rows = rows.where('e.at', '<', range.before);
  const page = await pageFrom(tx, rows, query, { sort: { at: 'e.at' }, initial: [['e.at', 'desc']], tiebreak: 'e.id' });
  return { ...page, pagedRecords: page.pagedRecords.map(({ new_device, ...row }) => ({ ...row, newDevice: new_device })) };
}

/** Calls that changed something or were refused. */
export async function listApiCalls(tx: Tx, me: Me, query: ApiQuery) {
  const range = instantRange(query.startTime, query.endTime);
  let rows = tx.selectFrom('api_log').select(['id', 'actor', 'method', 'path', 'code', 'ms', 'address', 'at']).where('tenant_id', '=', me.tenantId);
  for (const column of ['actor', 'path', 'address'] as const)
    if (query[column]) rows = rows.where(isAnyOf(column, await valuesHolding(tx, me, 'api_log', column, query[column])));
  if (query.result) rows = rows.where('code', query.result === 'OK' ? '=' : '<>', '0');
  if (range.from) rows = rows.where('at', '>=', range.from);
  if (range.before) rows = rows.where('at', '<', range.before);
  const page = await pageFrom(tx, rows, query, {
    sort: { at: 'api_log.at', ms: 'api_log.ms' },
    initial: [['api_log.at', 'desc']],
    tiebreak: 'api_log.id',
    neverNull: ['api_log.ms'],
  });
  const titles = new Map(servedCalls().map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint.options.title]));
  return { ...page, pagedRecords: page.pagedRecords.map((row) => ({ ...row, title: titles.get(`${row.method} ${row.path}`) ?? '' })) };
}
