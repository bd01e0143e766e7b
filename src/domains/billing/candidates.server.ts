import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { fewOf, holdsNumber } from '~/server/search.server';
import { notFound } from '~/shared/refusal';
import { type BillableLine, billableLines, billableOf, freightOf } from './billable.server';
import { titlesFor } from './buyer.server';
import { leftOf } from './rules';

const MOST_SHOWN = 300;

/** What may be invoiced for a customer now, the oldest order first, with the titles its invoices may bear. */
export async function candidatesOf(tx: Tx, me: Me, { customerId, orderNo, orderId }: { customerId: string; orderNo: string; orderId?: string | undefined }) {
  const customer = await tx.selectFrom('customer').select(['id', 'name']).where('tenant_id', '=', me.tenantId).where('id', '=', customerId).executeTakeFirst();
  if (!customer) notFound('该客户');
  const asked = await ordersAsked(tx, { orderId, orderNo });
  const ids = await openLines(tx, me, customerId, asked);
  const goods = (await billableLines(tx, me, customerId).where('l.id', '=', anyOf(ids)).execute()).map(billableOf);
  const freight = await freightOf(tx, me, customerId, { of: asked, open: true });
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

/** As a condition on `o`. */
const ordersAsked = async (tx: Tx, { orderId, orderNo }: { orderId?: string | undefined; orderNo: string }): Promise<RawBuilder<SqlBool>> =>
  sql<SqlBool>`${orderId ? sql`o.id = ${orderId}` : sql`true`} and ${orderNo ? await holdsNumber(tx, 'o.id', 'sales_order_text', 'no', orderNo) : sql`true`}`;

/**
 * The first lines with something to invoice. The orders lead, since they are in order and their lines are not: those of the lines where few
 * are open, else the customer's from the oldest on until enough are found.
 */
async function openLines(tx: Tx, me: Me, customerId: string, asked: RawBuilder<SqlBool>): Promise<string[]> {
  const open = tx.selectFrom('order_line').where('tenant_id', '=', me.tenantId).where('customer_id', '=', customerId).where('to_invoice', '=', true);
  const among = await fewOf('o.id', open.select('order_id as id'));
  const { rows } = await sql<{ id: string }>`
    select l.id from sales_order o cross join lateral (
      select id, line_no from order_line where tenant_id = o.tenant_id and order_id = o.id and customer_id = o.customer_id and to_invoice offset 0) l
    where o.tenant_id = ${me.tenantId} and o.customer_id = ${customerId} and ${among} and ${asked}
    order by o.created_at, o.id, l.line_no limit ${MOST_SHOWN + 1}`.execute(tx);
  return rows.map(({ id }) => id);
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
