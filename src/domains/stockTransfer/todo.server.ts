import { href } from '~/portal/href';
import { STOCK_MANAGE, STOCK_TRANSFER } from '~/portal/permissions';
import type { Todo } from '~/server/todo.server';
import { onTheWay } from './transfer';

export const todos: readonly Todo[] = [
  {
    ...{ key: 'transfers', title: '调拨待收货', side: 'factory', apps: ['order'], see: [STOCK_MANAGE], act: [STOCK_TRANSFER], place: 160 },
    href: href('/portal/supplyChain/factory/warehouse/transfers', { open: 'true' }),
    rows: (tx, me) =>
      tx
        .selectFrom('stock_transfer')
        .select('id')
        .where('tenant_id', '=', me.tenantId)
        .where('status', 'in', [...onTheWay]),
  },
];
