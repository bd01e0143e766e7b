import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import { lockAccount } from './account.server';
import { type Account, move, moveGroup } from './move.server';

/**
 * Puts an account under a group's limit, or takes it out: what the account holds and uses goes along, also beyond the group's limit, which
 * then only stops further use. Groups are locked before the account, in id order.
 */
export async function joinGroup(tx: Tx, me: Me, accountId: string, groupId: string | null, now: Date): Promise<Account> {
  const before = await tx.selectFrom('credit_account').select('group_id').where('tenant_id', '=', me.tenantId).where('id', '=', accountId).executeTakeFirst();
  if (!before) notFound('该授信账户');
  const ids = [before.group_id, groupId].filter((id) => id !== null);
  const groups = await tx
    .selectFrom('credit_group')
    .select(['id', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  const group = groups.find((one) => one.id === groupId);
  if (groupId && !group) notFound('该集团');
  const account = await lockAccount(tx, me, accountId);
  if (account.group_id === groupId) return account;
  await moveGroup(tx, me, account, { held: -account.held, used: -account.used });
  await moveGroup(tx, me, { group_id: groupId }, { held: account.held, used: account.used });
  const memo = group ? `加入集团“${group.name}”` : '退出集团';
  return (await move(tx, me, account, { event: 'GROUP', amount: 0n, bizDate: shanghaiDate(now), set: { group_id: groupId }, memo }, now)) as Account;
}
