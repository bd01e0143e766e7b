import { sql } from 'kysely';
import type { Tx } from '~/server/db.server';

/** History was made in one minute: ledgers get the day of the document they belong to, and only the newest notices are still to be told. */
export async function backdate(tx: Tx): Promise<void> {
  await sql`update tenant set created_at = now() - interval '19 months'`.execute(tx);
  await sql`update ledger_txn set posted_at = (biz_date + time '10:00') at time zone 'Asia/Shanghai'`.execute(tx);
  await sql`update ledger_entry e set at = t.posted_at from ledger_txn t where t.tenant_id = e.tenant_id and t.id = e.txn_id`.execute(tx);
  await sql`update stock_ledger l set at = d.shipped_at from delivery d where d.tenant_id = l.tenant_id and d.id = l.biz_id and d.shipped_at is not null`.execute(
    tx,
  );
  await sql`update stock_ledger l set at = o.approved_at from sales_order o where o.tenant_id = l.tenant_id and o.id = l.biz_id and o.approved_at is not null`.execute(
    tx,
  );
  await sql`update stock_ledger l set at = r.received_at from return_order r where r.tenant_id = l.tenant_id and r.id = l.biz_id and r.received_at is not null`.execute(
    tx,
  );
  await sql`update stock_ledger l set at = d.audited_at from stock_doc d where d.tenant_id = l.tenant_id and d.id = l.biz_id and d.audited_at is not null`.execute(
    tx,
  );
  await sql`update audit_log a set at = case when a.action = '审核通过' then d.audited_at else d.created_at end
    from stock_doc d where d.tenant_id = a.tenant_id and a.subject_type in ('stock_doc', 'stock_out') and d.id::text = a.subject_id`.execute(tx);
  await sql`update audit_log a set at = case when a.action like '申请%' then b.created_at when a.action in ('审核通过', '驳回') then b.audited_at else coalesce(b.issued_at, b.audited_at, b.created_at) end
    from billing b where b.tenant_id = a.tenant_id and a.subject_type = 'billing' and b.id::text = a.subject_id`.execute(tx);
  await sql`update fund_hold h set created_at = o.submitted_at from sales_order o where o.tenant_id = h.tenant_id and o.id = h.biz_id and o.submitted_at is not null`.execute(
    tx,
  );
  await sql`update hold_event e set at = t.posted_at from ledger_txn t where t.tenant_id = e.tenant_id and t.id = e.txn_id`.execute(tx);
  await sql`update outbox set done_at = now() where id not in (select id from (select id, row_number() over (partition by tenant_id order by id desc) as n from outbox) newest where n <= 20)`.execute(
    tx,
  );
}
