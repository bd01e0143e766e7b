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
