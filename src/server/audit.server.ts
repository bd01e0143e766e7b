import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from './db.server';
import { newId } from './ids.server';

export interface AuditEntry {
  /** Chinese verb people read in the log: 新建, 编辑, 停用 … */
  action: string;
  subjectType: string;
  subjectId: string;
  subjectNo?: string;
  before?: unknown;
  after?: unknown;
}

const jsonText = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? inner.toString() : inner));

/**
 * Who changed what. Each entry carries the hash of the one before it about the same subject, so a removed or altered row shows.
 * Orders and deliveries keep their own event tables; master data and settings write here.
 */
export async function audit(tx: Tx, me: Me, entry: AuditEntry): Promise<void> {
  const previous = await tx
    .selectFrom('audit_log')
    .select('hash')
    .where('tenant_id', '=', me.tenantId)
    .where('subject_type', '=', entry.subjectType)
    .where('subject_id', '=', entry.subjectId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const before = jsonText(entry.before);
  const after = jsonText(entry.after);
  const prevHash = previous?.hash ?? '';
  const hash = createHash('sha256')
    .update(JSON.stringify([prevHash, me.accountId, entry.action, entry.subjectType, entry.subjectId, before, after]))
    .digest('hex');
  await tx
    .insertInto('audit_log')
    .values({
      tenant_id: me.tenantId,
      id: newId(),
      account_id: me.accountId,
      actor: actorName(me),
      action: entry.action,
      subject_type: entry.subjectType,
      subject_id: entry.subjectId,
      subject_no: entry.subjectNo ?? '',
      before: before === null ? null : sql`${before}::jsonb`,
      after: after === null ? null : sql`${after}::jsonb`,
      prev_hash: prevHash,
      hash,
    })
    .execute();
}

/** The newest entries about one subject, each with what changed in words. */
export async function subjectLog(tx: Tx, me: Pick<Me, 'tenantId'>, subjectType: string, subjectId: string) {
  const rows = await tx
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor', 'action', 'before', 'after'])
    .where('tenant_id', '=', me.tenantId)
    .where('subject_type', '=', subjectType)
    .where('subject_id', '=', subjectId)
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
