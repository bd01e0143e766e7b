import { href } from '~/portal/href';
import { BILLING_ISSUE, BILLING_MANAGE, BILLING_RED } from '~/portal/permissions';
import type { Todo } from '~/server/todo.server';
import { billingAudit } from './approval.server';
import { redDueIds } from './billingViews.server';

const LIST = '/portal/supplyChain/factory/billing/list';
const shown = { side: 'factory', apps: ['order'], see: [BILLING_MANAGE] } as const;

const waitingIn = (status: string): Pick<Todo, 'href' | 'rows'> => ({
  href: href(LIST, { status }),
  rows: (tx, me) => tx.selectFrom('billing').select('id').where('tenant_id', '=', me.tenantId).where('status', '=', status),
});

export const todos: readonly Todo[] = [
  { ...shown, ...waitingIn('PENDING_AUDIT'), key: 'billing', title: '待审核开票', act: billingAudit.decide, place: 110 },
  { ...shown, ...waitingIn('WAIT_ISSUE'), key: 'issue', title: '待开票', act: [BILLING_ISSUE], place: 120 },
  { ...shown, key: 'red', title: '待红冲', act: [BILLING_RED], place: 130, href: href(LIST, { redDue: 'true' }), rows: redDueIds },
];
