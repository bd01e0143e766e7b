import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import { type AccountStatus, effectiveOn, type JournalEvent, type Line, type LineKind } from './credit';
import { type Account, move } from './move.server';
import { tellChange } from './notice.server';

export async function lockAccount(tx: Tx, me: Pick<Me, 'tenantId'>, id: string): Promise<Account> {
  const row = await tx.selectFrom('credit_account').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? notFound('该授信账户');
}

export async function linesOfAccount(tx: Tx, me: Pick<Me, 'tenantId'>, accountId: string): Promise<(Line & { id: string })[]> {
  const rows = await tx
    .selectFrom('credit_line')
    .select(['id', 'kind', 'amount', 'valid_from', 'valid_to'])
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, kind: row.kind as LineKind, amount: row.amount, validFrom: row.valid_from, validTo: row.valid_to }));
}

/** Whether a freeze of the whole account is open. */
async function isFrozen(tx: Tx, me: Pick<Me, 'tenantId'>, accountId: string): Promise<boolean> {
  const open = await tx
    .selectFrom('credit_freeze')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', accountId)
    .where('thawed_at', 'is', null)
    .where('amount', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return Boolean(open);
}

const percentOf = (amount: bigint, percent: string): bigint => (amount * BigInt(Math.round(Number(percent) * 100))) / 10_000n;

export interface Reckoned {
  limit: { base: bigint | null; amount: bigint | null; over: bigint; changesOn: string | null };
  status: AccountStatus;
}

/** Where a locked account stands on a day by its lines, its validity and its freezes. Closed stays closed. */
export async function reckon(tx: Tx, me: Pick<Me, 'tenantId'>, account: Account, day: string): Promise<Reckoned> {
  const { base, limit, changesOn } = effectiveOn(await linesOfAccount(tx, me, account.id), day);
  const { over_pct } = await tx
    .selectFrom('credit_type')
    .select('over_pct')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', account.credit_type_id)
    .executeTakeFirstOrThrow();
  const turns = [
    changesOn,
    account.valid_from > day ? account.valid_from : null,
    account.valid_to !== null && account.valid_to >= day ? addDays(account.valid_to, 1) : null,
  ];
  return {
    limit: { base, amount: limit, over: limit === null ? 0n : percentOf(limit, over_pct), changesOn: turns.filter((on) => on !== null).sort()[0] ?? null },
    status: await statusOn(tx, me, account, day),
  };
}

async function statusOn(tx: Tx, me: Pick<Me, 'tenantId'>, account: Account, day: string): Promise<AccountStatus> {
  if (account.status === 'CLOSED') return 'CLOSED';
  if (account.valid_to !== null && account.valid_to < day) return 'EXPIRED';
  if (account.valid_from > day) return 'PENDING';
  return (await isFrozen(tx, me, account.id)) ? 'FROZEN' : 'ACTIVE';
}

/** Brings a locked account to where it stands today, with the change that led here. */
export async function settleAccount(
  tx: Tx,
  me: Me,
  account: Account,
  change: { event: JournalEvent; memo: string; amount?: bigint; frozen?: bigint; bizType?: string; bizId?: string | null; bizNo?: string },
  now: Date,
  set?: Parameters<typeof move>[3]['set'],
): Promise<Account> {
  const bizDate = shanghaiDate(now);
  const reckoned = await reckon(tx, me, { ...account, ...(set as Partial<Account>) }, bizDate);
  const by = (reckoned.limit.amount ?? 0n) - (account.limit_amount ?? 0n);
  const moved = await move(tx, me, account, { amount: by, ...change, ...reckoned, bizDate, ...(set ? { set } : {}) }, now);
  await tellChange(tx, me, account, moved as Account);
  return moved as Account;
}

/** A line or the validity began or ended since the account was looked at last: reckons it anew before anything is set aside. */
export async function refreshAccount(tx: Tx, me: Me, account: Account, now: Date): Promise<Account> {
  const today = shanghaiDate(now);
  if (account.next_change_on === null || account.next_change_on > today) return account;
  const locked = await lockAccount(tx, me, account.id);
  if (locked.next_change_on === null || locked.next_change_on > today) return locked;
  const expired = locked.valid_to !== null && locked.valid_to < today && locked.status !== 'EXPIRED';
  return settleAccount(tx, me, locked, { event: 'LIMIT', memo: expired ? `有效期至${locked.valid_to}，账户失效` : '额度按有效期变动' }, now);
}
