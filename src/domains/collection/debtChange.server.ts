import { defineDebtChanges } from '~/domains/receivable/debtChange.server';
import { reassess } from './assess.server';

/** So many customers a statement. */
const AT_ONCE = 200;

/** Whatever a customer owes otherwise, their case is looked at again in the same transaction: nobody is reminded of what was paid. */
defineDebtChanges('collection', async (tx, me, changes, now) => {
  const ids = [...new Set(changes.map(({ customerId }) => customerId))];
  for (let at = 0; at < ids.length; at += AT_ONCE) await reassess(tx, me, ids.slice(at, at + AT_ONCE), now);
});
