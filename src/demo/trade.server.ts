import { DeliveryForm } from '~/domains/delivery/delivery.schema';
import { saveDelivery } from '~/domains/delivery/delivery.server';
import { addTrace } from '~/domains/delivery/packages.server';
import { shipDelivery } from '~/domains/delivery/ship.server';
import { signDelivery } from '~/domains/delivery/sign.server';
import { approveOrder, rejectOrder } from '~/domains/order/audit/audit.server';
import { cancelOrder, closeLines } from '~/domains/order/change/close.server';
import { OrderInput } from '~/domains/order/form/orderInput.schema';
import { placeOrder, saveDraft } from '~/domains/order/placing/place.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { subQty, trimQty } from '~/shared/money';
import { OWN_CARRIER, placeOf } from './customers.server';
import type { DemoDealer } from './dealers';
import type { Random } from './random';

export interface Trader {
  customerId: string;
  dealer: DemoDealer;
  /** Who orders: the dealer's own account, or nobody and the clerk orders for them. */
  me: Me | null;
  pays: 'BALANCE' | 'OFFLINE';
}

export interface Sellable {
  skuId: string;
  unitId: string;
  step: number;
}

/** How far an order goes. */
export type Fate = 'DRAFT' | 'PENDING' | 'REJECTED' | 'CANCELLED' | 'APPROVED' | 'PARTIAL' | 'SHIPPED' | 'SIGNED' | 'DAMAGED' | 'CLOSED';

export interface Trade {
  clerk: Me;
  keeper: Me;
  goods: readonly Sellable[];
  random: Random;
}

const HOUR = 3_600_000;
const later = (at: Date, hours: number): Date => new Date(Math.min(at.getTime() + hours * HOUR, Date.now() - 60_000));

/** One order lived through to its fate, by the functions people use. */
export async function tradeOnce(tx: Tx, trade: Trade, trader: Trader, fate: Fate, at: Date, expense = '0'): Promise<void> {
  const { clerk, random } = trade;
  const buyer = trader.me ?? clerk;
  const input = OrderInput.parse({
    customerId: trader.customerId,
    receiver: trader.dealer.contact,
    receiverPhone: trader.dealer.mobile,
    ...placeOf(trader.dealer),
    payMethod: trader.pays,
    expense,
    remark: random.chance(0.15) ? random.pick(['工地急用，请优先安排', '到货前请电话联系', '发票随货', '请用托盘打包']) : '',
    lines: linesOf(trade),
  });
  if (fate === 'DRAFT') {
    await saveDraft(tx, buyer, input, at);
    return;
  }
  const placed = await placeOrder(tx, buyer, input, at);
  if (fate === 'PENDING') return;
  const ref = { id: placed.id, rowVersion: placed.rowVersion };
  if (fate === 'REJECTED')
    return void (await rejectOrder(
      tx,
      clerk,
      { ...ref, reason: random.pick(['收货信息不完整', '库存不足，请调整数量', '有逾期款未结清', '该规格已停产，请改订替代型号']) },
      later(at, 3),
    ));
  if (fate === 'CANCELLED') return void (await cancelOrder(tx, clerk, { ...ref, reason: '工程暂停或取消' }, later(at, 5)));
  const approved = await approveOrder(tx, clerk, { ...ref, note: '', edits: [] }, later(at, random.whole(1, 6)));
  if (fate === 'APPROVED') return;
  await fulfil(tx, trade, trader, { id: placed.id, rowVersion: approved.rowVersion }, fate, later(at, random.whole(8, 30)));
}

function linesOf({ goods, random }: Trade) {
  const chosen = new Map<string, Sellable>();
  const count = random.whole(2, 6);
  while (chosen.size < count) {
    const one = random.pick(goods);
    chosen.set(one.skuId, one);
  }
  return [...chosen.values()].map(({ skuId, unitId, step }) => ({ skuId, unitId, qty: String(step * random.whole(2, 12)) }));
}

async function fulfil(tx: Tx, trade: Trade, trader: Trader, order: { id: string; rowVersion: number }, fate: Fate, at: Date): Promise<void> {
  const { keeper, clerk, random } = trade;
  const lines = await tx
    .selectFrom('order_line')
    .select(['id', 'qty', 'warehouse_id'])
    .where('tenant_id', '=', keeper.tenantId)
    .where('order_id', '=', order.id)
    .orderBy('line_no')
    .execute();
  const part = fate === 'PARTIAL' || fate === 'CLOSED';
  const going = part ? lines.slice(0, Math.max(1, lines.length - 1)) : lines;
  const carrier = random.pick(['顺丰速运', '德邦物流', '安能物流', OWN_CARRIER]);
  const waybill = random.whole(10_000_000, 99_999_999);
  const packages = packagesOf(going, { carrier, waybill, pieces: random.whole(1, 6) });
  const form = DeliveryForm.parse({
    warehouseId: lines[0]?.warehouse_id,
    shipWay: 'LOGISTICS',
    freight: '0.00',
    carrier,
    lines: going.map((line) => ({ orderLineId: line.id, qty: trimQty(line.qty) })),
    packages,
  });
  const delivery = await saveDelivery(tx, keeper, form, at);
  const shipped = await shipDelivery(tx, keeper, { id: delivery.id, version: delivery.version }, later(at, 2));
  await trace(tx, keeper, delivery.id, later(at, 12));
  const by = trader.me ?? keeper;
  const ref = { id: delivery.id, version: shipped.version };
  if (fate === 'SHIPPED' || fate === 'PARTIAL') {
    if (packages.length > 1 && fate === 'SHIPPED') await signFirstPackage(tx, by, ref, later(at, 36));
    return;
  }
  await sign(tx, by, ref, fate === 'DAMAGED', later(at, random.whole(40, 96)));
  if (fate !== 'CLOSED') return;
  const now = await tx
    .selectFrom('sales_order')
    .select('row_version')
    .where('tenant_id', '=', keeper.tenantId)
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  await closeLines(tx, clerk, { id: order.id, rowVersion: now.row_version, reason: '客户已够用', lineIds: [] }, later(at, 120));
}

/** Some deliveries of three lines and more go in two packages: by halves, and a line of several pieces partly in each. */
function packagesOf(lines: readonly { id: string; qty: string }[], { carrier, waybill, pieces }: { carrier: string; waybill: number; pieces: number }) {
  const whole = { carrier, waybillNo: `YD${waybill}`, pieces };
  if (lines.length < 3 || waybill % 2 === 1) return [whole];
  const [shared, ...rest] = lines as [{ id: string; qty: string }, ...{ id: string; qty: string }[]];
  const first = String(BigInt(trimQty(shared.qty)) / 2n);
  const half = Math.ceil(rest.length / 2);
  const all = (some: typeof rest) => some.map((line) => ({ orderLineId: line.id, qty: trimQty(line.qty) }));
  return [
    { ...whole, lines: [{ orderLineId: shared.id, qty: first }, ...all(rest.slice(0, half))] },
    {
      ...whole,
      waybillNo: `YD${waybill + 1}`,
      pieces: 1,
      lines: [{ orderLineId: shared.id, qty: subQty(shared.qty, first) }, ...all(rest.slice(half))],
    },
  ];
}

async function trace(tx: Tx, keeper: Me, deliveryId: string, at: Date): Promise<void> {
  for (const { id } of await parcelsOf(tx, keeper, deliveryId))
    await addTrace(tx, keeper, { packageId: id, at, node: '在途', text: '货物已到达中转站，正发往目的地' }, at);
}

const parcelsOf = (tx: Tx, me: Me, deliveryId: string) =>
  tx.selectFrom('package').select('id').where('tenant_id', '=', me.tenantId).where('delivery_id', '=', deliveryId).orderBy('seq').execute();

async function signFirstPackage(tx: Tx, by: Me, ref: { id: string; version: number }, at: Date): Promise<void> {
  const [parcel] = await parcelsOf(tx, by, ref.id);
  if (!parcel) return;
  const held = await tx
    .selectFrom('package_line')
    .select(['delivery_line_id', 'qty'])
    .where('tenant_id', '=', by.tenantId)
    .where('package_id', '=', parcel.id)
    .execute();
  const lines = held.map((row) => ({ lineId: row.delivery_line_id, signed: row.qty, refused: '0', damage: '0', note: '', photos: [] }));
  await signDelivery(tx, by, { ...ref, packageId: parcel.id, lines }, at);
}

async function sign(tx: Tx, by: Me, ref: { id: string; version: number }, damaged: boolean, at: Date): Promise<void> {
  const rows = await tx
    .selectFrom('delivery_line')
    .select(['id', 'qty'])
    .where('tenant_id', '=', by.tenantId)
    .where('delivery_id', '=', ref.id)
    .orderBy('line_no')
    .execute();
  const lines = rows.map((row, index) => ({
    lineId: row.id,
    signed: row.qty,
    refused: '0',
    damage: damaged && index === 0 ? '1' : '0',
    note: damaged && index === 0 ? '外包装破损1件' : '',
    photos: [],
  }));
  await signDelivery(tx, by, { ...ref, lines }, at);
}
