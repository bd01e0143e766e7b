import { CREDIT_QUOTA } from '~/portal/permissions';
import type { Todo } from '~/server/todo.server';
import { applyApprovals, kindsOf } from './approval.server';

export const todos: readonly Todo[] = Object.values(applyApprovals).map(({ type, key = '', title, decide }, at) => ({
  ...{ key, title: `待审批的${title.replace(/审批$/, '')}`, side: 'factory', apps: ['credit'], see: [CREDIT_QUOTA], act: decide, place: 180 + 10 * at },
  href: `/portal/process/backLog/${key}`,
  rows: (tx, me) =>
    tx
      .selectFrom('credit_apply')
      .select('id')
      .where('tenant_id', '=', me.tenantId)
      .where('status', '=', 'REVIEWING')
      .where('kind', 'in', Object.keys(kindsOf(type))),
}));
