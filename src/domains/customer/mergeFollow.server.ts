import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

export interface Merged {
  fromId: string;
  intoId: string;
  /** Code of the customer that stays. */
  no: string;
  /** The merge is taken back. */
  undone: boolean;
}
/** What follows in the transaction of a merge, after every row has moved. Both customers' money is locked. */
export type MergeFollower = (tx: Tx, me: Me, merged: Merged, now: Date) => Promise<void>;

const shared = globalThis as { portalMergeFollowers?: Map<string, MergeFollower> };
shared.portalMergeFollowers ??= new Map();
const followers = shared.portalMergeFollowers;

/** Said once by each domain that follows merges, under a name of its own. */
export const defineMergeFollower = (name: string, follower: MergeFollower): void => void followers.set(name, follower);

export async function followMerge(tx: Tx, me: Me, merged: Merged, now: Date): Promise<void> {
  const named = [...followers].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [, follow] of named) await follow(tx, me, merged, now);
}
