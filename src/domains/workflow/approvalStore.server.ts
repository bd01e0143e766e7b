import { type SqlBool, sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import type { ApprovalAction } from './approval';
import type { Ended } from './approval.schema';
import type { Subject } from './approvalKind.server';

/** What colleagues were given of these documents, 转交 and 加签, with who has it, newest first; `type` leaves out those of its other approvals. */
export async function tasksOf(tx: Tx, me: Pick<Me, 'tenantId'>, ids: readonly string[], type?: string) {
  let found = tx
    .selectFrom('wf_task as task')
    .innerJoin('member', (on) => on.onRef('member.tenant_id', '=', 'task.tenant_id').onRef('member.id', '=', 'task.assignee_id'))
    .leftJoin('wf_task as before', (on) => on.onRef('before.tenant_id', '=', 'task.tenant_id').onRef('before.id', '=', 'task.parent_id'))
    .select(['task.id', 'task.run_id as runId', 'task.subject_id as subjectId', 'task.kind', 'task.giver_id as giverId', 'task.giver', 'member.id as memberId'])
    .select([
      'before.giver_id as beforeGiver',
      'task.parent_id as parentId',
      'task.words',
      'task.created_at as givenAt',
      'task.status',
      'task.opinion as reply',
    ])
    .select(['task.acted_at as actedAt', 'task.ended', 'task.ended_at as endedAt'])
    .select(['member.name', 'member.account_id as accountId', sql<boolean>`member.status = 'ACTIVE'`.as('active')])
    .where('task.tenant_id', '=', me.tenantId)
    .where('task.subject_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('task.giver_id', 'is not', null)
    .where('task.kind', 'in', ['NORMAL', 'ADD_BEFORE']);
  if (type) found = found.where('task.subject_type', '=', type);
  const rows = await found.orderBy('task.created_at', 'desc').orderBy('task.id', 'desc').execute();
  return rows.map(({ kind, status, giverId, beforeGiver, parentId, reply, actedAt, ended, ...row }) => {
    const opinion = kind === 'ADD_BEFORE';
    return {
      ...row,
      kind: opinion ? ('OPINION' as const) : ('TRANSFER' as const),
      giverId: giverId as string,
      /** The transfer this one passed on. */
      passedFrom: !opinion && beforeGiver ? parentId : null,
      answer: opinion && status === 'APPROVED' ? ('AGREE' as const) : opinion && status === 'REJECTED' ? ('DISAGREE' as const) : null,
      reply: opinion ? reply : '',
      answeredAt: opinion && (status === 'APPROVED' || status === 'REJECTED') ? actedAt : null,
      ended: ended as Ended | null,
    };
  });
}
export type Task = Awaited<ReturnType<typeof tasksOf>>[number];

/** Of the row of a document: whether a decision on it was put into the person's hands, or waits for their opinion. */
export const waitsFor = (table: string, types: readonly string[], memberId: string, yes = true) =>
  sql<SqlBool>`${yes ? sql`` : sql`not`} exists (select 1 from wf_task t where t.tenant_id = ${sql.ref(`${table}.tenant_id`)}
    and t.subject_id = ${sql.ref(`${table}.id`)} and t.subject_type in (${sql.join(types.map((type) => sql.lit(type)))})
    and t.holder = ${memberId} and t.status = 'PENDING')`;

/** Of a document that runs by no process: what was decided of it. The round counts from what ended the one before. */
export async function writeDecision(
  tx: Tx,
  me: Me,
  subject: Subject,
  now: Date,
  { action, opinion }: { action: ApprovalAction; opinion: string },
): Promise<void> {
  const round = sql<number>`1 + (select count(*)::int from approval_log l where l.tenant_id = ${me.tenantId} and l.subject_id = ${subject.id}
    and l.subject_type = ${subject.type} and l.action in ('PASS', 'REJECT', 'RETURN', 'WITHDRAW'))`;
  await tx
    .insertInto('approval_log')
    .values({
      ...{ tenant_id: me.tenantId, id: newId(), subject_type: subject.type, subject_id: subject.id, subject_no: subject.no },
      // What a dealer writes is about its own customer, also where the document is about none.
      ...{ customer_id: me.customerId ?? subject.customerId, round, action, account_id: me.accountId, actor: actorName(me), opinion, at: now },
    })
    .execute();
}

/** Everything written down about the decisions on a document, oldest first. */
export async function logOf(tx: Tx, me: Pick<Me, 'tenantId'>, id: string, type?: string) {
  const columns = ['id', 'round', 'action', 'actor', 'about', 'opinion', 'at'] as const;
  let plain = tx.selectFrom('approval_log').select(columns).where('tenant_id', '=', me.tenantId).where('subject_id', '=', id);
  let rows = tx.selectFrom('wf_action_log').select(columns).where('tenant_id', '=', me.tenantId).where('subject_id', '=', id);
  if (type) {
    plain = plain.where('subject_type', '=', type);
    rows = rows.where('subject_type', '=', type);
  }
  const all = await rows.unionAll(plain).orderBy('at').orderBy('id').execute();
  return all.map(({ id: _, ...row }) => row);
}
