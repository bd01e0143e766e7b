import type { z } from 'zod';
import { proveBillings } from '~/domains/billing/billingProof.server';
import { DeliveryForm } from '~/domains/delivery/delivery.schema';
import { saveDelivery } from '~/domains/delivery/delivery.server';
import { shipDelivery } from '~/domains/delivery/ship.server';
import { proveExpense } from '~/domains/expense/proof.server';
import { proveFunds } from '~/domains/finance/fundProof.server';
import { OrderInput } from '~/domains/order/form/orderInput.schema';
import { placeOrder } from '~/domains/order/placing/place.server';
import { proveReceivables } from '~/domains/receivable/receivableProof.server';
import { proveOrders } from '~/domains/return/returnProof.server';
import { OrderSettings } from '~/domains/settings/orderSettings.schema';
import { saveOrderSettings } from '~/domains/settings/orderSettings.server';
import { proveCounts } from '~/domains/stockCount/countProof.server';
import { proveTransfers } from '~/domains/stockTransfer/transferProof.server';
import { proveBatches } from '~/domains/warehouse/batchProof.server';
import { proveStock } from '~/domains/warehouse/proof.server';
import type { Me } from '~/portal/me';
import type { Opened } from '~/server/db.server';
import { addProduct, NOON, openShop, type Shop } from './catalogue';
import { addWarehouse, as, putStock } from './stock';

export interface Depot extends Shop {
  opened: Opened;
  warehouseId: string;
  /** Three SKUs, 标准价 10.00 元 each, 1箱=12个. */
  skus: [string, string, string];
}

/** A shop whose orders pass by themselves, with a warehouse holding 1000 of each of three SKUs. */
export async function openDepot(opened: Opened, tenantId = 1n, config: Partial<z.input<typeof OrderSettings>> = {}): Promise<Depot> {
  const shop = await openShop(opened, tenantId);
  const warehouseId = await addWarehouse(opened, shop.me);
  const skus: string[] = [];
  for (const code of ['FS001', 'FS002', 'FS003']) skus.push((await addProduct(opened, shop, code)).skuIds[0] as string);
  await opened.pool.query("update product set status = 'ON' where tenant_id = $1", [tenantId]);
  await putStock(opened, shop.me, warehouseId, Object.fromEntries(skus.map((id) => [id, '1000'])));
  await as(opened, shop.me, (tx) => saveOrderSettings(tx, shop.me, { config: OrderSettings.parse({ auditMode: 'AUTO', ...config }), version: 0 }));
  return { ...shop, opened, warehouseId, skus: skus as [string, string, string] };
}

export interface PlacedLine {
  id: string;
  qty: string;
  shipped: string;
  signed: string;
  refused: string;
  closed: string;
  reserved: string;
  amount: bigint;
  shipped_amount: bigint;
}
interface Placed {
  id: string;
  no: string;
  lineIds: string[];
}

/** An approved order of `[sku index, quantity in 个]` lines. */
export async function orderOf(
  depot: Depot,
  lines: readonly (readonly [number, string])[],
  change: Partial<z.input<typeof OrderInput>> = {},
  now = NOON,
): Promise<Placed> {
  const input = OrderInput.parse({
    customerId: depot.customers[0],
    warehouseId: depot.warehouseId,
    receiver: '王强',
    receiverPhone: '13900000001',
    province: '浙江省',
    city: '杭州市',
    district: '西湖区',
    address: '文三路1号',
    payMethod: 'OFFLINE',
    lines: lines.map(([sku, qty]) => ({ skuId: depot.skus[sku], unitId: depot.units.piece, qty })),
    ...change,
  });
  const { id, no } = await as(depot.opened, depot.me, (tx) => placeOrder(tx, depot.me, input, now));
  return { id, no, lineIds: (await orderLinesOf(depot, id)).map((line) => line.id) };
}

export async function orderLinesOf(depot: Depot, orderId: string): Promise<PlacedLine[]> {
  return (await depot.opened.pool.query('select * from order_line where order_id = $1 order by line_no', [orderId])).rows;
}

export const statusOf = async (depot: Depot, orderId: string): Promise<string> =>
  (await depot.opened.pool.query('select status from sales_order where id = $1', [orderId])).rows[0].status;

/** A delivery of `[order line id, quantity]` that waits to go out. */
export function deliveryOf(depot: Depot, lines: readonly (readonly [string, string])[], change: Partial<z.input<typeof DeliveryForm>> = {}, me: Me = depot.me) {
  const input = DeliveryForm.parse({
    warehouseId: depot.warehouseId,
    shipWay: 'LOGISTICS',
    freight: '0',
    lines: lines.map(([orderLineId, qty]) => ({ orderLineId, qty })),
    ...change,
  });
  return as(depot.opened, me, (tx) => saveDelivery(tx, me, input, NOON));
}

export async function shipped(depot: Depot, lines: readonly (readonly [string, string])[], now = NOON) {
  const { id, version } = await deliveryOf(depot, lines);
  return as(depot.opened, depot.me, (tx) => shipDelivery(tx, depot.me, { id, version }, now));
}

/** Every book at once; empty when stock, funds and receivables agree with their ledgers. */
export const differences = (depot: Depot) =>
  as(depot.opened, depot.me, async (tx) => [
    ...(await proveStock(tx, depot.me)),
    ...(await proveFunds(tx, depot.me)),
    ...(await proveExpense(tx, depot.me)),
    ...(await proveReceivables(tx, depot.me)),
    ...(await proveOrders(tx, depot.me)),
    ...(await proveBillings(tx, depot.me)),
    ...(await proveTransfers(tx, depot.me)),
    ...(await proveCounts(tx, depot.me)),
    ...(await proveBatches(tx, depot.me)),
  ]);
