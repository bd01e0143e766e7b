import { createHash } from 'node:crypto';
import type { Me } from '~/portal/me';
import { refuse } from '~/shared/refusal';
import { beforeCommit } from './db/transaction.server';
import type { Tx } from './db.server';

const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? inner.toString() : inner)) ?? '')
    .digest('hex');

/**
 * Runs `work` once per key and person: a repeat gets the stored answer, a parallel repeat waits for the first,
 * the same key with another body or call is refused. A refused call keeps no key, so it can be tried again.
 */
export async function once(tx: Tx, me: Me, path: string, key: string, input: unknown, work: () => Promise<unknown>): Promise<unknown> {
  const bodyHash = hashOf(input);
  const inserted = await tx
    .insertInto('idempotency')
    .values({ tenant_id: me.tenantId, account_id: me.accountId, key, path, body_hash: bodyHash })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  if (!inserted.numInsertedOrUpdatedRows) return repeated(tx, me, path, key, bodyHash);
  const answer = await work();
  beforeCommit(
    tx
      .updateTable('idempotency')
      .set({ answer: JSON.stringify(answer ?? null) })
      .where('tenant_id', '=', me.tenantId)
      .where('account_id', '=', me.accountId)
      .where('key', '=', key),
  );
  return answer;
}

async function repeated(tx: Tx, me: Me, path: string, key: string, bodyHash: string): Promise<unknown> {
  const earlier = await tx
    .selectFrom('idempotency')
    .select(['path', 'body_hash', 'answer'])
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', me.accountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (earlier.path !== path || earlier.body_hash !== bodyHash) refuse('IDEMPOTENT_MISMATCH', '同一提交标识对应了不同内容，请刷新页面后重试');
  return earlier.answer === null ? null : JSON.parse(earlier.answer);
}
