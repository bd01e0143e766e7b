import { type SqlBool, sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import type { ApprovalAction, ApprovalTask, Ended } from './approval';

/** What is decided on, as its tasks, its log and sentences name it. */
export interface Subject {
  /** The kind of approval. */
  type: string;
  /** The document's. */
  id: string;
  no: string;
  /** 订单DD2026…, at the head of a sentence. */
  name: string;
  customerId: string | null;
  warehouseId?: string | undefined;
}
/** Actions after which the document waits no more. */
const closing = ['PASS', 'REJECT', 'RETURN', 'WITHDRAW'] as const satisfies readonly ApprovalAction[];

/** Tasks that hang on these documents with who has them, newest first; `type` leaves out those of its other approvals. */
export async function tasksOf(tx: Tx, me: Pick<Me, 'tenantId'>, ids: readonly string[], type?: string) {
  let found = tx
    .selectFrom('approval_task as task')
    .innerJoin('member', (on) => on.onRef('member.tenant_id', '=', 'task.tenant_id').onRef('member.id', '=', 'task.member_id'))
    .select(['task.id', 'task.subject_id as subjectId', 'task.kind', 'task.giver_id as giverId', 'task.giver', 'task.member_id as memberId'])
    .select(['task.passed_from as passedFrom', 'task.words', 'task.given_at as givenAt', 'task.answer', 'task.reply', 'task.answered_at as answeredAt'])
    .select(['task.ended', 'task.ended_at as endedAt', 'member.name', 'member.account_id as accountId', sql<boolean>`member.status = 'ACTIVE'`.as('active')])
    .where('task.tenant_id', '=', me.tenantId)
    .where('task.subject_id', '=', sql<string>`any(${[...ids]}::uuid[])`);
  if (type) found = found.where('task.subject_type', '=', type);
  const rows = await found.orderBy('task.given_at', 'desc').orderBy('task.id', 'desc').execute();
  return rows.map((row) => ({
    ...row,
    kind: row.kind as ApprovalTask['kind'],
    answer: row.answer as ApprovalTask['answer'],
    ended: row.ended as Ended | null,
  }));
}
export type Task = Awaited<ReturnType<typeof tasksOf>>[number];

/** Of the row of a document: whether a decision on it is in the person's hands, or waits for their opinion. */
export const waitsFor = (table: string, types: readonly string[], memberId: string, yes = true) =>
  sql<SqlBool>`${yes ? sql`` : sql`not`} exists (select 1 from approval_task t where t.tenant_id = ${sql.ref(`${table}.tenant_id`)}
    and t.subject_id = ${sql.ref(`${table}.id`)} and t.subject_type in (${sql.join(types.map((type) => sql.lit(type)))})
    and t.member_id = ${memberId} and t.ended is null and t.answer is null)`;

const roundOf = (me: Pick<Me, 'tenantId'>, subject: Subject) =>
  sql<number>`1 + (select count(*)::int from approval_log l where l.tenant_id = ${me.tenantId} and l.subject_id = ${subject.id}
    and l.subject_type = ${subject.type} and l.action in (${sql.join(closing.map((action) => sql.lit(action)))}))`;

export interface Given {
  kind: ApprovalTask['kind'];
  giver_id: string;
  member_id: string;
  words: string;
  passed_from?: string | null;
}
export async function giveTask(tx: Tx, me: Me, subject: Subject, now: Date, task: Given): Promise<void> {
  const at = { subject_type: subject.type, subject_id: subject.id, subject_no: subject.no, customer_id: subject.customerId, round: roundOf(me, subject) };
  await tx
    .insertInto('approval_task')
    .values({ ...task, ...at, tenant_id: me.tenantId, id: newId(), giver: actorName(me), given_at: now })
    .execute();
}

export async function endTask(tx: Tx, me: Pick<Me, 'tenantId'>, id: string, ended: Ended | null, now: Date): Promise<void> {
  await tx
    .updateTable('approval_task')
    .set({ ended, ended_at: ended && now })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .execute();
}

export async function answerTask(tx: Tx, me: Pick<Me, 'tenantId'>, id: string, answer: 'AGREE' | 'DISAGREE', reply: string, now: Date): Promise<void> {
  await tx.updateTable('approval_task').set({ answer, reply, answered_at: now }).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();
}

export interface LogEntry {
  action: ApprovalAction;
  about?: string;
  opinion?: string;
}
const logRow = (me: Me, subject: Subject, now: Date, { action, about = '', opinion = '' }: LogEntry) => ({
  tenant_id: me.tenantId,
  id: newId(),
  subject_type: subject.type,
  subject_id: subject.id,
  subject_no: subject.no,
  // What a dealer writes is about its own customer, also where the document is about none.
  customer_id: me.customerId ?? subject.customerId,
  round: roundOf(me, subject),
  action,
  account_id: me.accountId,
  actor: actorName(me),
  about,
  opinion,
  at: now,
});

export async function writeLog(tx: Tx, me: Me, subject: Subject, now: Date, entry: LogEntry): Promise<void> {
  await tx
    .insertInto('approval_log')
    .values(logRow(me, subject, now, entry))
    .execute();
}

/** It waits no more, however that came: the open tasks end and the log says why, in one statement. What is submitted again starts afresh. */
export async function closeRound(tx: Tx, me: Me, subject: Subject, now: Date, entry: LogEntry & { action: (typeof closing)[number] }): Promise<void> {
  await tx
    .with('ended', (cte) =>
      cte
        .updateTable('approval_task')
        .set({ ended: 'DECIDED', ended_at: now })
        .where('tenant_id', '=', me.tenantId)
        .where('subject_id', '=', subject.id)
        .where('subject_type', '=', subject.type)
        .where('ended', 'is', null)
        .returning('id'),
    )
    .insertInto('approval_log')
    .values(logRow(me, subject, now, entry))
    .execute();
}

/** Everything written down about the decisions on a document, oldest first. */
export function logOf(tx: Tx, me: Pick<Me, 'tenantId'>, id: string, type?: string) {
  let rows = tx
    .selectFrom('approval_log')
    .select(['round', 'action', 'actor', 'about', 'opinion', 'at'])
    .where('tenant_id', '=', me.tenantId)
    .where('subject_id', '=', id);
  if (type) rows = rows.where('subject_type', '=', type);
  return rows.orderBy('at').orderBy('id').execute();
}
