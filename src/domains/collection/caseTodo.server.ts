import type { Waiting } from '~/domains/workflow/approvalKind.server';
import { href } from '~/portal/href';
import { holds, type Me } from '~/portal/me';
import { URGE_LEAD, URGE_MANAGE, URGE_WORK } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { stillOpen } from './caseStore.server';

const LIST = '/portal/receiveAdmin/collection/list';

/** Work of collection that waits: a leader's is everybody's, others have their own cases. Each counts the rows of the list it leads to. */
export function caseWork(me: Me, today: string): (Waiting & { act: readonly string[] })[] {
  if (!holds(me, URGE_MANAGE)) return [];
  const own: { ownerId?: string } = holds(me, URGE_LEAD) || me.memberId === null ? {} : { ownerId: me.memberId };
  const open = (tx: Tx) => {
    const rows = tx.selectFrom('urge_case').select('urge_case.id').where('urge_case.tenant_id', '=', me.tenantId).where(stillOpen());
    return own.ownerId ? rows.where('urge_case.owner_id', '=', own.ownerId) : rows;
  };
  const work = { see: URGE_MANAGE, act: [URGE_WORK] };
  return [
    {
      ...work,
      key: 'urgeToday',
      title: '今天要跟进的催收案件',
      href: href(LIST, { ...own, followEnd: today }),
      rows: (tx) => open(tx).where('urge_case.follow_on', '<=', today),
    },
    {
      ...work,
      key: 'urgeBroken',
      title: '承诺违约的催收案件',
      href: href(LIST, { ...own, broken: 'true' }),
      rows: (tx) => open(tx).where('urge_case.broken', '>', 0),
    },
  ];
}
