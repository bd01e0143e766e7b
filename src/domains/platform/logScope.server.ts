import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { subjects } from '~/domains/subjects';
import type { Me } from '~/portal/me';

/** Where the records of a kind are kept. Row-level security answers whether the reader sees the record now. */
const kept = subjects.flatMap(({ type, log, table }) => (log === 'record' && table ? [[type, table] as const] : []));
const common = subjects.flatMap(({ type, log }) => (log === 'everybody' ? [type] : []));

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * The entries of `audit_log` this person may read; every reading of the log goes through it. People who see a part of the rows meet what is
 * about a record with the record, what is the factory's as a whole all, anything else (`import:customer`, about many records at once) their own.
 * A record that is gone has no scope any more: its entries are for people who see everything.
 */
export function readableBy(me: Me): RawBuilder<SqlBool> {
  if (!me.scope) return sql`true`;
  const cases = kept.map(
    ([name, table]) => sql`when ${sql.lit(name)} then exists (select from ${sql.table(table)} seen
      where seen.tenant_id = audit_log.tenant_id and seen.id = case when audit_log.subject_id ~ ${sql.lit(UUID)} then audit_log.subject_id::uuid end)`,
  );
  return sql<SqlBool>`case audit_log.subject_type ${sql.join(cases, sql` `)}
    else audit_log.subject_type = any (${common}::text[]) or audit_log.account_id = ${me.accountId} end`;
}
