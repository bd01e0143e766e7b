import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { containing } from '~/server/list.server';
import { notFound } from '~/shared/refusal';
import { type BillableLine, billableLines, billableOf, freightOf } from './billable.server';
import { titlesFor } from './buyer.server';
import { leftOf } from './rules';

const MOST_SHOWN = 300;

/** What may be invoiced for a customer now, the oldest order first, with the titles its invoices may bear. */
export async function candidatesOf(tx: Tx, me: Me, { customerId, orderNo, orderId }: { customerId: string; orderNo: string; orderId?: string | undefined }) {
  const customer = await tx.selectFrom('customer').select(['id', 'name']).where('tenant_id', '=', me.tenantId).where('id', '=', customerId).executeTakeFirst();
  if (!customer) notFound('该客户');
  let rows = billableLines(tx, me, customerId).where('l.to_invoice', '=', true);
  if (orderId) rows = rows.where('l.order_id', '=', orderId);
  if (orderNo) rows = rows.where('o.no', 'ilike', containing(orderNo));
  const goods = (await rows.limit(MOST_SHOWN + 1).execute()).map(billableOf);
  const freight = (await freightOf(tx, me, customerId, { orderIds: orderId ? [orderId] : undefined, open: true })).filter(
    (line) => orderNo === '' || line.orderNo.toLowerCase().includes(orderNo.toLowerCase()),
  );
  const found = withFreight(goods, freight);
  const due = await tx
    .selectFrom('order_line as l')
    .innerJoin('sales_order as o', (on) => on.onRef('o.tenant_id', '=', 'l.tenant_id').onRef('o.id', '=', 'l.order_id'))
    .select('o.no')
    .distinct()
    .where('l.tenant_id', '=', me.tenantId)
    .where('l.customer_id', '=', customerId)
    .where('l.red_due', '=', true)
    .orderBy('o.no')
    .limit(20)
    .execute();
  return {
    customer,
    titles: await titlesFor(tx, me, customerId),
    more: found.length > MOST_SHOWN,
    redFirst: due.map(({ no }) => no ?? ''),
    lines: found.slice(0, MOST_SHOWN).map((line) => {
      const left = leftOf(line);
      return {
        orderLineId: line.id,
        orderId: line.orderId,
        orderNo: line.orderNo,
        lineNo: line.lineNo,
        skuCode: line.sku.code,
        name: line.sku.name,
        spec: [line.sku.spec, line.sku.saleText].filter(Boolean).join(' '),
        unitName: line.sku.unitName,
        signed: line.signed,
        returned: line.returned,
        invoiced: line.invoiced,
        invoicing: line.invoicing,
        leftQty: left.qty,
        leftAmount: left.amount,
        taxRatePpm: line.taxRatePpm,
      };
    }),
  };
}

/** The freight of an order after its goods; of orders whose goods are invoiced already, at the end. */
function withFreight(goods: readonly BillableLine[], freight: readonly BillableLine[]): BillableLine[] {
  const waiting = new Map(freight.map((line) => [line.orderId, line]));
  const shown = goods.flatMap((line, index) => {
    const own = goods[index + 1]?.orderId === line.orderId ? undefined : waiting.get(line.orderId);
    if (own) waiting.delete(line.orderId);
    return own ? [line, own] : [line];
  });
  return [...shown, ...waiting.values()];
}
