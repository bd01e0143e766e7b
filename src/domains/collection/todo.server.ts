import { href } from '~/portal/href';
import { holds, type Me } from '~/portal/me';
import { URGE_LEAD, URGE_MANAGE, URGE_WORK } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import type { Todo } from '~/server/todo.server';
import { stillOpen } from './caseStore.server';

const LIST = '/portal/receiveAdmin/collection/list';
const shown = { side: 'factory', apps: ['receivables'], see: [URGE_MANAGE], act: [URGE_WORK] } as const;

/** A leader's work is everybody's, others have their own cases. */
const ownOf = (me: Me): { ownerId?: string } => (holds(me, URGE_LEAD) || me.memberId === null ? {} : { ownerId: me.memberId });

function open(tx: Tx, me: Me) {
  const rows = tx.selectFrom('urge_case').select('urge_case.id').where('urge_case.tenant_id', '=', me.tenantId).where(stillOpen());
  const { ownerId } = ownOf(me);
  return ownerId ? rows.where('urge_case.owner_id', '=', ownerId) : rows;
}

export const todos: readonly Todo[] = [
  {
    ...shown,
    ...{ key: 'urgeToday', title: '今天要跟进的催收案件', place: 300 },
    href: (me, today) => href(LIST, { ...ownOf(me), followEnd: today }),
    rows: (tx, me, today) => open(tx, me).where('urge_case.follow_on', '<=', today),
  },
  {
    ...shown,
    ...{ key: 'urgeBroken', title: '承诺违约的催收案件', place: 310 },
    href: (me) => href(LIST, { ...ownOf(me), broken: 'true' }),
    rows: (tx, me) => open(tx, me).where('urge_case.broken', '>', 0),
  },
];
