import { basePortion } from '~/domains/delivery/quantities';
import type { SkuSnapshot } from '~/domains/order/lines/skuSnapshot';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { displayQty, sumQty } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import type { ReturnLine } from './store.server';

/** A line as it was received, with what its order and delivery say of it. */
export interface Received extends ReturnLine {
  sku: SkuSnapshot;
  skuId: string;
  deliveredQty: string;
  deliveredBase: string;
  fromWarehouseId: string;
  /** The batch somebody read off the goods; '' : those that were delivered. */
  batchNo?: string;
}
export const acceptedOf = (line: Pick<ReturnLine, 'good_qty' | 'bad_qty'>): string => sumQty([line.good_qty, line.bad_qty]);
export type About = Omit<Received, keyof ReturnLine>;

export async function aboutLines(tx: Tx, me: Me, lines: readonly ReturnLine[]): Promise<Map<string, About>> {
  const rows = await tx
    .selectFrom('return_line')
    .innerJoin('delivery_line', (on) =>
      on.onRef('delivery_line.tenant_id', '=', 'return_line.tenant_id').onRef('delivery_line.id', '=', 'return_line.delivery_line_id'),
    )
    .innerJoin('delivery', (on) => on.onRef('delivery.tenant_id', '=', 'return_line.tenant_id').onRef('delivery.id', '=', 'return_line.delivery_id'))
    .innerJoin('order_line', (on) => on.onRef('order_line.tenant_id', '=', 'return_line.tenant_id').onRef('order_line.id', '=', 'return_line.order_line_id'))
    .select(['return_line.id', 'delivery_line.qty', 'delivery_line.base_qty', 'delivery.warehouse_id', 'order_line.sku_id', 'order_line.sku_snapshot'])
    .where('return_line.tenant_id', '=', me.tenantId)
    .where('return_line.id', '=', anyOf(lines.map((line) => line.id)))
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        sku: row.sku_snapshot as unknown as SkuSnapshot,
        skuId: row.sku_id,
        deliveredQty: row.qty,
        deliveredBase: row.base_qty,
        fromWarehouseId: row.warehouse_id,
      },
    ]),
  );
}

/** The base units of a part of the line, by the ratio it was delivered with. */
export function baseOf(line: Received, qty: string): string {
  return (
    basePortion({ qty: line.deliveredQty, baseQty: line.deliveredBase }, qty) ??
    refuse(
      'UNIT_INEXACT',
      `第${line.line_no}行商品“${line.sku.name}”（${line.sku.code}）：${displayQty(qty)}${line.sku.unitName}无法精确换算为基本单位，请调整数量`,
    )
  );
}
