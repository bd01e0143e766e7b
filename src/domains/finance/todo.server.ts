import { href } from '~/portal/href';
import { FUND_MANAGE } from '~/portal/permissions';
import type { Todo } from '~/server/todo.server';
import { depositConfirmation } from './deposit.server';

export const todos: readonly Todo[] = [
  {
    ...{ key: 'enter', title: '待确认入账', side: 'factory', apps: ['order'], see: [FUND_MANAGE], act: depositConfirmation.decide, place: 100 },
    href: href('/portal/supplyChain/factory/finance/accountManage/enterAccountList', { status: 'PENDING' }),
    rows: (tx, me) => tx.selectFrom('enter_account').select('id').where('tenant_id', '=', me.tenantId).where('status', '=', 'PENDING'),
  },
];
