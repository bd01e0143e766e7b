import { type SqlBool, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import type { AuditTask, Ended } from './auditTask';

/** Tasks of an order's audit with who has them, newest first. */
export async function tasksOf(tx: Tx, me: Pick<Me, 'tenantId'>, orderId: string) {
  const rows = await tx
    .selectFrom('order_audit_task as task')
    .innerJoin('member', (on) => on.onRef('member.tenant_id', '=', 'task.tenant_id').onRef('member.id', '=', 'task.member_id'))
    .select(['task.id', 'task.kind', 'task.giver_id as giverId', 'task.giver', 'task.member_id as memberId', 'task.passed_from as passedFrom'])
    .select(['task.words', 'task.given_at as givenAt', 'task.answer', 'task.reply', 'task.answered_at as answeredAt', 'task.ended', 'task.ended_at as endedAt'])
    .select(['member.name', 'member.account_id as accountId', sql<boolean>`member.status = 'ACTIVE'`.as('active')])
    .where('task.tenant_id', '=', me.tenantId)
    .where('task.order_id', '=', orderId)
    .orderBy('task.given_at', 'desc')
    .orderBy('task.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as AuditTask['kind'], answer: row.answer as AuditTask['answer'], ended: row.ended as Ended | null }));
}
export type Task = Awaited<ReturnType<typeof tasksOf>>[number];

/** Of a `sales_order`: whether its audit is in the person's hands, or waits for their opinion. */
export const waitsFor = (memberId: string, yes = true) =>
  sql<SqlBool>`${yes ? sql`` : sql`not`} exists (select 1 from order_audit_task t where t.tenant_id = sales_order.tenant_id and t.order_id = sales_order.id
    and t.member_id = ${memberId} and t.ended is null and t.answer is null)`;

/** The audit is over, however it ended: what is submitted again starts afresh. */
export async function endAllTasks(tx: Tx, me: Pick<Me, 'tenantId'>, orderId: string, now: Date): Promise<void> {
  await tx
    .updateTable('order_audit_task')
    .set({ ended: 'DECIDED', ended_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('order_id', '=', orderId)
    .where('ended', 'is', null)
    .execute();
}

export async function endTask(tx: Tx, me: Pick<Me, 'tenantId'>, id: string, ended: Ended | null, now: Date): Promise<void> {
  await tx
    .updateTable('order_audit_task')
    .set({ ended, ended_at: ended && now })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .execute();
}
