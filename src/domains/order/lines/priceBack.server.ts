import type { z } from 'zod';
import { changePrices } from '~/domains/price/change/changePrices.server';
import { writers } from '~/domains/price/change/writers.server';
import { type Agreed, planPrices } from '~/domains/price/customerPriceBack.server';
import { holds, type Me } from '~/portal/me';
import { ORDER_AUDIT, ORDER_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { trimPrice } from '~/shared/money';
import { NO_PERMISSION, NO_PERMISSION_MESSAGE, notFound, Refusal, refuse } from '~/shared/refusal';
import { saidPrice } from '~/shared/said';
import type { PriceBackInput } from '../form/orderInput.schema';
import { isApproved, orderStates } from '../order';
import type { OrderStatus } from '../order.schema';
import { isPrivateDraft, type Line, linesOf, lockOrder, type Order, record, titleOf } from '../store.server';
import type { PriceBack } from '../views/orderView.schema';
import type { SkuSnapshot } from './skuSnapshot';

/** The lines of an approved order whose price was set by hand, each with what the customer pays for such goods today. */
export async function priceBackOf(tx: Tx, me: Me, input: { id: string }, now: Date): Promise<z.output<typeof PriceBack>> {
  refuseBlind(me);
  const { order, lines } = await handPriced(tx, me, await orderOf(tx, me, input.id));
  const steps = await planPrices(tx, me, order.customer_id, lines.map(agreedOf), shanghaiDate(now));
  return {
    rowVersion: order.row_version,
    customerName: order.customer_name,
    lines: lines.map((line, index) => {
      const sku = line.sku_snapshot as unknown as SkuSnapshot;
      const { current, key, same, belowFloor, problem } = steps[index] as (typeof steps)[number];
      return {
        id: line.id,
        lineNo: line.line_no,
        skuCode: sku.code,
        name: sku.name,
        spec: [sku.spec, sku.saleText].filter(Boolean).join(' '),
        unitName: sku.unitName,
        qty: line.qty,
        price: trimPrice(line.price),
        minQty: key.minQty,
        validTo: key.validTo,
        current: current && { price: trimPrice(current.price), validFrom: current.validFrom, validTo: current.validTo },
        same,
        belowFloor,
        problem,
      };
    }),
  };
}

/** 反写价格: prices set by hand in an approved order become the customer's own from today on. */
export async function writeBackPrices(tx: Tx, me: Me, input: z.output<typeof PriceBackInput>, now: Date) {
  refuseBlind(me);
  const { order, lines } = await handPriced(tx, me, await lockOrder(tx, me, input));
  const chosen = input.lineIds.map((id) => lines.find((line) => line.id === id) ?? notFound('所选的手工价明细'));
  const customer = await tx
    .selectFrom('customer')
    .select(['id', 'code'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', order.customer_id)
    .executeTakeFirstOrThrow();
  const remark = `由${titleOf(order)}改价写入`;
  const done = await changePrices(tx, me, writers.ORDER, { customer, lines: chosen.map(agreedOf), remark, confirm: input.confirm }, now);
  if (done.written)
    await record(tx, me, order, now, {
      action: done.change ? '申请写入客户价' : '写入客户价',
      from: order.status,
      to: order.status,
      note: chosen.map((line) => `${(line.sku_snapshot as unknown as SkuSnapshot).code} ${saidPrice(line.price)}元`).join('、'),
      payload: { internal: true },
    });
  return done;
}

type Priced = Pick<Order, 'id' | 'no' | 'type' | 'status' | 'customer_id' | 'customer_name' | 'row_version'>;

/** Whoever may set customers' prices must also be allowed to see orders. */
function refuseBlind(me: Me): void {
  if (!holds(me, ORDER_MANAGE) && !holds(me, ORDER_AUDIT)) throw new Refusal(NO_PERMISSION, NO_PERMISSION_MESSAGE, { reason: 'NO_PERMISSION' });
}

async function orderOf(tx: Tx, me: Me, id: string): Promise<Priced> {
  const row = await tx
    .selectFrom('sales_order')
    .select(['id', 'no', 'type', 'status', 'source', 'customer_id', 'customer_name', 'row_version'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || isPrivateDraft(row, me)) return notFound('该订单');
  return { ...row, status: row.status as OrderStatus };
}

async function handPriced<O extends Priced>(tx: Tx, me: Me, order: O): Promise<{ order: O; lines: Line[] }> {
  if (!isApproved(order.status)) refuse('BAD_STATE', `${titleOf(order)}当前状态为“${orderStates[order.status]}”，审核通过后才能写入客户价`);
  if (order.type === 'SAMPLE') refuse('BAD_STATE', `${titleOf(order)}是样品订单，价格不能写入客户价`);
  const lines = (await linesOf(tx, me, [order.id])).filter((line) => line.manual_price && !line.is_gift);
  if (lines.length === 0) refuse('BAD_STATE', `${titleOf(order)}没有手工改价的商品`);
  return { order, lines };
}

const agreedOf = (line: Line): Agreed => ({ skuId: line.sku_id, unitId: line.unit_id, qty: line.qty, price: line.price });
