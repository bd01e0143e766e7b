import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { URGE_LEAD, URGE_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { type Notice, tell, tellAll } from '~/server/outbox.server';
import { shanghaiDate } from '~/shared/dates';
import { saidYuan } from '~/shared/said';
import type { Case } from './caseStore.server';

export const caseHref = (id: string): string => href('/portal/receiveAdmin/collection/detail', { id });

interface Said {
  kind: 'collection.broken' | 'collection.cleared' | 'collection.promise' | 'collection.task';
  title: string;
  body: string;
}
export interface Telling {
  row: Pick<Case, 'id' | 'customer_id' | 'owner_id'>;
  said: Said;
  /** Else whoever has the case. */
  assignee?: string | null;
}
/** Tells whoever has the case; where nobody has, everybody who sees the customer's cases. */
export async function tellOwners(tx: Tx, me: Me, all: readonly Telling[]): Promise<void> {
  if (all.length === 0) return;
  const whose = ({ row, assignee }: Telling): string | null => (assignee === undefined ? row.owner_id : assignee);
  const accounts = await accountsOf(tx, me, [...new Set(all.flatMap((one) => whose(one) ?? []))]);
  await tellAll(
    tx,
    me,
    all.map((one) => {
      const accountId = accounts.get(whose(one) ?? '');
      const to: Notice['to'] = accountId
        ? { side: 'account', accountId }
        : { side: 'factory', code: URGE_MANAGE, about: { customerIds: [one.row.customer_id] } };
      return { ...one.said, link: caseHref(one.row.id), to };
    }),
  );
}
export const tellOwner = (tx: Tx, me: Me, row: Telling['row'], said: Said): Promise<void> => tellOwners(tx, me, [{ row, said }]);

async function accountsOf(tx: Tx, me: Me, memberIds: readonly string[]): Promise<Map<string, string>> {
  if (memberIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('member')
    .select(['id', 'account_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(memberIds))
    .where('status', '=', 'ACTIVE')
    .execute();
  return new Map(rows.flatMap((row) => (row.account_id ? [[row.id, row.account_id]] : [])));
}

export const tellLeads = (tx: Tx, me: Me, row: Pick<Case, 'id' | 'no' | 'customer_id'>, reason: string): Promise<void> =>
  tell(tx, me, {
    kind: 'collection.escalated',
    title: `催收案件${row.no}已升级`,
    body: reason,
    link: caseHref(row.id),
    to: { side: 'factory', code: URGE_LEAD, about: { customerIds: [row.customer_id] } },
  });

/** Once on its day: whoever has the case looks for the money. */
export async function tellDuePromises(tx: Tx, me: Me, now: Date): Promise<number> {
  const today = shanghaiDate(now);
  const due = await tx
    .selectFrom('urge_promise as p')
    .innerJoin('urge_case as c', (on) => on.onRef('c.tenant_id', '=', 'p.tenant_id').onRef('c.id', '=', 'p.case_id'))
    .innerJoin('customer as k', (on) => on.onRef('k.tenant_id', '=', 'p.tenant_id').onRef('k.id', '=', 'p.customer_id'))
    .select(['p.id as promiseId', 'p.amount', 'c.id', 'c.customer_id', 'c.owner_id', 'k.name'])
    .where('p.tenant_id', '=', me.tenantId)
    .where('p.status', '=', 'OPEN')
    .where('p.due_on', '<=', today)
    .where('p.told_on', 'is', null)
    .orderBy('p.id')
    .limit(500)
    .forUpdate('p')
    .skipLocked()
    .execute();
  await tx
    .updateTable('urge_promise')
    .set({ told_on: today })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(due.map((one) => one.promiseId)))
    .execute();
  await tellOwners(
    tx,
    me,
    due.map((one) => ({
      row: one,
      said: { kind: 'collection.promise', title: `承诺今日到期：${one.name}`, body: `${one.name}承诺今日还${saidYuan(one.amount)}元，请核对到账` },
    })),
  );
  return due.length;
}
