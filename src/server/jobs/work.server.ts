import type { Opened, Tx } from '../db.server';
import { wake } from '../jobs.server';

/**
 * A turn of a chore that claims (`claimDue`): the rows are worked on all at once and outside any transaction, so a slow answer holds no
 * connection. Answers how many ended well. The chore has its next turn at once when `full` were claimed, since more may wait.
 */
export async function workOff<Row>(
  opened: Opened,
  { chore, full }: { chore: string; full: number },
  claim: (tx: Tx) => Promise<Row[]>,
  work: (row: Row) => Promise<boolean>,
): Promise<number> {
  const claimed = await opened.inSystem(claim);
  const outcomes = await Promise.all(claimed.map(work));
  if (claimed.length >= full) wake(chore);
  return outcomes.filter(Boolean).length;
}
