import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { FLOW_DONE, FLOW_TODO } from '~/portal/permissions';
import { accountsFor, whoReach } from '~/server/authority.server';
import type { Tx } from '~/server/db.server';
import { isSignatureOf } from './flowMine.server';
import { found } from './taskInfo.server';

interface Asked {
  taskId: string;
  instanceId: string;
  action: string;
}

/** Colleagues who may be named in an action: those who can see the document, and for 减签 those whose further signature is still waited for. */
export async function peopleFor(tx: Tx, me: Me, { taskId, instanceId, action }: Asked) {
  const { instance, tasks } = await found(tx, me, { id: taskId, instanceId });
  const rows = await tx
    .selectFrom('member')
    .select(['id', 'name', 'job_title as note', 'account_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('status', '=', 'ACTIVE')
    .where('account_id', '<>', me.accountId)
    .orderBy('name')
    .orderBy(sql`id`)
    .limit(1000)
    .execute();
  if (action === 'REMOVE_SIGN') {
    const mine = tasks.find(({ id, status }) => id === taskId && status === 'PENDING');
    const waiting = new Set(tasks.filter((task) => mine && isSignatureOf(tasks, mine, task)).map((task) => task.assignee_id));
    return { members: rows.filter(({ id }) => waiting.has(id)).map(({ account_id: _, ...one }) => one) };
  }
  const about = { customerId: instance.customer_id ?? undefined, warehouseId: instance.warehouse_id ?? undefined };
  // Whoever cannot open the page of tasks, or of copies, would never find it.
  const openers = new Set(await accountsFor(tx, me.tenantId, action === 'COPY' ? FLOW_DONE : FLOW_TODO));
  const able = rows.filter(({ account_id }) => openers.has(account_id));
  const reach = await whoReach(
    tx,
    me.tenantId,
    able.map(({ id }) => id),
    about,
  );
  // Whoever made the document is not given the decision on it.
  const barred = new Set(action === 'COPY' ? [] : [instance.starter_id]);
  return { members: able.filter(({ id, account_id }) => reach.has(id) && !barred.has(account_id)).map(({ account_id: _, ...one }) => one) };
}
