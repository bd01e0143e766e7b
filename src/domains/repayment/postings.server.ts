import { closedFor } from '~/domains/finance/closedPeriod.server';
import { accountOf, type Entry, postLedgers } from '~/domains/finance/fund.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';

/** The document that makes figures differ, for allocations, ledgers and logs. */
export interface Cause {
  id: string;
  no: string;
  type: string;
}
/** What a payment settles of a bucket more, or less, than was written. */
export interface Part {
  payment: string;
  item: string;
  bucket: string;
  amount: bigint;
  day: string;
}

export interface Counted {
  id: string;
  no: string;
  kind: string;
  amount: bigint;
  valueOn: string;
  /** What changed of it by this replay. */
  unapplied: bigint;
  refunded: bigint;
  taken: bigint;
  refundTo: string | null;
  /** Counted for the first time, or no longer. */
  came: -1n | 0n | 1n;
}

export interface Changed {
  customerId: string;
  parts: readonly Part[];
  taken: readonly Counted[];
  cause: Cause;
}

/**
 * One posting a payment whose parts changed. Interest and penalty are income when they are collected; prepaid money stays owed to the customer
 * until it is given back: to the bank, on to another customer through it, or into the customer's funds.
 */
export async function postPayments(tx: Tx, me: Me, { customerId, parts, taken, cause }: Changed, today: string): Promise<void> {
  const sums = new Map<string, Record<string, bigint>>();
  for (const { payment, bucket, amount } of parts) {
    const sum = sums.get(payment) ?? {};
    sum[bucket] = (sum[bucket] ?? 0n) + amount;
    sums.set(payment, sum);
  }
  const funds = taken.some(({ refundTo }) => refundTo === 'FUND') ? (await accountOf(tx, me, customerId)).id : null;
  const drafts = taken.flatMap((one) => {
    const sum = sums.get(one.id) ?? {};
    const off = one.kind === 'WRITE_OFF' ? one.taken : 0n;
    const money = one.kind === 'MONEY';
    const entries = [
      side('1002', customerId, money ? one.amount * one.came : 0n),
      side('6702', customerId, off),
      side('1122', customerId, -((sum.PRINCIPAL ?? 0n) + off)),
      side('6301', customerId, -((sum.PENALTY ?? 0n) + (sum.FEE ?? 0n))),
      side('6051', customerId, -(sum.INTEREST ?? 0n)),
      side('2203', customerId, money ? -(one.unapplied + one.refunded) : 0n),
      ...(one.refundTo === null ? [] : [side('2203', customerId, one.taken), side(...goesTo(one.refundTo, customerId, -one.taken, funds))]),
    ].filter((entry): entry is Entry => entry !== null);
    return entries.length > 1 ? [{ one, entries }] : [];
  });
  const days = await openDays(
    tx,
    me,
    drafts.map(({ one }) => ({ customerId, bizDate: one.came > 0n && one.valueOn < today ? one.valueOn : today })),
    today,
  );
  await postLedgers(
    tx,
    me,
    drafts.map(({ one, entries }, index) => ({
      kind: one.came < 0n ? 'REPAY_REVERSE' : 'REPAY',
      bizType: 'REPAYMENT',
      bizId: one.id,
      bizNo: one.no,
      bizDate: days[index] as string,
      idemKey: `REPAYMENT:${one.id}:${newId()}`,
      memo: one.came === 0n ? `还款单${one.no}因${cause.no}重新核销，入账日${one.valueOn}` : `还款单${one.no}，入账日${one.valueOn}`,
      entries,
    })),
  );
}

type Side = [account: Entry['account'], customerId: string, amount: bigint, fundAccountId?: string | null];
/** Debit above 0, credit below. */
function side(...[account, customerId, amount, fundAccountId = null]: Side): Entry | null {
  const of = { account, customerId, ...(fundAccountId === null ? {} : { fundAccountId }) };
  return amount === 0n ? null : amount > 0n ? { ...of, dr: amount } : { ...of, cr: -amount };
}
const goesTo = (to: string, customerId: string, amount: bigint, funds: string | null): Side =>
  to === 'FUND' ? ['2203', customerId, amount, funds] : ['1002', customerId, amount];

/** The day a posting belongs to, or today where the customer was sent a statement of that day already. */
export async function openDays(tx: Tx, me: Me, postings: { customerId: string; bizDate: string }[], today: string): Promise<string[]> {
  if (!postings.length) return [];
  const closed = new Set((await closedFor(tx, me, postings)).map((one) => one.at));
  return postings.map(({ bizDate }, index) => (closed.has(index) ? today : bizDate));
}
