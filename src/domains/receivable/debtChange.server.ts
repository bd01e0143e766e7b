import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

/** Why what a customer owes is another amount, is due another day, or is disputed otherwise. */
export type DebtReason = 'RAISED' | 'REVERSED' | 'SETTLED' | 'REOPENED' | 'RETURNED' | 'REPAID' | 'ADJUSTED' | 'RESCHEDULED' | 'DISPUTED' | 'MERGED';

export interface DebtChange {
  customerId: string;
  /** The receivables as they stand now, in this transaction; none where the customer as a whole is meant. */
  receivableIds: readonly string[];
  why: DebtReason;
  /** Number of the document that changed it, as a timeline names it. */
  bizNo: string;
}
/** What follows a change in the same transaction. The customer's money is locked, the receivables are written. */
export type DebtFollower = (tx: Tx, me: Me, change: DebtChange, now: Date) => Promise<void>;

/** The same for many customers at once, where one by one would be as many statements; else each is followed by itself. */
export type DebtsFollower = (tx: Tx, me: Me, changes: readonly DebtChange[], now: Date) => Promise<void>;

const shared = globalThis as { portalDebtFollowers?: Map<string, DebtsFollower> };
shared.portalDebtFollowers ??= new Map();
const followers = shared.portalDebtFollowers;

/** Said once by each domain that follows debts, under a name of its own; followers run in the order of their names. */
export const defineDebtChange = (name: string, follower: DebtFollower): void =>
  defineDebtChanges(name, async (tx, me, changes, now) => {
    for (const change of changes) await follower(tx, me, change, now);
  });
export const defineDebtChanges = (name: string, follower: DebtsFollower): void => void followers.set(name, follower);

/** Said by whoever changed what a customer owes, after the last write of the change. */
export const tellDebtChange = (tx: Tx, me: Me, change: DebtChange, now: Date): Promise<void> => tellDebtChanges(tx, me, [change], now);

/** Of many customers, all of them written. */
export async function tellDebtChanges(tx: Tx, me: Me, changes: readonly DebtChange[], now: Date): Promise<void> {
  const named = [...followers].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [, follow] of named) await follow(tx, me, changes, now);
}
