import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

/** A row of `credit_use` with what a plan needs to know of its credit order; 分. */
export interface CreditUse {
  id: string;
  creditOrderId: string;
  creditOrderNo: string;
  accountId: string;
  customerId: string;
  amount: bigint;
  bizDate: string;
  bizType: string;
  bizId: string;
  bizNo: string;
  deliveryId: string | null;
  /** Of a reversal or return: the commit it lowers. */
  ofUseId: string | null;
  /** As the credit order keeps them: `termsOf` reads it. */
  terms: unknown;
  /** Of a debt taken over from elsewhere: how it is paid back, whatever the terms would make of it. */
  planned?: readonly Planned[];
}

/**
 * What repayment plans do when credit is used, in the same transaction. The credit account and the credit order are locked; figures of both have moved.
 * A plan writes `next_due_on` and `overdue_from` of the credit order by `setDues`.
 */
export interface CreditUseFollower {
  /** Answers when the receivable of this delivery is due; null: as the customer's own terms have it. */
  committed(tx: Tx, me: Me, use: CreditUse, now: Date): Promise<{ dueDate: string | null }>;
  /** A delivery was reversed: what it planned goes, all of it. */
  reversed(tx: Tx, me: Me, use: CreditUse, now: Date): Promise<void>;
  /** Goods nobody had paid for came back. */
  returned(tx: Tx, me: Me, use: CreditUse, now: Date): Promise<void>;
  /** The rows a delivery would be planned in. */
  plan(terms: unknown, of: { start: string; amount: bigint }): Planned[];
}
export interface Planned {
  seq: number;
  nominal: string;
  due: string;
  provisional: boolean;
  principal: bigint;
}

const shared = globalThis as { portalCreditUse?: CreditUseFollower };

/** Said once, by the domain that keeps the plans; without it nothing is planned. */
export const defineCreditUse = (follower: CreditUseFollower): void => {
  shared.portalCreditUse = follower;
};

export async function tellCommitted(tx: Tx, me: Me, use: CreditUse, now: Date): Promise<string | null> {
  return (await shared.portalCreditUse?.committed(tx, me, use, now))?.dueDate ?? null;
}
export const tellReversed = async (tx: Tx, me: Me, use: CreditUse, now: Date): Promise<void> => shared.portalCreditUse?.reversed(tx, me, use, now);
export const tellReturned = async (tx: Tx, me: Me, use: CreditUse, now: Date): Promise<void> => shared.portalCreditUse?.returned(tx, me, use, now);
export const planOf = (terms: unknown, of: { start: string; amount: bigint }): Planned[] => shared.portalCreditUse?.plan(terms, of) ?? [];
