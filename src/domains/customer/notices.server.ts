import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';

interface Named {
  id: string;
  code: string;
  name: string;
  sales_member_id: string | null;
}

/** The salespeople of both records, except the person who merged them. */
export async function tellMerged(tx: Tx, me: Me, from: Named, into: Named): Promise<void> {
  const members = [...new Set([from.sales_member_id, into.sales_member_id])].filter((id): id is string => id !== null && id !== me.memberId);
  for (const memberId of members)
    await tellMember(tx, me, memberId, {
      kind: 'customer.merged',
      title: '客户已合并',
      body: `${actorName(me)}将客户“${from.name}”（${from.code}）合并到“${into.name}”（${into.code}）`,
      link: href('/portal/customer/detail', { id: into.id }),
    });
}

/** The person who looks after customers from now on. */
export async function tellTransferred(tx: Tx, me: Me, memberId: string, customers: readonly { id: string; name: string }[]): Promise<void> {
  const [first] = customers;
  if (!first || memberId === me.memberId) return;
  await tellMember(tx, me, memberId, {
    kind: 'customer.transferred',
    title: '有客户转移给您',
    body: `${actorName(me)}将客户“${first.name}”${customers.length > 1 ? `等${customers.length}个客户` : ''}转移给您负责`,
    link: customers.length > 1 ? href('/portal/customer/list', { scene: 'MINE' }) : href('/portal/customer/detail', { id: first.id }),
  });
}

async function tellMember(tx: Tx, me: Me, memberId: string, notice: { kind: string; title: string; body: string; link: string }): Promise<void> {
  const member = await tx.selectFrom('member').select('account_id').where('tenant_id', '=', me.tenantId).where('id', '=', memberId).executeTakeFirst();
  if (member) await tell(tx, me, { ...notice, to: { side: 'account', accountId: member.account_id } });
}
