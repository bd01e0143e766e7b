import { type SqlBool, sql } from 'kysely';
import type { Me } from '~/portal/me';
import { actorName } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { newId } from '~/server/ids.server';
import { caseFlow, type recordKinds } from './case';
import type { Course } from './rhythm';
import * as subjects from './subjects';

export const cases = defineDocument({ table: 'urge_case', noun: '催收案件', title: (doc) => `催收案件${doc.no}`, states: caseFlow });
export type Case = Awaited<ReturnType<typeof cases.lock>>;

/** The item (`item` is its column) did not stand in a case that ended as bad. */
export const notGivenUp = (item: ReturnType<typeof sql.ref>, tenantId: bigint) => sql<SqlBool>`not exists (select from urge_case_item i
  join urge_case b on b.tenant_id = i.tenant_id and b.id = i.case_id where i.tenant_id = ${tenantId} and i.item_id = ${item} and b.status = 'BAD')`;

/** Cases that go on. The states stand in the statement's own text, so that the indexes of open cases serve it however it is planned. */
export const stillOpen = (table = 'urge_case') => sql<SqlBool>`${sql.ref(`${table}.status`)} not in ('CLEARED', 'BAD')`;

export const courseOf = (row: Case): Course => ({
  cycle: row.cycle_no,
  carrying: row.carrying_id,
  anchor: row.anchor,
  step: row.step_no,
  repeat: row.repeat_no,
  lastStepOn: row.last_step_on,
  lastContactOn: row.last_contact_on,
  promisedUntil: row.promised_until,
  paused: row.paused,
  legal: row.status === 'ESCALATED',
});

export interface Noted {
  caseId: string;
  customerId: string;
  kind: keyof typeof recordKinds;
  channel?: string;
  contact?: string;
  result?: string;
  content: string;
  nextFollowOn?: string | null;
  refId?: string | null;
}
/** What people read in a case's timeline. */
export async function note(tx: Tx, me: Me, notes: readonly Noted[], now: Date): Promise<void> {
  if (notes.length === 0) return;
  await tx
    .insertInto('urge_record')
    .values(
      notes.map((one) => ({
        tenant_id: me.tenantId,
        id: newId(),
        case_id: one.caseId,
        customer_id: one.customerId,
        kind: one.kind,
        channel: one.channel ?? '',
        contact: one.contact ?? '',
        result: one.result ?? '',
        content: one.content,
        next_follow_on: one.nextFollowOn ?? null,
        ref_id: one.refId ?? null,
        actor_id: me.memberId,
        actor: actorName(me),
        created_at: now,
      })),
    )
    .execute();
}

export const log = (tx: Tx, me: Me, doc: { id: string; no: string }, action: string, content: string) =>
  audit(tx, me, { action, subject: subjects.urgeCase, id: doc.id, no: doc.no, after: { note: content } });
