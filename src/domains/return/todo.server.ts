import { href } from '~/portal/href';
import { REVERSE_MANAGE, REVERSE_RECEIVE, REVERSE_REFUND } from '~/portal/permissions';
import type { Todo } from '~/server/todo.server';

/** Returns in one state, and the list of them. */
const waitingIn = (status: string, side: Todo['side']): Pick<Todo, 'side' | 'apps' | 'href' | 'rows'> => ({
  ...{ side, apps: ['order'] },
  href: href(`/portal/supplyChain/${side}/reverseOrder/list`, { status }),
  rows: (tx, me) => {
    const rows = tx.selectFrom('return_order').select('id').where('tenant_id', '=', me.tenantId).where('status', '=', status);
    return me.customerId === null ? rows : rows.where('customer_id', '=', me.customerId);
  },
});

export const todos: readonly Todo[] = [
  { ...waitingIn('WAIT_RECEIVE', 'factory'), key: 'returnReceive', title: '待收货退货', see: [REVERSE_MANAGE], act: [REVERSE_RECEIVE], place: 60 },
  { ...waitingIn('WAIT_REFUND', 'factory'), key: 'returnRefund', title: '待退款退货', see: [REVERSE_MANAGE], act: [REVERSE_REFUND], place: 70 },
  { ...waitingIn('WAIT_BACK', 'dealer'), key: 'sendBack', title: '待寄回退货', act: true, place: 50 },
];
