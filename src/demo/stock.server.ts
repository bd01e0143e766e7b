import { newId } from '~/server/ids.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { moveStock } from '~/domains/warehouse/movements.server';

/** A default and a second warehouse; every SKU of the factory in the first. */
export async function fillWarehouse(tx: Tx, people: { maker: Me; auditor: Me }, _at: Date): Promise<void> {
  const { maker } = people;
  const warehouseId = newId();
  await tx.insertInto('warehouse').values([
    { tenant_id: maker.tenantId, id: warehouseId, code: 'CK01', name: '成品总仓', is_default: true, manager: maker.name },
    { tenant_id: maker.tenantId, id: newId(), code: 'CK02', name: '华东中转仓', manager: maker.name },
  ]).execute();
  const skus = await tx.selectFrom('sku').select(['id', 'list_price']).where('tenant_id', '=', maker.tenantId).orderBy('code').execute();
  await moveStock(tx, maker, skus.map((sku) => ({ warehouseId, skuId: sku.id, onHand: '8000', bizType: 'STOCK_DOC', bizId: warehouseId, bizLineId: newId(), bizNo: 'QC', step: 'IN', cost: (Number(sku.list_price) * 0.6).toFixed(2) })));
}
