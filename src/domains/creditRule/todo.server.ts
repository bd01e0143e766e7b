import { href } from '~/portal/href';
import { CREDIT_AUDIT, CREDIT_CONFIG, CREDIT_QUOTA } from '~/portal/permissions';
import type { Todo } from '~/server/todo.server';

const C = '/portal/creditSystem';
const shown = { side: 'factory', apps: ['credit'], see: [CREDIT_QUOTA] } as const;

export const todos: readonly Todo[] = [
  {
    ...shown,
    ...{ key: 'creditSpecial', title: '待审批的特批', act: [CREDIT_AUDIT], place: 240 },
    href: href(`${C}/creditRule`, { tab: 'special', status: 'PENDING' }),
    rows: (tx, me) => tx.selectFrom('credit_special').select('id').where('tenant_id', '=', me.tenantId).where('status', '=', 'PENDING'),
  },
  {
    ...shown,
    ...{ key: 'creditActions', title: '执行中的风控动作', act: [CREDIT_CONFIG], place: 260 },
    href: href(`${C}/creditRisk`, { tab: 'actions', state: 'OPEN' }),
    rows: (tx, me) => tx.selectFrom('credit_risk_action').select('id').where('tenant_id', '=', me.tenantId).where('lifted_at', 'is', null),
  },
];
