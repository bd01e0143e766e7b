import { itemDetail, listItems } from '~/domains/repayment/itemViews.server';
import { ItemQuery } from '~/domains/repayment/repayment.schema';
import { refusalOf } from './catalogue';
import { accountNow, creditDifferences } from './credit';
import { addCustomer } from './customers';
import { type Depot, differences, orderOf } from './delivery';
import { colleagueOf } from './expense';
import { creditOn, given, onDay, owed, repaid, repayDifferences } from './repayment';
import { as } from './stock';

/** One customer's credit from the first order to a payment found late, as figures without ids: the same on every engine. */
export async function creditStory(depot: Depot) {
  const { opened, me } = depot;
  const people: [typeof me, typeof me] = [me, colleagueOf(me)];
  const customerId = await addCustomer(me, '两种数据库的客户');
  const account = await creditOn(
    opened,
    me,
    customerId,
    { way: 'INSTALMENTS', instalments: 3, graceDays: 3, graceMode: 'RETRO', interestPpm: 137, dayCount: 'D30_360' },
    100_000n,
  );
  await owed(depot, customerId, 30, '2026-01-31');
  await owed(depot, customerId, 20, '2026-02-28');
  const short = await refusalOf(orderOf(depot, [[0, '90']], { customerId, payMethod: 'CREDIT' }, onDay('2026-03-01')));
  await repaid(opened, people, given(customerId, '120.00', '2026-04-20'), '2026-04-20');
  await repaid(opened, people, given(customerId, '66.66', '2026-03-05'), '2026-04-25');
  await repaid(opened, people, given(customerId, '600.00', '2026-05-10', { payAhead: false }), '2026-05-10');
  const day = onDay('2026-06-11');
  const rows = (await as(opened, me, (tx) => listItems(tx, me, ItemQuery.parse({ customerId, tab: 'ALL', pageSize: 50, ascs: 'dueOn' }), day))).pagedRecords;
  const last = await as(opened, me, (tx) => itemDetail(tx, me, { id: rows.at(-1)?.id as string }, day));
  const { held, used, available } = await accountNow(opened, account.id);
  const { rows: journal } = await opened.pool.query('select event, amount::text from credit_journal where account_id = $1 order by seq', [account.id]);
  const { rows: ledger } = await opened.pool.query(
    'select account_code as code, sum(dr - cr)::text as amount from ledger_entry where customer_id = $1 group by 1 having sum(dr - cr) <> 0 order by 1',
    [customerId],
  );
  return {
    short: short.message.replace(/SX\d+/, 'SX'),
    rows: rows.map((one) => [one.dueOn, one.principal, one.interest, one.penalty, one.paid, one.owed, one.state].join(' ')),
    segments: last.segments.map(({ from, to, days, amount }) => [from, to, days, amount].join(' ')),
    account: [held, used, available].join(' '),
    journal: journal.map(({ event, amount }) => `${event} ${amount}`),
    ledger: ledger.map(({ code, amount }) => `${code} ${amount}`),
    differences: [...(await repayDifferences(opened, me)), ...(await creditDifferences(opened, me)), ...(await differences(depot))],
  };
}
