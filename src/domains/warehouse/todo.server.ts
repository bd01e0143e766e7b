import { outsideSafety } from '~/domains/product/safety.server';
import { href } from '~/portal/href';
import { STOCK_MANAGE } from '~/portal/permissions';
import type { Todo } from '~/server/todo.server';

export const todos: readonly Todo[] = [
  {
    ...{ key: 'stock', title: '库存预警', side: 'factory', apps: ['order'], see: [STOCK_MANAGE], act: [], place: 170 },
    href: href('/portal/supplyChain/factory/warehouse/realTimeList', { state: 'ALERT' }),
    rows: (tx, me) =>
      tx
        .selectFrom('stock_balance')
        .innerJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'stock_balance.tenant_id').onRef('sku.id', '=', 'stock_balance.sku_id'))
        .where('stock_balance.tenant_id', '=', me.tenantId)
        .where(outsideSafety)
        .select('stock_balance.sku_id as id'),
  },
];
