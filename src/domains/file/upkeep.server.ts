import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { type FileUse, fileStore, fileUses } from '~/server/files.server';
import { INCOMING } from './directUpload.server';

const DAY_MS = 86_400_000;
const ASKED_AT_ONCE = 200;

export async function usageOf(tx: Tx, me: Me) {
  const { rows } = await sql<{ biz: string; files: number; bytes: string }>`
    select biz, count(*)::int as files, sum(size)::text as bytes from stored_file where tenant_id = ${me.tenantId} group by biz order by biz`.execute(tx);
  const { rows: kept } = await sql<{ files: number; bytes: string }>`
    select count(*)::int as files, coalesce(sum(size), 0)::text as bytes
    from (select distinct on (sha256) size from stored_file where tenant_id = ${me.tenantId} order by sha256) one`.execute(tx);
  const byUse = rows.map((row) => [fileUses[row.biz as FileUse]?.name ?? row.biz, { files: row.files, bytes: Number(row.bytes) }] as const);
  return { files: kept[0]?.files ?? 0, bytes: Number(kept[0]?.bytes ?? 0), byUse: Object.fromEntries(byUse) };
}

/**
 * Throws away bytes nobody can ask for: direct uploads never completed, and contents without a row (the process ended between
 * the two). A day old at least, so that nothing under way is touched; rows are never removed here, documents keep their keys.
 */
export async function dropOrphans(opened: Opened, now: Date): Promise<number> {
  const store = fileStore();
  const before = now.getTime() - DAY_MS;
  let dropped = 0;
  for await (const { key, changedAt } of store.list(INCOMING)) {
    if (changedAt.getTime() > before) continue;
    await store.delete(key);
    dropped++;
  }
  const tenants = await opened.inSystem((tx) => tx.selectFrom('tenant').select('id').execute());
  for (const { id } of tenants) dropped += await dropContents(opened, id, before);
  return dropped;
}

async function dropContents(opened: Opened, tenantId: bigint, before: number): Promise<number> {
  let batch: string[] = [];
  let dropped = 0;
  const settle = async () => {
    const hashes = [...new Set(batch.map(hashOf))];
    const known = await opened.inTenant({ tenantId }, (tx) =>
      tx
        .selectFrom('stored_file')
        .select('sha256')
        .distinct()
        .where('tenant_id', '=', tenantId)
        .where('sha256', '=', sql<string>`any(${hashes}::text[])`)
        .execute(),
    );
    const kept = new Set(known.map((row) => row.sha256));
    for (const key of batch.filter((one) => !kept.has(hashOf(one)))) {
      await fileStore().delete(key);
      dropped++;
    }
    batch = [];
  };
  for await (const { key, changedAt } of fileStore().list(String(tenantId))) {
    if (changedAt.getTime() <= before) batch.push(key);
    if (batch.length >= ASKED_AT_ONCE) await settle();
  }
  if (batch.length > 0) await settle();
  return dropped;
}

/** `7/ab/abcd….96.webp` belongs to the content abcd…; halves of writes (`.tmp`) to none. */
const hashOf = (key: string): string => (key.endsWith('.tmp') ? '' : (key.split('/').at(-1)?.split('.')[0] ?? ''));
