import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import type { User } from './inUse';

/** Documents and prices that name the SKUs, at most a hundred of each kind. */
export async function skuUsers(tx: Tx, me: Me, skuIds: readonly string[]): Promise<User[]> {
  const orders = await tx
    .selectFrom('order_line')
    .innerJoin('sales_order', (on) => on.onRef('sales_order.tenant_id', '=', 'order_line.tenant_id').onRef('sales_order.id', '=', 'order_line.order_id'))
    .select('sales_order.no as code')
    .distinct()
    .where('order_line.tenant_id', '=', me.tenantId)
    .where('order_line.sku_id', '=', anyOf(skuIds))
    .limit(100)
    .execute();
  const documents = await tx
    .selectFrom('stock_doc_line')
    .innerJoin('stock_doc', (on) => on.onRef('stock_doc.tenant_id', '=', 'stock_doc_line.tenant_id').onRef('stock_doc.id', '=', 'stock_doc_line.doc_id'))
    .select('stock_doc.no as code')
    .distinct()
    .where('stock_doc_line.tenant_id', '=', me.tenantId)
    .where('stock_doc_line.sku_id', '=', anyOf(skuIds))
    .limit(100)
    .execute();
  const stocks = await tx
    .selectFrom('stock_balance')
    .innerJoin('warehouse', (on) => on.onRef('warehouse.tenant_id', '=', 'stock_balance.tenant_id').onRef('warehouse.id', '=', 'stock_balance.warehouse_id'))
    .select(['warehouse.code', 'warehouse.name'])
    .distinct()
    .where('stock_balance.tenant_id', '=', me.tenantId)
    .where('stock_balance.sku_id', '=', anyOf(skuIds))
    .limit(100)
    .execute();
  const prices = await tx
    .selectFrom('customer_price')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'customer_price.tenant_id').onRef('customer.id', '=', 'customer_price.customer_id'))
    .select(['customer.code', 'customer.name'])
    .distinct()
    .where('customer_price.tenant_id', '=', me.tenantId)
    .where('customer_price.sku_id', '=', anyOf(skuIds))
    .limit(100)
    .execute();
  return [
    ...orders.map(({ code }) => ({ kind: '订单', code: code ?? '草稿', name: '' })),
    ...documents.map(({ code }) => ({ kind: '出入库单', code, name: '' })),
    ...stocks.map((row) => ({ kind: '仓库的库存', ...row })),
    ...prices.map((row) => ({ kind: '客户的客户价', ...row })),
  ];
}
