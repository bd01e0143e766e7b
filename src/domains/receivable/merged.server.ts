import { defineMergeFollower } from '~/domains/customer/mergeFollow.server';
import { tellDebtChange } from './debtChange.server';

/** What one record owed another owes now: whoever follows debts looks at both anew. */
defineMergeFollower('receivable', async (tx, me, { fromId, intoId, no }, now) => {
  for (const customerId of [fromId, intoId].sort()) await tellDebtChange(tx, me, { customerId, receivableIds: [], why: 'MERGED', bizNo: no }, now);
});
