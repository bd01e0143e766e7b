import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { lockKnown } from '~/server/versioned.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { type AccountStatus, effectiveOn, type JournalEvent, type Line, type LineKind } from './credit';
import { type Account, move } from './move.server';
import { tellChanges } from './notice.server';

export const lockAccount = (tx: Tx, me: Pick<Me, 'tenantId'>, id: string): Promise<Account> => lockKnown(tx, me, 'credit_account', '授信账户', { id });

type Basis = Awaited<ReturnType<typeof basisOf>>;
/** What the limit and the state of locked accounts follow from: lines that were not ended, open freezes of the whole account, and how far beyond it goes. */
async function basisOf(tx: Tx, me: Pick<Me, 'tenantId'>, accounts: readonly Account[]) {
  const ids = accounts.map(({ id }) => id);
  const lines = await tx
    .selectFrom('credit_line')
    .select(['id', 'account_id', 'kind', 'amount', 'valid_from', 'valid_to'])
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', anyOf(ids))
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();
  const frozen = await tx
    .selectFrom('credit_freeze')
    .select('account_id')
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', anyOf(ids))
    .where('thawed_at', 'is', null)
    .where('amount', 'is', null)
    .execute();
  const types = await tx
    .selectFrom('credit_type')
    .select(['id', 'over_pct'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf([...new Set(accounts.map((one) => one.credit_type_id))]))
    .execute();
  return {
    lines: Map.groupBy(lines, (one) => one.account_id),
    frozen: new Set(frozen.map((one) => one.account_id)),
    overPct: new Map(types.map((one) => [one.id, one.over_pct])),
  };
}

const lineOf = (row: { kind: string; amount: bigint | null; valid_from: string; valid_to: string | null }): Line => ({
  kind: row.kind as LineKind,
  amount: row.amount,
  validFrom: row.valid_from,
  validTo: row.valid_to,
});

const percentOf = (amount: bigint, percent: string): bigint => (amount * BigInt(Math.round(Number(percent) * 100))) / 10_000n;

export interface Reckoned {
  limit: { base: bigint | null; amount: bigint | null; over: bigint; changesOn: string | null };
  status: AccountStatus;
}

/** Where a locked account stands on a day by its lines, its validity and its freezes. Closed stays closed. */
export const reckon = async (tx: Tx, me: Pick<Me, 'tenantId'>, account: Account, day: string): Promise<Reckoned> =>
  reckonBy(await basisOf(tx, me, [account]), account, day);

function reckonBy({ lines, frozen, overPct }: Basis, account: Account, day: string): Reckoned {
  const { base, limit, changesOn } = effectiveOn((lines.get(account.id) ?? []).map(lineOf), day);
  const turns = [
    changesOn,
    account.valid_from > day ? account.valid_from : null,
    account.valid_to !== null && account.valid_to >= day ? addDays(account.valid_to, 1) : null,
  ];
  const over = limit === null ? 0n : percentOf(limit, overPct.get(account.credit_type_id) ?? '0');
  return {
    limit: { base, amount: limit, over, changesOn: turns.filter((on) => on !== null).sort()[0] ?? null },
    status: statusOn(account, frozen.has(account.id), day),
  };
}

function statusOn(account: Account, frozen: boolean, day: string): AccountStatus {
  if (account.status === 'CLOSED') return 'CLOSED';
  if (account.valid_to !== null && account.valid_to < day) return 'EXPIRED';
  if (account.valid_from > day) return 'PENDING';
  return frozen ? 'FROZEN' : 'ACTIVE';
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
  await tellChanges(tx, me, [{ before: account, after: moved as Account }]);
  return moved as Account;
}

/** A line or the validity began or ended since the account was looked at last: reckons it anew before anything is set aside. */
export async function refreshAccount(tx: Tx, me: Me, account: Account, now: Date): Promise<Account> {
  const today = shanghaiDate(now);
  if (account.next_change_on === null || account.next_change_on > today) return account;
  const locked = await lockAccount(tx, me, account.id);
  if (locked.next_change_on === null || locked.next_change_on > today) return locked;
  const [turned] = await turnLocked(tx, me, [locked], now);
  return turned as Account;
}

/** Locked accounts whose day to change has come, each with a change of its own; what they stand on is read at once. */
export async function turnLocked(tx: Tx, me: Me, locked: readonly Account[], now: Date): Promise<Account[]> {
  if (!locked.length) return [];
  const today = shanghaiDate(now);
  const basis = await basisOf(tx, me, locked);
  const changes: { before: Account; after: Account }[] = [];
  for (const before of locked) {
    const reckoned = reckonBy(basis, before, today);
    const expired = before.valid_to !== null && before.valid_to < today && before.status !== 'EXPIRED';
    const memo = expired ? `有效期至${before.valid_to}，账户失效` : '额度按有效期变动';
    const amount = (reckoned.limit.amount ?? 0n) - (before.limit_amount ?? 0n);
    const after = await move(tx, me, before, { event: 'LIMIT', amount, memo, ...reckoned, bizDate: today }, now);
    changes.push({ before, after: after as Account });
  }
  await tellChanges(tx, me, changes);
  return changes.map(({ after }) => after);
}
