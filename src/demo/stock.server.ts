import { StockInForm } from '~/domains/warehouse/stockDoc.schema';
import { auditStockIn, saveStockIn } from '~/domains/warehouse/stockIn.server';
import { WarehouseForm } from '~/domains/warehouse/warehouse.schema';
import { saveWarehouse } from '~/domains/warehouse/warehouse.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';

/** A default and a second warehouse; every SKU of the factory in the first, some also in the second, by opening stock-ins. */
export async function fillWarehouse(tx: Tx, people: { submitter: Me; auditor: Me }, at: Date): Promise<void> {
  const { submitter } = people;
  const place = { province: '广东省', city: '广州市', district: '黄埔区' };
  const main = await saveWarehouse(
    tx,
    submitter,
    WarehouseForm.parse({ code: 'CK01', name: '成品总仓', kind: 'NORMAL', ...place, address: '科学城开源大道88号', manager: submitter.name, isDefault: true }),
  );
  const second = await saveWarehouse(
    tx,
    submitter,
    WarehouseForm.parse({
      code: 'CK02',
      name: '华东中转仓',
      kind: 'NORMAL',
      province: '浙江省',
      city: '嘉兴市',
      district: '南湖区',
      address: '余新镇物流园6号',
      manager: submitter.name,
    }),
  );
  const skus = await tx
    .selectFrom('sku')
    .innerJoin('product', (join) => join.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .select(['sku.id', 'sku.list_price', 'product.base_unit_id'])
    .where('sku.tenant_id', '=', submitter.tenantId)
    .orderBy('sku.code')
    .execute();
  const line = (sku: (typeof skus)[number], qty: string) => ({
    skuId: sku.id,
    unitId: sku.base_unit_id,
    qty,
    price: (Number(sku.list_price) * 0.6).toFixed(2),
  });
  await stockIn(
    tx,
    people,
    { warehouseId: main.id, kind: 'OPENING', sourceNo: 'QC-2025', lines: skus.map((sku, index) => line(sku, index % 37 === 5 ? '900' : '6000')) },
    at,
  );
  await stockIn(
    tx,
    people,
    { warehouseId: second.id, kind: 'PRODUCE', sourceNo: 'SC-2026-031', lines: skus.filter((_, index) => index % 5 === 0).map((sku) => line(sku, '480')) },
    at,
  );
}

/** What came in lately: one document waits to be audited, one is being written. */
export async function fillGoodsIn(tx: Tx, keeper: Me, now: Date): Promise<void> {
  const { id: warehouseId } = await tx
    .selectFrom('warehouse')
    .select('id')
    .where('tenant_id', '=', keeper.tenantId)
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  const skus = await tx
    .selectFrom('sku')
    .innerJoin('product', (join) => join.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .select(['sku.id as skuId', 'product.base_unit_id as unitId'])
    .where('sku.tenant_id', '=', keeper.tenantId)
    .orderBy('sku.code')
    .limit(5)
    .execute();
  const save = (form: { kind: string; sourceNo: string; counterparty: string; submit: boolean }, qty: string) =>
    saveStockIn(tx, keeper, StockInForm.parse({ ...form, warehouseId, bizDate: shanghaiDate(now), lines: skus.map((sku) => ({ ...sku, qty })) }), now);
  await save({ kind: 'PRODUCE', sourceNo: 'SC-2026-118', counterparty: '二车间', submit: true }, '240');
  await save({ kind: 'RETURN', sourceNo: '', counterparty: '', submit: false }, '2');
}

async function stockIn(
  tx: Tx,
  { submitter, auditor }: { submitter: Me; auditor: Me },
  form: { warehouseId: string; kind: string; sourceNo: string; lines: object[] },
  at: Date,
): Promise<void> {
  const saved = await saveStockIn(tx, submitter, StockInForm.parse({ ...form, bizDate: shanghaiDate(at), submit: true }), at);
  await auditStockIn(tx, auditor, { id: saved.id, version: saved.version }, at);
}
