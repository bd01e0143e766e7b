import { href } from '~/portal/href';
import { FUND_CHECK, FUND_MANAGE } from '~/portal/permissions';
import type { Todo } from '~/server/todo.server';

const waitingIn =
  (status: string): Todo['rows'] =>
  (tx, me) => {
    const rows = tx.selectFrom('statement').select('id').where('tenant_id', '=', me.tenantId).where('status', '=', status);
    return me.customerId === null ? rows : rows.where('debtor_id', '=', me.customerId);
  };

export const todos: readonly Todo[] = [
  {
    ...{ key: 'disputed', title: '对账异议', side: 'factory', apps: ['order'], see: [FUND_MANAGE], act: [FUND_CHECK], place: 140 },
    href: href('/portal/supplyChain/factory/finance/receivables/accountCheckList', { status: 'DISPUTED' }),
    rows: waitingIn('DISPUTED'),
  },
  {
    ...{ key: 'check', title: '待确认对账单', side: 'dealer', apps: ['order'], act: true, place: 60 },
    href: href('/portal/supplyChain/dealer/accountCheckList', { status: 'SENT' }),
    rows: waitingIn('SENT'),
  },
];
