import { href } from '~/portal/href';
import { ARM_ADJUST, ARM_PLAN } from '~/portal/permissions';
import type { Todo } from '~/server/todo.server';
import { adjustApproval } from './adjust.server';

const A = '/portal/receiveAdmin';
const shown = { side: 'factory', apps: ['order', 'receivables'], see: [ARM_PLAN] } as const;

export const todos: readonly Todo[] = [
  {
    ...shown,
    ...{ key: 'arAdjust', title: '待审批的应收调整', act: adjustApproval.decide, place: 80 },
    href: href(`${A}/adjust`, { status: 'PENDING' }),
    rows: (tx, me) => tx.selectFrom('ar_adjust').select('id').where('tenant_id', '=', me.tenantId).where('status', '=', 'PENDING'),
  },
  {
    ...shown,
    ...{ key: 'arDispute', title: '待处理的应收争议', act: [ARM_ADJUST], place: 90 },
    href: href(`${A}/dispute`, { status: 'OPEN' }),
    rows: (tx, me) => tx.selectFrom('ar_dispute').select('id').where('tenant_id', '=', me.tenantId).where('status', '=', 'OPEN'),
  },
];
