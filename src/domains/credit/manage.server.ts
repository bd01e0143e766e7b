import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { eachOf } from '~/server/each.server';
import { mustBeSeen } from '~/server/versioned.server';
import { refuse } from '~/shared/refusal';
import { lockAccount } from './account.server';
import { closeAccount, freezeAccount, thawAccount } from './freeze.server';
import { endLine } from './line.server';
import type { Account } from './move.server';
import { mustThaw } from './thawGuard.server';

interface Seen {
  id: string;
  version: number;
}

/** What people do on an account's page: locked, and as they saw it. */
async function seen(tx: Tx, me: Me, { id, version }: Seen): Promise<Account> {
  const account = await lockAccount(tx, me, id);
  mustBeSeen(account, version);
  return account;
}
const saved = ({ id, no }: Account) => ({ id, no });

export async function freezeByHand(tx: Tx, me: Me, input: Seen & { amount: bigint | ''; reason: string }, now: Date) {
  const account = await seen(tx, me, input);
  await freezeAccount(tx, me, { accountId: account.id, amount: input.amount === '' ? null : input.amount, source: 'MANUAL', reason: input.reason }, now);
  return saved(account);
}

/** Each account answers for itself. */
export async function freezeSeveral(tx: Tx, me: Me, input: { items: Seen[]; reason: string }, now: Date) {
  const results = await eachOf(tx, input.items, async (item) => {
    const { no } = await freezeByHand(tx, me, { ...item, amount: '', reason: input.reason }, now);
    return `授信账户${no}已冻结`;
  });
  return { results };
}

/** One freeze, or all that are open. */
export async function thawByHand(tx: Tx, me: Me, input: Seen & { freezeId: string; reason: string }, now: Date) {
  const account = await seen(tx, me, input);
  let open = tx
    .selectFrom('credit_freeze')
    .select('rule_id')
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', account.id)
    .where('thawed_at', 'is', null);
  if (input.freezeId) open = open.where('id', '=', input.freezeId);
  await mustThaw(
    tx,
    me,
    (await open.execute()).flatMap(({ rule_id }) => rule_id ?? []),
  );
  const lifted = await thawAccount(tx, me, { accountId: account.id, reason: input.reason, ...(input.freezeId ? { freezeId: input.freezeId } : {}) }, now);
  if (!lifted) refuse('CREDIT_STATE', `授信账户${account.no}没有可解除的冻结`);
  return saved(account);
}

export async function closeByHand(tx: Tx, me: Me, input: Seen & { reason: string }, now: Date) {
  const account = await seen(tx, me, input);
  return saved(await closeAccount(tx, me, { accountId: account.id, reason: input.reason }, now));
}

export async function endLineByHand(tx: Tx, me: Me, input: Seen & { lineId: string; reason: string }, now: Date) {
  const account = await seen(tx, me, input);
  return saved(await endLine(tx, me, account.id, input.lineId, input.reason, now));
}
