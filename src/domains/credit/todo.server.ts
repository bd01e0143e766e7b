import { href } from '~/portal/href';
import { CREDIT_APPLY, CREDIT_QUOTA } from '~/portal/permissions';
import type { Todo } from '~/server/todo.server';
import { addDays } from '~/shared/dates';

/** Limits that end are told so many days before. */
const DAYS = 30;

export const todos: readonly Todo[] = [
  {
    ...{ key: 'creditEnding', title: `${DAYS}天内到期的额度`, side: 'factory', apps: ['credit'], see: [CREDIT_QUOTA], act: [CREDIT_APPLY], place: 250 },
    href: (_me, today) => href('/portal/creditSystem/quota/list', { inUse: 'true', validStart: today, validEnd: addDays(today, DAYS) }),
    rows: (tx, me, today) =>
      tx
        .selectFrom('credit_account')
        .select('id')
        .where('tenant_id', '=', me.tenantId)
        .where('status', 'in', ['ACTIVE', 'FROZEN'])
        .where('valid_to', '>=', today)
        .where('valid_to', '<=', addDays(today, DAYS)),
  },
];
