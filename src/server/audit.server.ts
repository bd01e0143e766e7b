import { createHash } from 'node:crypto';
import { actorName, type Me } from '~/portal/me';
import type { Subject } from '~/portal/subject';
import { jsonb, type Tx } from './db.server';
import { newId } from './ids.server';

export interface AuditEntry {
  /** Chinese verb people read in the log: 新建, 编辑, 停用 … */
  action: string;
  /** The kind of record it is about, and what of the kind where no record stands for it: an import of customers. */
  subject: Subject;
  part?: string;
  id: string;
  /** What people know the record by: its number, code or name. */
  no?: string;
  before?: unknown;
  after?: unknown;
}

/** JSON with sorted keys, as the column gives it back too: the hash can be computed again from what is stored. */
export function canonical(value: unknown): string {
  const sorted = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(sorted);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, sorted(inner)]),
    );
  };
  return JSON.stringify(sorted(value));
}

/** The value as JSON carries it: amounts as text, undefined left out. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null, (_, inner) => (typeof inner === 'bigint' ? inner.toString() : inner)));

/** What a hash stands for. Hashes without this mark are of an earlier form and cannot be computed again. */
export const HASH_MARK = '2:';
export interface Hashed {
  prevHash: string;
  accountId: string | null;
  actor: string;
  action: string;
  subjectType: string;
  subjectId: string;
  subjectNo: string;
  before: unknown;
  after: unknown;
}
export function auditHash(entry: Hashed): string {
  const parts = [entry.prevHash, entry.accountId, entry.actor, entry.action, entry.subjectType, entry.subjectId, entry.subjectNo, entry.before, entry.after];
  return HASH_MARK + createHash('sha256').update(canonical(parts)).digest('hex');
}

/**
 * Who changed what. Each entry carries the hash of the one before it about the same subject, so a removed or altered row shows.
 * Orders and deliveries keep their own event tables; master data and settings write here.
 */
export async function audit(tx: Tx, me: Me, entry: AuditEntry): Promise<void> {
  const { action, subject, part, id: subjectId, no: subjectNo = '' } = entry;
  const subjectType = part ? `${subject.type}:${part}` : subject.type;
  const previous = await tx
    .selectFrom('audit_log')
    .select('hash')
    .where('tenant_id', '=', me.tenantId)
    .where('subject_type', '=', subjectType)
    .where('subject_id', '=', subjectId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const [before, after, actor, prevHash] = [plain(entry.before), plain(entry.after), actorName(me), previous?.hash ?? ''];
  const hash = auditHash({ prevHash, accountId: me.accountId, actor, action, subjectType, subjectId, subjectNo, before, after });
  await tx
    .insertInto('audit_log')
    .values({
      tenant_id: me.tenantId,
      id: newId(),
      account_id: me.accountId,
      actor,
      action,
      subject_type: subjectType,
      subject_id: subjectId,
      subject_no: subjectNo,
      before: before === null ? null : jsonb(before),
      after: after === null ? null : jsonb(after),
      prev_hash: prevHash,
      hash,
    })
    .execute();
}

/** What happened to one document, the newest first, each step with the note that was written with it. */
export async function documentLog(tx: Tx, me: Pick<Me, 'tenantId'>, subject: Subject, id: string) {
  const rows = await tx
    .selectFrom('audit_log')
    .select(['at', 'actor', 'action', 'after'])
    .where('tenant_id', '=', me.tenantId)
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ after, ...row }) => ({ ...row, note: String((after as { note?: string } | null)?.note ?? '') }));
}

/** The newest entries about one subject, each with what changed in words. */
export async function subjectLog(tx: Tx, me: Pick<Me, 'tenantId'>, subject: Subject, id: string) {
  const rows = await tx
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor', 'action', 'before', 'after'])
    .where('tenant_id', '=', me.tenantId)
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ before, after, ...row }) => ({ ...row, changes: ['新建', '删除'].includes(row.action) ? [] : changesOf(before, after) }));
}

/** "账期天数：30 → 45", one a changed field; of what was only added or removed, its fields. */
function changesOf(before: unknown, after: unknown): string[] {
  const [old, next] = [before as Record<string, string> | null, after as Record<string, string> | null];
  if (!old || !next) return Object.entries(next ?? old ?? {}).map(([name, value]) => `${name}：${value}`);
  return Object.keys(next).flatMap((name) => (old[name] === next[name] ? [] : [`${name}：${old[name] || '空'} → ${next[name] || '空'}`]));
}
