import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { addQty } from '~/shared/money';

/** By how much the counters of an order line change; a minus takes back. Without a line it is the freight of the order. */
export interface Invoiced {
  orderId: string;
  orderLineId: string | null;
  invoicing?: string;
  invoicingAmount?: bigint;
  invoiced?: string;
  invoicedAmount?: bigint;
}

/** What invoices report back: applied for, issued, taken back in red. The caller has locked these orders and checked the limits. */
export async function recordInvoicing(tx: Tx, me: Me, changes: readonly Invoiced[]): Promise<void> {
  await recordFreight(
    tx,
    me,
    changes.filter((change) => change.orderLineId === null),
  );
  const byLine = new Map<string, Required<Omit<Invoiced, 'orderId'>> & { orderLineId: string }>();
  for (const { orderLineId, invoicing = '0', invoicingAmount = 0n, invoiced = '0', invoicedAmount = 0n } of changes) {
    if (orderLineId === null) continue;
    const of = byLine.get(orderLineId) ?? { orderLineId, invoicing: '0', invoicingAmount: 0n, invoiced: '0', invoicedAmount: 0n };
    byLine.set(orderLineId, {
      orderLineId,
      invoicing: addQty(of.invoicing, invoicing),
      invoicingAmount: of.invoicingAmount + invoicingAmount,
      invoiced: addQty(of.invoiced, invoiced),
      invoicedAmount: of.invoicedAmount + invoicedAmount,
    });
  }
  const lines = [...byLine.values()];
  if (!lines.length) return;
  const ids = lines.map((line) => line.orderLineId);
  const of = (figure: 'invoicing' | 'invoicingAmount' | 'invoiced' | 'invoicedAmount') => lines.map((line) => String(line[figure]));
  await sql`update order_line l set invoicing = l.invoicing + v.invoicing, invoicing_amount = l.invoicing_amount + v.invoicing_amount,
      invoiced = l.invoiced + v.invoiced, invoiced_amount = l.invoiced_amount + v.invoiced_amount
    from unnest(${ids}::uuid[], ${of('invoicing')}::numeric[], ${of('invoicingAmount')}::bigint[], ${of('invoiced')}::numeric[],
      ${of('invoicedAmount')}::bigint[]) as v(id, invoicing, invoicing_amount, invoiced, invoiced_amount)
    where l.tenant_id = ${me.tenantId} and l.id = ${anyOf(ids)} and l.id = v.id`.execute(tx);
}

async function recordFreight(tx: Tx, me: Me, changes: readonly Invoiced[]): Promise<void> {
  if (!changes.length) return;
  const ids = changes.map((change) => change.orderId);
  await sql`update sales_order o set freight_invoicing = o.freight_invoicing + v.invoicing, freight_invoiced = o.freight_invoiced + v.invoiced
    from (select id, sum(invoicing) as invoicing, sum(invoiced) as invoiced
      from unnest(${ids}::uuid[], ${changes.map((change) => String(change.invoicingAmount ?? 0n))}::bigint[], ${changes.map((change) => String(change.invoicedAmount ?? 0n))}::bigint[])
        as m(id, invoicing, invoiced) group by id) v
    where o.tenant_id = ${me.tenantId} and o.id = v.id`.execute(tx);
}
