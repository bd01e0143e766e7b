import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { lockAccount } from './account.server';
import { endLine, REPLACED, renewAccount, type Source, setLine } from './line.server';

interface Granted {
  source: Source;
  reason: string;
  /** Of a renewal: the day it renewed to (null: without end). */
  renewedTo?: string | null | undefined;
}
/**
 * What a document granted is taken back as far as it still stands: its line ends, a base line gives way to the one before it, and an account that
 * has none before it, or runs on the renewal, ends today. What was used is owed as before.
 */
export async function takeBackGranted(tx: Tx, me: Me, accountId: string, { source, reason, renewedTo }: Granted, now: Date): Promise<void> {
  const today = shanghaiDate(now);
  const account = await lockAccount(tx, me, accountId);
  if (account.status === 'CLOSED') return;
  const endToday = async (): Promise<void> => {
    const validTo = today < account.valid_from ? account.valid_from : today;
    if (account.valid_to === null || account.valid_to > validTo) await renewAccount(tx, me, accountId, { validTo, reason, source }, now);
  };
  if (renewedTo !== undefined && renewedTo === account.valid_to) await endToday();
  const lines = await tx
    .selectFrom('credit_line')
    .select(['id', 'kind', 'amount', 'valid_to', 'ended_at', 'end_reason', 'source_type', 'source_id', 'source_no'])
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const at = lines.findIndex((one) => one.source_id === source.id && one.ended_at === null);
  const line = lines[at];
  if (!line) return;
  const stands = line.valid_to === null || line.valid_to >= today;
  await endLine(tx, me, accountId, line.id, reason, now);
  if (line.kind !== 'BASE' || !stands) return;
  const before = lines
    .slice(0, at)
    .findLast((one) => one.kind === 'BASE' && one.source_id !== source.id && (one.ended_at === null || one.end_reason === REPLACED));
  if (!before) return endToday();
  // It stands for what granted it then, and may be taken back in its turn.
  const from = before.source_id === null ? {} : { source: { type: before.source_type, id: before.source_id, no: before.source_no } };
  await setLine(tx, me, accountId, { kind: 'BASE', amount: before.amount, validFrom: today, validTo: null, reason, ...from }, now);
}
