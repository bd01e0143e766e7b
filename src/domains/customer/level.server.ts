import { usedInWords } from '~/domains/platform/dictionary';
import { deleteItem, listItems, saveItem } from '~/domains/platform/dictionary.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { notFound, refuseField } from '~/shared/refusal';
import { mustSeeAll } from './ownership.server';

/** Customer levels are items of the tenant's dictionary. */
const CATEGORY = 'customer_level';

export async function listLevels(tx: Tx, me: Pick<Me, 'tenantId' | 'scope'>) {
  const { items } = await listItems(tx, me, CATEGORY);
  const enabled = items.filter((item) => item.enabled);
  return { levels: enabled.map(({ id, code, name, sort, usedIn }) => ({ id, code, name, sort, usedIn: usedInWords(usedIn) })) };
}

export async function saveLevel(tx: Tx, me: Me, input: { id: string; code: string; name: string; sort: string }): Promise<{ id: string }> {
  mustSeeAll(me, '客户级别');
  const current = input.id ? await levelOf(tx, me, input.id) : null;
  const { code, color } = current ?? { code: input.code, color: 'neutral' as const };
  return saveItem(tx, me, { category: CATEGORY, code, name: input.name, color, sort: Number(input.sort), version: current?.version ?? null });
}

export async function deleteLevel(tx: Tx, me: Me, input: { id: string }): Promise<Record<string, never>> {
  mustSeeAll(me, '客户级别');
  const { code, version } = await levelOf(tx, me, input.id);
  return deleteItem(tx, me, { category: CATEGORY, code, version });
}

async function levelOf(tx: Tx, me: Me, id: string) {
  const { items } = await listItems(tx, me, CATEGORY);
  return items.find((item) => item.id === id) ?? notFound('该级别');
}

/** Members who may look after customers. */
export async function listSalesMembers(tx: Tx, me: Pick<Me, 'tenantId'>) {
  const members = await tx
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select(['member.id', 'member.name', 'account.mobile'])
    .where('member.tenant_id', '=', me.tenantId)
    .where('member.status', '=', 'ACTIVE')
    .orderBy('member.name')
    .execute();
  return { members };
}

/** Who is named for a document anew must still be here; whoever it names already may have left. */
export async function mustBeSalesMember(tx: Tx, me: Pick<Me, 'tenantId'>, id: string, current: string | null | undefined): Promise<void> {
  if (id === '' || id === current) return;
  const member = tx.selectFrom('member').select('id').where('tenant_id', '=', me.tenantId).where('id', '=', id).where('status', '=', 'ACTIVE');
  if (!(await member.executeTakeFirst())) refuseField('salesMemberId', '业务员不存在或已停用');
}
