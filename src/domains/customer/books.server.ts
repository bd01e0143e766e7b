import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { port } from '~/server/port.server';

export interface BooksMerge {
  id: string;
  fromId: string;
  intoId: string;
  /** Code of the customer that stays, by which the posting is found. */
  no: string;
  memo: string;
  bizDate: string;
}

/** What whoever keeps the money of customers answers for it; amounts in 分. */
export interface CustomerBooks {
  summary(
    tx: Tx,
    me: Pick<Me, 'tenantId'>,
    customerId: string,
    today?: string,
  ): Promise<{ balance: bigint; held: bigint; available: bigint; openReceivable: bigint; overdue: bigint; overdueDays: number }>;
  /** First in the lock order. */
  lock(tx: Tx, me: Me, customerIds: readonly string[]): Promise<unknown>;
  /** Hands over what one customer has and owes; the answer is kept for the way back. */
  merge(tx: Tx, me: Me, merge: BooksMerge): Promise<{ txnId: string | null }>;
  /** Refuses FUND_SHORT when the money that came along has been spent since. */
  mergeBack(tx: Tx, me: Me, merge: BooksMerge, moved: unknown): Promise<void>;
}

export const customerBooks = port<CustomerBooks>('the books of customers');
