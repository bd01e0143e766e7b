import { hasOpenLine, isDeliverable } from '~/domains/order/lines/leftToSend.server';
import { DELIVER_ADD, DELIVER_MANAGE } from '~/portal/permissions';
import type { Todo } from '~/server/todo.server';

export const todos: readonly Todo[] = [
  {
    ...{ key: 'deliver', title: '待发货', side: 'factory', apps: ['order'], see: [DELIVER_MANAGE], act: [DELIVER_ADD], place: 40 },
    href: '/portal/supplyChain/factory/deliver/orderList',
    rows: (tx, me) =>
      tx.selectFrom('sales_order').select('sales_order.id').where('sales_order.tenant_id', '=', me.tenantId).where(isDeliverable).where(hasOpenLine),
  },
];
