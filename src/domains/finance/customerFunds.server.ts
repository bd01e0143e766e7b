import { sql } from 'kysely';
import { z } from 'zod';
import type { BooksMerge } from '~/domains/customer/books.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { type AccountCode, accountOf, type Entry, postLedger } from './fund.server';

const codes: Record<string, AccountCode> = { BALANCE: '2203', EXPENSE: '2241' };

/** What a merge changed on fund accounts, kept for its undo; `held` in 分 as text. */
const MovedFunds = z.object({
  txnId: z.string().nullable(),
  accounts: z.array(
    z.object({
      from: z.string(),
      into: z.string(),
      held: z.string(),
      holds: z.array(z.string()),
      enters: z.array(z.string()),
      withdrawals: z.array(z.string()).default([]),
    }),
  ),
});
type MovedFunds = z.output<typeof MovedFunds>;

/**
 * Hands over what one customer has and owes: balances and the open 1122 move by one posting, entries already made stay as they are.
 * Holds and payments come to hang on the other customer's accounts; their `customer_id` is the merge's to change.
 */
export async function moveFunds(tx: Tx, me: Me, merge: BooksMerge): Promise<MovedFunds> {
  const accounts = await tx
    .selectFrom('fund_account')
    .select(['id', 'type', 'posted', 'held'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', merge.fromId)
    .orderBy('id')
    .execute();
  const moved: (MovedFunds['accounts'][number] & { taken: bigint })[] = [];
  const entries: Entry[] = [];
  for (const account of accounts) {
    const into = await accountOf(tx, me, merge.intoId, account.type as 'BALANCE' | 'EXPENSE');
    const holds = await hang(tx, me, 'fund_hold', account.id, into.id);
    const deposits = await hang(tx, me, 'enter_account', account.id, into.id);
    const withdrawals = await hang(tx, me, 'withdrawal', account.id, into.id);
    await changeHeld(tx, me, account.id, -account.held);
    moved.push({ from: account.id, into: into.id, held: account.held.toString(), holds, enters: deposits, withdrawals, taken: account.held });
    const code = codes[account.type] as AccountCode;
    if (account.posted > 0n)
      entries.push(
        { account: code, customerId: merge.fromId, fundAccountId: account.id, dr: account.posted },
        { account: code, customerId: merge.intoId, fundAccountId: into.id, cr: account.posted },
      );
  }
  entries.push(...owedEntries(await owedBy(tx, me, merge.fromId), merge));
  const txnId = entries.length > 0 ? await post(tx, me, merge, { kind: 'MERGE', idemKey: `MERGE:${merge.id}`, entries, reversesId: null }) : null;
  for (const one of moved) await changeHeld(tx, me, one.into, one.taken);
  return { txnId, accounts: moved.map(({ taken: _, ...one }) => one) };
}

/** The other way round. Refuses FUND_SHORT when the money that came along has been spent since. */
export async function moveFundsBack(tx: Tx, me: Me, merge: BooksMerge, kept: unknown): Promise<void> {
  const moved = MovedFunds.parse(kept);
  for (const one of moved.accounts) await changeHeld(tx, me, one.into, -BigInt(one.held));
  if (moved.txnId) {
    const posted = await tx
      .selectFrom('ledger_entry')
      .select(['account_code', 'customer_id', 'fund_account_id', 'dr', 'cr'])
      .where('tenant_id', '=', me.tenantId)
      .where('txn_id', '=', moved.txnId)
      .orderBy('id', 'desc')
      .execute();
    const entries = posted.map((one) => ({
      account: one.account_code as AccountCode,
      customerId: one.customer_id,
      fundAccountId: one.fund_account_id,
      dr: one.cr,
      cr: one.dr,
    }));
    await post(tx, me, merge, { kind: 'MERGE_REVERSE', idemKey: `MERGE:${merge.id}:REVERSE`, entries, reversesId: moved.txnId });
  }
  for (const one of moved.accounts) {
    await changeHeld(tx, me, one.from, BigInt(one.held));
    for (const [table, ids] of [['fund_hold', one.holds] as const, ['enter_account', one.enters] as const, ['withdrawal', one.withdrawals] as const])
      if (ids.length > 0) await tx.updateTable(table).set({ account_id: one.from }).where('tenant_id', '=', me.tenantId).where('id', 'in', ids).execute();
  }
}

function post(tx: Tx, me: Me, merge: BooksMerge, by: { kind: string; idemKey: string; entries: Entry[]; reversesId: string | null }): Promise<string> {
  return postLedger(tx, me, { ...by, bizType: 'CUSTOMER', bizId: merge.intoId, bizNo: merge.no, bizDate: merge.bizDate, memo: merge.memo });
}

async function hang(tx: Tx, me: Me, table: 'fund_hold' | 'enter_account' | 'withdrawal', from: string, into: string): Promise<string[]> {
  const rows = await tx
    .updateTable(table)
    .set({ account_id: into })
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', from)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

async function changeHeld(tx: Tx, me: Me, accountId: string, by: bigint): Promise<void> {
  if (by === 0n) return;
  await tx
    .updateTable('fund_account')
    .set({ held: sql<bigint>`held + ${by}::bigint`, changed_at: sql<Date>`now()` })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', accountId)
    .execute();
}

/** Account 1122 of a customer, by the ledger. */
async function owedBy(tx: Tx, me: Me, customerId: string): Promise<bigint> {
  const { owed } = await tx
    .selectFrom('ledger_entry')
    .select(sql<bigint>`coalesce(sum(dr - cr), 0)::bigint`.as('owed'))
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where('account_code', '=', '1122')
    .executeTakeFirstOrThrow();
  return owed;
}

function owedEntries(owed: bigint, { fromId, intoId }: BooksMerge): Entry[] {
  if (owed === 0n) return [];
  const [debtor, creditor] = owed > 0n ? [intoId, fromId] : [fromId, intoId];
  const amount = owed > 0n ? owed : -owed;
  return [
    { account: '1122', customerId: debtor, dr: amount },
    { account: '1122', customerId: creditor, cr: amount },
  ];
}
