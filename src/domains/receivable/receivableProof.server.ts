import { sql } from 'kysely';
import { type FundDifference, inYuan } from '~/domains/finance/fundProof.server';
import type { Me } from '~/portal/me';
import { FUND_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { defineProof } from '~/server/proof.server';

/** Recomputes receivables and receipts from their matches, and account 1122 of each customer from what is open. Empty when the books agree. */
export async function proveReceivables(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<FundDifference[]> {
  const { rows } = await sql<FundDifference>`
    with t as (select ${me.tenantId}::bigint as id),
    applies as (select p.* from receipt_apply p join t on p.tenant_id = t.id where p.reversed_at is null),
    of_receivable as (select receivable_id, sum(amount)::bigint as settled, sum(discount)::bigint as discount from applies group by 1),
    of_receipt as (select receipt_id, sum(amount)::bigint as applied from applies where receipt_id is not null group by 1),
    adjusted as (select a.receivable_id, sum(a.amount - a.restored)::bigint as amount from ar_adjust a join t on a.tenant_id = t.id
      where a.kind in ('DISCOUNT', 'ROUNDING', 'FEE', 'BAD_DEBT') and a.status = 'DONE' group by 1),
    disputes as (select d.receivable_id, sum(d.amount)::bigint as amount from ar_dispute d join t on d.tenant_id = t.id
      where d.status in ('OPEN', 'UPHOLDING') group by 1),
    back as (select p.receivable_id, sum(p.amount)::bigint as refunded from order_refund_part p join t on p.tenant_id = t.id group by 1),
    taken as (select x.biz_id, sum(e.cr - e.dr)::bigint as returned from ledger_txn x join t on x.tenant_id = t.id
      join ledger_entry e on e.tenant_id = x.tenant_id and e.txn_id = x.id and e.account_code = '1122' where x.kind = 'RETURN' group by 1),
    owed as (select e.customer_id, sum(e.dr - e.cr)::bigint as total from ledger_entry e join t on e.tenant_id = t.id where e.account_code = '1122' group by 1),
    kept as (select m.customer_id, sum(m.dr - m.cr)::bigint as total from ledger_month m join t on m.tenant_id = t.id where m.account_code = '1122' group by 1),
    by_day as (select d.customer_id, sum(d.dr - d.cr)::bigint as total from ledger_day d join t on d.tenant_id = t.id where d.account_code = '1122' group by 1),
    open as (select r.customer_id, sum(r.open) filter (where r.status <> 'REVERSED')::bigint as total from receivable r join t on r.tenant_id = t.id group by 1)
    select r.id, r.no as name, f.figure, f.balance, f.proof
    from receivable r join t on r.tenant_id = t.id left join of_receivable a on a.receivable_id = r.id
    left join adjusted j on j.receivable_id = r.id left join disputes d on d.receivable_id = r.id
    left join back b on b.receivable_id = r.id left join taken k on k.biz_id = r.id
    cross join lateral (values ('已核销（核销记录合计）', r.settled, coalesce(a.settled, 0)), ('尾差与调整（核销记录与调整单合计）', r."offset", coalesce(a.discount, 0) + coalesce(j.amount, 0)),
      ('争议中（争议单合计）', r.disputed, coalesce(d.amount, 0)),
      ('退货冲减（凭证合计）', r.returned, coalesce(k.returned, 0)), ('已退款（退款记录合计）', r.refunded, coalesce(b.refunded, 0))) as f(figure, balance, proof)
    where f.balance <> f.proof
    union all
    select r.id, r.no, '未核销（收款减核销）', r.unapplied, r.amount - coalesce(a.applied, 0)
    from receipt r join t on r.tenant_id = t.id left join of_receipt a on a.receipt_id = r.id
    where r.status <> 'REVERSED' and r.unapplied <> r.amount - coalesce(a.applied, 0)
    union all
    select c.id, c.name, '应收余额（分录合计）', coalesce(o.total, 0), coalesce(w.total, 0)
    from customer c join t on c.tenant_id = t.id left join open o on o.customer_id = c.id left join owed w on w.customer_id = c.id
    where coalesce(o.total, 0) <> coalesce(w.total, 0)
    union all
    select c.id, c.name, f.figure, f.balance, coalesce(w.total, 0)
    from customer c join t on c.tenant_id = t.id left join kept k on k.customer_id = c.id left join by_day d on d.customer_id = c.id
    left join owed w on w.customer_id = c.id
    cross join lateral (values ('应收按月合计（分录合计）', coalesce(k.total, 0)), ('应收按日合计（分录合计）', coalesce(d.total, 0))) as f(figure, balance)
    where f.balance <> coalesce(w.total, 0)
    union all
    select c.id, c.name, f.figure, f.balance, f.proof
    from customer c join t on c.tenant_id = t.id left join customer_owing k on k.tenant_id = c.tenant_id and k.customer_id = c.id
    left join lateral (select sum(o.outstanding)::bigint as open, sum(o.outstanding) filter (where o.late_on < k.as_of)::bigint as overdue
      from owing o where o.tenant_id = c.tenant_id and o.customer_id = c.id) o on true
    cross join lateral (values ('客户未收合计（逐笔）', coalesce(k.open, 0), coalesce(o.open, 0)), ('客户逾期合计（逐笔）', coalesce(k.overdue, 0), coalesce(o.overdue, 0)),
      ('客户各账龄合计（未收）', coalesce((select sum(a) from unnest(k.ages) a), 0)::bigint, coalesce(o.open, 0))) as f(figure, balance, proof)
    where f.balance <> f.proof`.execute(tx);
  return rows;
}

defineProof({
  key: 'receivable',
  book: '应收',
  title: '应收单与收款单的核销、每个客户的应收余额与分录',
  see: FUND_MANAGE,
  of: 'customers',
  run: async (tx, me) => {
    const { rows } = await sql<{ n: number }>`
      select ((select count(*) from receivable where tenant_id = ${me.tenantId}) + (select count(*) from receipt where tenant_id = ${me.tenantId})
        + (select count(*) from customer where tenant_id = ${me.tenantId}))::int as n`.execute(tx);
    return { compared: rows[0]?.n ?? 0, differences: (await proveReceivables(tx, me)).map(inYuan) };
  },
});
