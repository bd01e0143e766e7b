import { batchKeeping } from '~/domains/product/batchKeeping.server';
import { StockInForm, StockOutForm } from '~/domains/warehouse/stockDoc.schema';
import { stockIns } from '~/domains/warehouse/stockIn.server';
import { stockOuts } from '~/domains/warehouse/stockOut.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';

const DAY = 86_400_000;

/** Two products that go bad are kept by batch: what there was of them, batches that came since, one of which has expired, and some that left. */
export async function keepBatches(tx: Tx, { admin, keeper }: { admin: Me; keeper: Me }, now: Date): Promise<void> {
  const main = await tx.selectFrom('warehouse').select('id').where('tenant_id', '=', admin.tenantId).where('is_default', '=', true).executeTakeFirstOrThrow();
  const goods = await tx
    .selectFrom('product')
    .innerJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'product.tenant_id').onRef('sku.product_id', '=', 'product.id'))
    .select(['product.id as productId', 'product.base_unit_id as unitId', 'sku.id as skuId'])
    .where('product.tenant_id', '=', admin.tenantId)
    .orderBy('sku.code')
    .limit(2)
    .execute();
  for (const productId of new Set(goods.map((one) => one.productId))) {
    await tx.updateTable('product').set({ by_batch: true }).where('tenant_id', '=', admin.tenantId).where('id', '=', productId).execute();
    await batchKeeping.get()(tx, admin, { productId, on: true });
  }
  const today = shanghaiDate(now);
  const lines = (batch: string, qty: string, expiresIn: number | null) =>
    goods.map(({ skuId, unitId }) => ({ skuId, unitId, qty, batchNo: batch, expiresOn: expiresIn === null ? '' : addDays(today, expiresIn) }));
  for (const [batch, qty, expiresIn, days] of [
    ['PC2503', '12', -20, 240],
    ['PC2509', '60', 18, 120],
    ['PC2602', '90', 300, 30],
  ] as const) {
    const at = new Date(now.getTime() - days * DAY);
    const form = StockInForm.parse({
      warehouseId: main.id,
      kind: 'PRODUCE',
      bizDate: shanghaiDate(at),
      counterparty: '一号车间',
      lines: lines(batch, qty, expiresIn),
      submit: true,
    });
    await stockIns.audit(tx, admin, await stockIns.save(tx, keeper, form, at), at);
  }
  const out = StockOutForm.parse({ warehouseId: main.id, kind: 'SCRAP', bizDate: today, remark: '到期报废', lines: lines('PC2503', '4', null), submit: true });
  await stockOuts.audit(tx, admin, await stockOuts.save(tx, keeper, out, now), now);
}
