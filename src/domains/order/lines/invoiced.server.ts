import { sql } from 'kysely';
import { anyOf } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addQty } from '~/shared/money';

/** By how much the counters of an order line move; a minus takes back. */
export interface Invoiced {
  orderLineId: string;
  invoicing?: string;
  invoicingAmount?: bigint;
  invoiced?: string;
  invoicedAmount?: bigint;
}

/** What invoices report back: applied for, issued, taken back in red. The caller has locked these orders and checked the limits. */
export async function recordInvoicing(tx: Tx, me: Me, moves: readonly Invoiced[]): Promise<void> {
  const byLine = new Map<string, Required<Invoiced>>();
  for (const { orderLineId, invoicing = '0', invoicingAmount = 0n, invoiced = '0', invoicedAmount = 0n } of moves) {
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
