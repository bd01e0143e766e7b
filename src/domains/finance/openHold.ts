/** A hold with something left of it; 分. */
export interface OpenHold {
  id: string;
  account_id: string;
  customer_id: string;
  amount: bigint;
  captured: bigint;
  released: bigint;
  /** What is open has left the account already: it waits in 2205. */
  advanced: boolean;
}
export const openOf = (one: Pick<OpenHold, 'amount' | 'captured' | 'released'>): bigint => one.amount - one.captured - one.released;
