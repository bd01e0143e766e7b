import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import type { ReturnQuery } from './return.schema';

export const returnRows = (tx: Tx, me: Pick<Me, 'tenantId'>) =>
  tx
    .selectFrom('urge_stage_return as r')
    .innerJoin('urge_case as c', (on) => on.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.id', '=', 'r.case_id'))
    .innerJoin('customer as k', (on) => on.onRef('k.tenant_id', '=', 'r.tenant_id').onRef('k.id', '=', 'r.customer_id'))
    .select([
      'r.id',
      'r.no',
      'r.case_id as caseId',
      'c.no as caseNo',
      'r.customer_id as customerId',
      'k.name as customerName',
      'r.stage',
      'r.receipt_id as receiptId',
      'r.receipt_no as receiptNo',
      'r.amount',
      'r.member_id as memberId',
      'r.member_name as memberName',
      'r.ratio',
      'r.received_on as receivedOn',
      'r.remark',
      'r.status',
      'r.opinion',
      'r.version',
      'r.creator',
      'r.created_by as createdBy',
      'r.created_at as createdAt',
      'r.decider',
      'r.decided_at as decidedAt',
    ])
    .where('r.tenant_id', '=', me.tenantId);

type Read = Awaited<ReturnType<ReturnType<typeof returnRows>['execute']>>[number];
const shown = (me: Me, { createdBy, ratio, ...row }: Read) => ({ ...row, ratio: String(ratio / 10_000), mine: createdBy === me.accountId });

export async function listReturns(tx: Tx, me: Me, query: z.output<typeof ReturnQuery>) {
  let rows = returnRows(tx, me);
  if (query.no) rows = rows.where('r.no', '=', query.no.toUpperCase());
  if (query.caseId) rows = rows.where('r.case_id', '=', query.caseId);
  if (query.customerId) rows = rows.where('r.customer_id', '=', query.customerId);
  if (query.memberId) rows = rows.where('r.member_id', '=', query.memberId);
  if (query.status) rows = rows.where('r.status', '=', query.status);
  const page = await pageFrom(tx, rows, query, { sort: { createdAt: 'r.created_at' }, initial: [['r.created_at', 'desc']], tiebreak: 'r.id' });
  return { ...page, pagedRecords: page.pagedRecords.map((row) => shown(me, row)) as never[] };
}

export async function getReturn(tx: Tx, me: Me, { id }: { id: string }) {
  const row = await returnRows(tx, me).where('r.id', '=', id).executeTakeFirst();
  return row ? (shown(me, row) as never) : notFound('该阶段回款');
}

/** What may be chosen: open cases, people, and receipts of the case's customer with what of them is not attributed yet. */
export async function returnOptions(tx: Tx, me: Me, { caseId, word }: { caseId: string; word: string }, now: Date) {
  const cases = await tx
    .selectFrom('urge_case as c')
    .innerJoin('customer as k', (on) => on.onRef('k.tenant_id', '=', 'c.tenant_id').onRef('k.id', '=', 'c.customer_id'))
    .select(['c.id', 'c.no', 'k.name as customerName', 'c.customer_id as customerId'])
    .where('c.tenant_id', '=', me.tenantId)
    .$if(caseId !== '', (query) => query.where('c.id', '=', caseId))
    .$if(caseId === '' && word !== '', (query) =>
      query.where((eb) => eb.or([eb('c.no', 'like', `%${word.toUpperCase()}%`), eb('k.name', 'like', `%${word}%`)])),
    )
    .orderBy('c.created_at', 'desc')
    .limit(20)
    .execute();
  const customerId = caseId === '' ? undefined : cases[0]?.customerId;
  const receipts = customerId
    ? await tx
        .selectFrom('receipt as p')
        .select(['p.id', 'p.no', 'p.amount', 'p.received_at as at'])
        .select(
          sql<bigint>`(p.amount - coalesce((select sum(s.amount) from urge_stage_return s where s.tenant_id = p.tenant_id and s.receipt_id = p.id and s.status in ('REVIEWING', 'PASSED')), 0))::bigint`.as(
            'left',
          ),
        )
        .where('p.tenant_id', '=', me.tenantId)
        .where('p.customer_id', '=', customerId)
        .where('p.status', '=', 'CONFIRMED')
        .orderBy('p.received_at', 'desc')
        .limit(50)
        .execute()
    : [];
  const members = await tx
    .selectFrom('member')
    .select(['id', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('status', '=', 'ACTIVE')
    .orderBy('name')
    .limit(500)
    .execute();
  return {
    today: shanghaiDate(now),
    cases: cases.map(({ id, no, customerName }) => ({ id, no, customerName })),
    receipts: receipts.map(({ at, ...one }) => ({ ...one, receivedOn: shanghaiDate(at) })),
    members,
  };
}
