import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { mustHaveOpenBooks } from './closedPeriod.server';

/** 1002 银行/待认款, 1122 应收, 2203 客户资金, 2205 订单已扣款, 2241 客户费用, 3901 期初结转, 6601 返利费用, 6001 发货暂估, 6603 尾差, 6051 利息收入, 6301 违约金收入, 6702 坏账. */
export type AccountCode = '1002' | '1122' | '2203' | '2205' | '2241' | '3901' | '6601' | '6001' | '6603' | '6051' | '6301' | '6702';

/** One side of a posting, in 分; exactly one of dr and cr is not 0. An entry with `fundAccountId` moves that account's balance by cr − dr. */
export interface Entry {
  account: AccountCode;
  customerId?: string | null;
  fundAccountId?: string | null;
  dr?: bigint;
  cr?: bigint;
}

export interface Posting {
  kind: string;
  bizType: string;
  bizId: string;
  bizNo: string;
  bizDate: string;
  /** What makes this posting happen once, e.g. `RECEIVABLE:<id>:RAISE`. */
  idemKey: string;
  memo?: string;
  reversesId?: string | null;
  entries: readonly Entry[];
}

/** Writes one double entry and the fund balances it moves. Σdr = Σcr or it is a defect; a second posting under one key fails. Answers the transaction's id. */
export async function postLedger(tx: Tx, me: Me, posting: Posting): Promise<string> {
  return (await postLedgers(tx, me, [posting]))[0] as string;
}

/** Postings are written this many at a time: a statement takes at most 65535 values. */
const AT_ONCE = 500;

/** Several double entries, in order, with few statements. */
export async function postLedgers(tx: Tx, me: Me, postings: readonly Posting[]): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < postings.length; from += AT_ONCE) ids.push(...(await postSome(tx, me, postings.slice(from, from + AT_ONCE))));
  return ids;
}

async function postSome(tx: Tx, me: Me, postings: readonly Posting[]): Promise<string[]> {
  await mustHaveOpenBooks(tx, me, postings.flatMap(owing));
  const txns: { id: string; posting: Posting; after: (bigint | null)[] }[] = [];
  for (const posting of postings) {
    refuseUnbalanced(posting);
    txns.push({ id: newId(), posting, after: await moveBalances(tx, me, posting.entries) });
  }
  await tx
    .insertInto('ledger_txn')
    .values(
      txns.map(({ id, posting }) => ({
        tenant_id: me.tenantId,
        id,
        kind: posting.kind,
        biz_type: posting.bizType,
        biz_id: posting.bizId,
        biz_no: posting.bizNo,
        biz_date: posting.bizDate,
        memo: posting.memo ?? '',
        actor: actorName(me),
        reverses_id: posting.reversesId ?? null,
        idem_key: posting.idemKey,
      })),
    )
    .execute();
  const entries = txns.flatMap(({ id, posting, after }) =>
    posting.entries.map((entry, index) => ({
      tenant_id: me.tenantId,
      id: newId(),
      txn_id: id,
      account_code: entry.account,
      customer_id: entry.customerId ?? null,
      fund_account_id: entry.fundAccountId ?? null,
      dr: entry.dr ?? 0n,
      cr: entry.cr ?? 0n,
      after_posted: after[index] ?? null,
    })),
  );
  await tx.insertInto('ledger_entry').values(entries).execute();
  return txns.map(({ id }) => id);
}

/** The customers whose debt a posting changes, with its day. */
const owing = ({ bizDate, entries }: Posting): { customerId: string; bizDate: string }[] =>
  entries.flatMap(({ account, customerId }) => (account === '1122' && customerId ? [{ customerId, bizDate }] : []));

function refuseUnbalanced(posting: Posting): void {
  const balance = posting.entries.reduce((sum, entry) => sum + (entry.dr ?? 0n) - (entry.cr ?? 0n), 0n);
  const oneSided = posting.entries.every((entry) => (entry.dr ?? 0n) > 0n !== (entry.cr ?? 0n) > 0n);
  if (!oneSided || posting.entries.length < 2) throw new Error(`every entry of posting ${posting.idemKey} needs one positive side`);
  if (balance !== 0n) throw new Error(`unbalanced posting ${posting.idemKey}: ${balance}`);
}

/** Balance after each entry that moves a fund account. The row update is the lock; what is held can never be spent. */
async function moveBalances(tx: Tx, me: Me, entries: readonly Entry[]): Promise<(bigint | null)[]> {
  const after: (bigint | null)[] = [];
  for (const entry of entries) {
    if (!entry.fundAccountId) {
      after.push(null);
      continue;
    }
    const change = (entry.cr ?? 0n) - (entry.dr ?? 0n);
    const moved = await tx
      .updateTable('fund_account')
      .set({ posted: sql<bigint>`posted + ${change}::bigint`, changed_at: sql<Date>`now()` })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', entry.fundAccountId)
      .where(sql<boolean>`posted + ${change}::bigint >= held`)
      .returning('posted')
      .executeTakeFirst();
    if (!moved) await refuseFunds(tx, me, entry.fundAccountId, -change);
    after.push(moved?.posted ?? null);
  }
  return after;
}

async function refuseFunds(tx: Tx, me: Me, accountId: string, needed: bigint): Promise<never> {
  const account = await tx
    .selectFrom('fund_account')
    .innerJoin('customer', (join) => join.onRef('customer.tenant_id', '=', 'fund_account.tenant_id').onRef('customer.id', '=', 'fund_account.customer_id'))
    .select(['customer.name', sql<bigint>`posted - held`.as('available')])
    .where('fund_account.tenant_id', '=', me.tenantId)
    .where('fund_account.id', '=', accountId)
    .executeTakeFirst();
  if (!account) notFound('该资金账户');
  return refuse('FUND_SHORT', `客户“${account.name}”资金账户可用余额${saidYuan(account.available)}元，不足${saidYuan(needed)}元`, {
    available: saidYuan(account.available),
    needed: saidYuan(needed),
  });
}

export interface FundAccount {
  id: string;
  posted: bigint;
  held: bigint;
  available: bigint;
  status: string;
}

/** The customer's account, opened at first need. */
export async function accountOf(tx: Tx, me: Pick<Me, 'tenantId'>, customerId: string, type: 'BALANCE' | 'EXPENSE' = 'BALANCE'): Promise<FundAccount> {
  const find = () =>
    tx
      .selectFrom('fund_account')
      .select(['id', 'posted', 'held', sql<bigint>`posted - held`.as('available'), 'status'])
      .where('tenant_id', '=', me.tenantId)
      .where('customer_id', '=', customerId)
      .where('type', '=', type)
      .executeTakeFirst();
  const found = await find();
  if (found) return found;
  await tx
    .insertInto('fund_account')
    .values({ tenant_id: me.tenantId, id: newId(), customer_id: customerId, type })
    .onConflict((on) => on.columns(['tenant_id', 'customer_id', 'type']).doNothing())
    .execute();
  return (await find()) as FundAccount;
}

/** What a customer has and owes, in 分; dealers see their own in the order screens. */
export async function fundSummary(tx: Tx, me: Pick<Me, 'tenantId'>, customerId: string, today: string) {
  const account = await tx
    .selectFrom('fund_account')
    .select(['posted', 'held'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where('type', '=', 'BALANCE')
    .executeTakeFirst();
  const owed = await tx
    .selectFrom('owing')
    .select([
      sql<bigint>`coalesce(sum(outstanding), 0)::bigint`.as('open'),
      sql<bigint>`coalesce(sum(outstanding) filter (where late_on < ${today}::date), 0)::bigint`.as('overdue'),
      sql<number>`coalesce(max(${today}::date - due_date) filter (where late_on < ${today}::date and outstanding > 0), 0)::int`.as('overdueDays'),
    ])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const balance = account?.posted ?? 0n;
  const held = account?.held ?? 0n;
  return { balance, held, available: balance - held, openReceivable: owed.open, overdue: owed.overdue, overdueDays: owed.overdueDays };
}
