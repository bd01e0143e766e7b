import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { displayYuan } from '~/shared/money';
import type { PageQuery } from '~/shared/page.schema';
import { ledgerKindName } from './ledgerKinds';

interface Which {
  customerId: string;
  /** Days inclusive; without a start from the first posting on. */
  start?: string | undefined;
  end?: string | undefined;
  /** Only postings of these kinds, or of none of them. */
  kinds?: { these: readonly string[]; without: boolean };
}

/** What a customer's debt moved by, newest first, with the sums of all such postings. */
export async function pageOwedPostings(tx: Tx, me: Me, which: Which, paging: PageQuery) {
  let rows = tx
    .selectFrom('ledger_entry as e')
    .innerJoin('ledger_txn as t', (on) => on.onRef('t.tenant_id', '=', 'e.tenant_id').onRef('t.id', '=', 'e.txn_id'))
    .where('e.tenant_id', '=', me.tenantId)
    .where('e.customer_id', '=', which.customerId)
    .where('e.account_code', '=', '1122');
  if (which.start) rows = rows.where('t.biz_date', '>=', which.start);
  if (which.end) rows = rows.where('t.biz_date', '<=', which.end);
  if (which.kinds) rows = rows.where('t.kind', which.kinds.without ? 'not in' : 'in', [...which.kinds.these]);
  const shown = rows
    .leftJoin('receivable as r', (on) => on.onRef('r.tenant_id', '=', 't.tenant_id').onRef('r.id', '=', 't.biz_id'))
    .select(['e.id', 't.biz_date as bizDate', 't.kind', 't.biz_id as bizId', 't.biz_no as bizNo', 't.memo', 'e.dr as debit', 'e.cr as credit'])
    .select('r.order_id as orderId');
  const [page, sums] = await Promise.all([
    pageFrom(tx, shown, paging, { sort: {}, initial: [['t.biz_date', 'desc']], tiebreak: 'e.id' }),
    rows.select([sql<bigint>`coalesce(sum(e.dr), 0)::bigint`.as('debit'), sql<bigint>`coalesce(sum(e.cr), 0)::bigint`.as('credit')]).executeTakeFirstOrThrow(),
  ]);
  return {
    ...page,
    pagedRecords: page.pagedRecords.map((row) => ({ ...row, kindName: ledgerKindName(row.kind) })),
    totals: { debit: displayYuan(sums.debit), credit: displayYuan(sums.credit) },
  };
}
