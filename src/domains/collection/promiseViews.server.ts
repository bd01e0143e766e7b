import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { instantRange } from '~/shared/dates';
import type { PromiseState } from './rhythm';
import type { PromiseQuery } from './workspace.schema';

/** Promises of customers: those a figure of the workspace is made of, and those that wait. */
export async function listPromises(tx: Tx, me: Me, query: PromiseQuery) {
  const decided = instantRange(query.decidedStart, query.decidedEnd);
  let rows = tx
    .selectFrom('urge_promise as p')
    .innerJoin('urge_case as c', (on) => on.onRef('c.tenant_id', '=', 'p.tenant_id').onRef('c.id', '=', 'p.case_id'))
    .innerJoin('customer as k', (on) => on.onRef('k.tenant_id', '=', 'p.tenant_id').onRef('k.id', '=', 'p.customer_id'))
    .leftJoin('member as m', (on) => on.onRef('m.tenant_id', '=', 'c.tenant_id').onRef('m.id', '=', 'c.owner_id'))
    .select([
      'p.id',
      'p.amount',
      'p.received',
      'p.due_on as dueOn',
      sql<PromiseState>`p.status`.as('status'),
      'p.contact',
      'p.remark',
      'p.creator',
      'p.created_at as createdAt',
    ])
    .select(['p.case_id as caseId', 'c.no as caseNo', 'k.name as customerName', sql<string>`coalesce(m.name, '')`.as('ownerName'), 'p.decided_at as decidedAt'])
    .where('p.tenant_id', '=', me.tenantId);
  if (query.caseId) rows = rows.where('p.case_id', '=', query.caseId);
  if (query.ownerId) rows = rows.where('c.owner_id', '=', query.ownerId);
  if (query.status) rows = rows.where('p.status', '=', query.status);
  if (query.dueStart) rows = rows.where('p.due_on', '>=', query.dueStart);
  if (query.dueEnd) rows = rows.where('p.due_on', '<=', query.dueEnd);
  if (decided.from) rows = rows.where('p.decided_at', '>=', decided.from).where('p.status', 'in', ['KEPT', 'PARTIAL', 'BROKEN']);
  if (decided.before) rows = rows.where('p.decided_at', '<', decided.before);
  return pageFrom(tx, rows, query, {
    sort: { createdAt: 'p.created_at', dueOn: 'p.due_on' },
    neverNull: ['p.due_on'],
    initial: [['p.created_at', 'desc']],
    tiebreak: 'p.id',
  });
}
