import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { BILLING_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { type Difference, defineProof } from '~/server/proof.server';
import { formatYuan } from '~/shared/money';

interface Found {
  id: string;
  name: string;
  figure: string;
  balance: bigint;
  proof: bigint;
}

/** Applications from their lines and from the invoices that were issued for them, red letters from what they take back. */
const ofDocuments = (tenantId: bigint) => sql<Found>`
  with docs as (select * from billing where tenant_id = ${tenantId}),
  lines as (select billing_id, sum(amount)::bigint as amount, sum(tax)::bigint as tax, sum(red_amount)::bigint as red from billing_line
    where tenant_id = ${tenantId} group by 1),
  issued as (select billing_id, sum(amount)::bigint as amount, sum(tax)::bigint as tax from invoice where tenant_id = ${tenantId} group by 1),
  reds as (select origin_id, sum(amount) filter (where status = 'ISSUED')::bigint as amount from docs where direction = 'RED' group by 1)
  select d.id, d.no as name, f.figure, f.balance, f.proof
  from docs d left join lines l on l.billing_id = d.id left join issued i on i.billing_id = d.id left join reds r on r.origin_id = d.id
  cross join lateral (values
    ('价税合计（明细合计）', d.amount, coalesce(l.amount, 0)), ('税额（明细合计）', d.tax, coalesce(l.tax, 0)),
    ('价税合计（发票合计）', case when d.status in ('ISSUED', 'PART_RED', 'RED') then d.amount else 0 end, coalesce(i.amount, 0)),
    ('税额（发票合计）', case when d.status in ('ISSUED', 'PART_RED', 'RED') then d.tax else 0 end, coalesce(i.tax, 0)),
    ('已红冲（红字合计）', d.red_amount, coalesce(r.amount, 0)), ('已红冲（明细合计）', d.red_amount, coalesce(l.red, 0))) as f(figure, balance, proof)
  where f.balance <> f.proof`;

/** What lines of invoices lost to red letters: issued, and on the way. */
const ofReds = (tenantId: bigint) => sql<Found>`
  with taken as (
    select l.origin_line_id, coalesce(sum(l.amount) filter (where d.status = 'ISSUED'), 0)::bigint as red,
      coalesce(sum(l.amount) filter (where d.status in ('PENDING_AUDIT', 'WAIT_ISSUE', 'ISSUING', 'FAILED')), 0)::bigint as redding
    from billing_line l join billing d on d.tenant_id = l.tenant_id and d.id = l.billing_id
    where l.tenant_id = ${tenantId} and d.direction = 'RED' group by 1)
  select d.id, d.no || '第' || l.line_no || '行' as name, f.figure, f.balance, f.proof
  from billing_line l join billing d on d.tenant_id = l.tenant_id and d.id = l.billing_id left join taken t on t.origin_line_id = l.id
  cross join lateral (values ('已红冲（红字行）', l.red_amount, coalesce(t.red, 0)), ('红冲中（红字行）', l.redding_amount, coalesce(t.redding, 0))) as f(figure, balance, proof)
  where l.tenant_id = ${tenantId} and f.balance <> f.proof`;

/** What documents invoice of lines `l`, and what is applied for. */
const COUNTED = sql`sum(case when d.status in ('ISSUED', 'PART_RED', 'RED') then l.amount * case d.direction when 'RED' then -1 else 1 end else 0 end)::bigint as invoiced,
  sum(case when d.status in ('PENDING_AUDIT', 'WAIT_ISSUE', 'ISSUING', 'FAILED') and d.direction = 'BLUE' then l.amount else 0 end)::bigint as invoicing`;

/** What order lines count as invoiced and as applied for. */
const ofOrders = (tenantId: bigint) => sql<Found>`
  with counted as (
    select l.order_line_id,
      ${COUNTED}
    from billing_line l join billing d on d.tenant_id = l.tenant_id and d.id = l.billing_id
    where l.tenant_id = ${tenantId} and l.order_line_id is not null group by 1)
  select o.id, '订单' || o.no || '第' || l.line_no || '行' as name, f.figure, f.balance, f.proof
  from order_line l join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id left join counted c on c.order_line_id = l.id
  cross join lateral (values ('已开票（发票明细）', l.invoiced_amount, coalesce(c.invoiced, 0)), ('开票中（申请明细）', l.invoicing_amount, coalesce(c.invoicing, 0)))
    as f(figure, balance, proof)
  where l.tenant_id = ${tenantId} and (l.invoiced_amount <> 0 or l.invoicing_amount <> 0 or c.order_line_id is not null) and f.balance <> f.proof`;

/** What orders count of their freight. */
const ofFreight = (tenantId: bigint) => sql<Found>`
  with counted as (
    select l.order_id,
      ${COUNTED}
    from billing_line l join billing d on d.tenant_id = l.tenant_id and d.id = l.billing_id
    where l.tenant_id = ${tenantId} and l.order_line_id is null group by 1)
  select o.id, '订单' || o.no || '运费' as name, f.figure, f.balance, f.proof
  from sales_order o left join counted c on c.order_id = o.id
  cross join lateral (values ('运费已开票（发票明细）', o.freight_invoiced, coalesce(c.invoiced, 0)),
    ('运费开票中（申请明细）', o.freight_invoicing, coalesce(c.invoicing, 0)),
    ('运费可开票额度', o.freight, greatest(o.freight, o.freight_invoiced + o.freight_invoicing))) as f(figure, balance, proof)
  where o.tenant_id = ${tenantId} and (o.freight_invoiced <> 0 or o.freight_invoicing <> 0 or c.order_id is not null) and f.balance <> f.proof`;

/** Recomputes invoices from their lines, from what was issued, from red letters and from what order lines count. */
export async function proveBillings(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<Difference[]> {
  const found: Found[] = [];
  for (const part of [ofDocuments, ofReds, ofOrders, ofFreight]) found.push(...(await part(me.tenantId).execute(tx)).rows);
  return found.map(({ balance, proof, ...row }) => ({ ...row, balance: formatYuan(BigInt(balance)), proof: formatYuan(BigInt(proof)) }));
}

defineProof({
  key: 'billing',
  book: '开票',
  title: '开票申请与发票、红字与原票、订单行已开票与申请中',
  see: BILLING_MANAGE,
  of: 'customers',
  run: async (tx, me) => {
    const { n } = await tx.selectFrom('billing_line').select(sql<number>`count(*)::int`.as('n')).where('tenant_id', '=', me.tenantId).executeTakeFirstOrThrow();
    return { compared: n, differences: await proveBillings(tx, me) };
  },
});
