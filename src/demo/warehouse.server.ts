import { CountForm } from '~/domains/stockCount/count.schema';
import { saveCount } from '~/domains/stockCount/count.server';
import { enterCounts } from '~/domains/stockCount/enter.server';
import { cancelCount, passCount, submitCount } from '~/domains/stockCount/review.server';
import { closeShort, receiveTransfer } from '~/domains/stockTransfer/receive.server';
import { TransferForm } from '~/domains/stockTransfer/transfer.schema';
import { auditTransfer, saveTransfer } from '~/domains/stockTransfer/transfer.server';
import { linesOf, transfers } from '~/domains/stockTransfer/transferStore.server';
import { StockOutForm } from '~/domains/warehouse/stockDoc.schema';
import { stockOuts } from '~/domains/warehouse/stockOut.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';

const DAY = 86_400_000;
interface Goods {
  skuId: string;
  unitId: string;
}
interface People {
  admin: Me;
  keeper: Me;
}

/** What the keepers of the big factory did besides shipping: a document in every state, some of them months ago. */
export async function fillWarehouseWork(tx: Tx, people: People, now: Date): Promise<void> {
  const houses = await tx
    .selectFrom('warehouse')
    .select(['id', 'name', 'is_default'])
    .where('tenant_id', '=', people.admin.tenantId)
    .orderBy('is_default', 'desc')
    .orderBy('code')
    .execute();
  const goods = await tx
    .selectFrom('sku')
    .innerJoin('product', (join) => join.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .select(['sku.id as skuId', 'product.base_unit_id as unitId'])
    .where('sku.tenant_id', '=', people.admin.tenantId)
    .orderBy('sku.code')
    .limit(40)
    .execute();
  const main = houses[0] as { id: string };
  await takeOut(tx, people, main.id, goods, now);
  const second = houses[1] as { id: string };
  await sendOver(tx, people, { from: main.id, to: second.id }, goods, now);
  await countGoods(tx, people, second.id, goods, now);
}

async function takeOut(tx: Tx, { admin, keeper }: People, warehouseId: string, goods: readonly Goods[], now: Date): Promise<void> {
  const save = (kind: string, counterparty: string, remark: string, from: number, qty: string, days: number, submit = true) => {
    const at = new Date(now.getTime() - days * DAY);
    const lines = goods.slice(from, from + 3).map((one) => ({ ...one, qty }));
    return stockOuts.save(tx, keeper, StockOutForm.parse({ kind, counterparty, remark, warehouseId, bizDate: shanghaiDate(at), lines, submit }), at);
  };
  const passed = async (doc: { id: string; version: number }, days: number) => stockOuts.audit(tx, admin, doc, new Date(now.getTime() - days * DAY));
  for (const [index, days] of [410, 300, 190, 80].entries()) await passed(await save('SAMPLE', '市场部', '展会样品', index * 3, '6', days), days);
  await passed(await save('SCRAP', '', '包装破损，已拍照', 12, '2', 33), 32);
  const wrong = await passed(await save('USE', '研发部', '', 15, '20', 12), 12);
  await stockOuts.reverse(tx, admin, { ...wrong, reason: '领错规格，已全部退回' }, new Date(now.getTime() - 11 * DAY));
  await save('USE', '研发部', '新配方打样', 3, '5', 0);
  await save('SUPPLIER', '华南化工', '', 9, '12', 0, false);
}

async function sendOver(tx: Tx, { admin, keeper }: People, way: { from: string; to: string }, goods: readonly Goods[], now: Date): Promise<void> {
  const save = (from: number, qty: string, days: number, submit = true) => {
    const at = new Date(now.getTime() - days * DAY);
    const lines = goods.slice(from, from + 3).map((one) => ({ ...one, qty }));
    const form = { fromWarehouseId: way.from, toWarehouseId: way.to, bizDate: shanghaiDate(at), remark: '华东补货', lines, submit };
    return saveTransfer(tx, keeper, TransferForm.parse(form), at);
  };
  const sent = async (from: number, qty: string, days: number) => {
    const at = new Date(now.getTime() - days * DAY);
    const saved = await save(from, qty, days);
    await auditTransfer(tx, admin, saved, at);
    const { version } = await transfers.lock(tx, keeper, { id: saved.id });
    return { id: saved.id, version, at };
  };
  const receive = async (doc: { id: string; version: number; at: Date }, short: string) => {
    const lines = (await linesOf(tx, keeper, doc.id)).map((line, index) => ({ id: line.id, qty: index === 0 ? short : line.base_qty }));
    return receiveTransfer(tx, keeper, { id: doc.id, version: doc.version, lines, remark: '' }, new Date(doc.at.getTime() + 2 * DAY));
  };
  await receive(await sent(20, '60', 150), '60');
  const lost = await receive(await sent(23, '48', 70), '46');
  const loss = await closeShort(tx, keeper, { ...lost, reason: '运输途中破损2件' }, new Date(now.getTime() - 67 * DAY));
  const out = await tx
    .selectFrom('stock_doc')
    .select(['id', 'version'])
    .where('tenant_id', '=', keeper.tenantId)
    .where('no', '=', loss.no)
    .executeTakeFirstOrThrow();
  await stockOuts.audit(tx, admin, out, new Date(now.getTime() - 66 * DAY));
  await receive(await sent(26, '36', 3), '20');
  await sent(29, '24', 1);
  await save(20, '12', 0);
  await save(23, '12', 0, false);
}

async function countGoods(tx: Tx, { admin, keeper }: People, warehouseId: string, goods: readonly Goods[], now: Date): Promise<void> {
  const begin = async (from: number, days: number, change: object = {}) => {
    const at = new Date(now.getTime() - days * DAY);
    const scopeValues = goods.slice(from, from + 5).map((one) => one.skuId);
    const form = { warehouseId, scope: 'SKU', scopeValues, mode: 'OPEN', start: true, attachments: [], ...change };
    return { ...(await saveCount(tx, keeper, CountForm.parse(form), at)), at, scopeValues };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;
  const enter = async (doc: Begun, most: number, difference: string) => {
    const skuIds = doc.scopeValues.slice(0, most);
    const rows = await tx
      .selectFrom('stock_balance')
      .select(['sku_id', 'on_hand'])
      .where('tenant_id', '=', keeper.tenantId)
      .where('warehouse_id', '=', warehouseId)
      .where('sku_id', 'in', skuIds)
      .execute();
    const lines = skuIds.map((skuId, index) => ({
      skuId,
      counted: index === 0 ? difference : (rows.find((row) => row.sku_id === skuId)?.on_hand ?? '0'),
      add: false,
      batches: [],
      reason: index === 0 ? '货位清点' : '',
    }));
    await enterCounts(tx, keeper, { id: doc.id, lines }, doc.at);
  };
  const submit = (doc: Begun) => submitCount(tx, keeper, { id: doc.id, version: doc.version }, doc.at);
  const first = await begin(0, 45, { remark: '月末抽盘' });
  await enter(first, 5, '478');
  await passCount(tx, admin, await submit(first), first.at);
  const waiting = await begin(5, 1, { mode: 'BLIND' });
  await enter(waiting, 5, '3');
  await submit(waiting);
  await enter(await begin(10, 0, { freezes: true }), 2, '1');
  await begin(15, 0, { start: false });
  const dropped = await begin(15, 20);
  await cancelCount(tx, keeper, { id: dropped.id, version: dropped.version, reason: '与月末抽盘重复' }, dropped.at);
}
