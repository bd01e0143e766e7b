import { sql } from 'kysely';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { moveDueDate } from '~/domains/receivable/repaid.server';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { type Notice, tellAll } from '~/server/outbox.server';
import { forgetRows, keep } from '~/server/retention.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { saidYuan } from '~/shared/said';
import { coversYear } from '~/shared/workingTime';
import { termsOf } from './books.server';
import { storedItem, writeRevisions } from './plan.server';
import { noticeSteps } from './repayment';
import { dueOf } from './schedule';
import { settleCustomers } from './settle.server';

/** So many customers a transaction. */
const AT_ONCE = 50;
const TOLD_AT_ONCE = 500;
/** A notice missed for so many days is not sent any more: the next one says it. */
const LATE_DAYS = 3;

/** 00:10: money whose day has come counts, provisional due days are reckoned anew once their year is announced. What is overdue follows from the day itself. */
export const rollOver = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'repay-rollover', async (tx, clock) => (await countMatured(tx, clock, now)) + (await fixProvisional(tx, clock, now)), stop);

/** Bills that were to count on the day they are due. */
export async function countMatured(tx: Tx, me: Me, now: Date): Promise<number> {
  const due = await tx
    .selectFrom('repay_payment')
    .select(['id', 'no', 'customer_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('status', 'in', ['CONFIRMED', 'REVERSING'])
    .where('applied_at', 'is', null)
    .where('value_on', '<=', shanghaiDate(now))
    .orderBy('customer_id')
    .limit(AT_ONCE)
    .execute();
  await lockCustomerMoney(tx, me, [...new Set(due.map((one) => one.customer_id))].sort());
  const first = new Map(due.toReversed().map(({ customer_id, id, no }) => [customer_id, { id, no, type: 'REPAYMENT' }]));
  const asked = [...first].map(([customerId, cause]) => ({ customerId, cause }));
  await settleCustomers(tx, me, asked, now);
  return due.length;
}

/** Due days of a year whose holidays have been announced meanwhile; days gone by never move. A transaction takes all that is owed by some customers. */
export async function fixProvisional(tx: Tx, me: Me, now: Date): Promise<number> {
  const today = shanghaiDate(now);
  const rows = await provisionalOf(tx, me, today);
  const moved = rows.flatMap((row) => {
    const next = dueOf(termsOf(row.terms), row.nominal_on);
    return next.provisional || next.due <= today ? [] : [{ row, next }];
  });
  const customers = Map.groupBy(moved, ({ row }) => row.customer_id);
  await lockCustomerMoney(tx, me, [...customers.keys()].sort());
  await reviseOrders(tx, me, moved, now);
  const asked = [...customers].map(([customerId, [first]]) => {
    const { row } = first as Moved;
    return { customerId, cause: { id: row.credit_order_id, no: row.orderNo, type: 'CREDIT_ORDER' } };
  });
  await settleCustomers(tx, me, asked, now);
  const notices: Notice[] = [];
  for (const [customerId, own] of customers) {
    const changed = own.filter(({ row: one, next }) => one.due_on !== next.due);
    for (const { row: one, next } of changed) await moveDueDate(tx, me, { creditOrderId: one.credit_order_id, deliveryId: one.delivery_id, dueDate: next.due });
    if (changed.length) notices.push(toDealer(customerId, 'repay.moved', '应还日调整', wordsOf(changed)));
  }
  await tellAll(tx, me, notices);
  return customers.size;
}

/** What is owed by some customers on days that can be known now: nothing within twelve days of theirs lies in a year that is not announced. */
async function provisionalOf(tx: Tx, me: Me, today: string) {
  const years = Array.from({ length: 100 }, (_, index) => 2000 + index).filter(coversYear);
  const known = sql<boolean>`(extract(year from i.nominal_on - 12)::int = any(${years}::int[]) and extract(year from i.nominal_on + 12)::int = any(${years}::int[]))`;
  const open = tx
    .selectFrom('repay_item as i')
    .where('i.tenant_id', '=', me.tenantId)
    .where('i.provisional', '=', true)
    .where('i.settled_on', 'is', null)
    .where('i.due_on', '>', today)
    .where(known);
  return open
    .innerJoin('credit_order as o', (on) => on.onRef('o.tenant_id', '=', 'i.tenant_id').onRef('o.id', '=', 'i.credit_order_id'))
    .selectAll('i')
    .select(['o.terms', 'o.no as orderNo'])
    .where('i.customer_id', 'in', open.select('i.customer_id').distinct().orderBy('i.customer_id').limit(AT_ONCE))
    .orderBy('i.credit_order_id')
    .execute();
}
interface Moved {
  row: Awaited<ReturnType<typeof provisionalOf>>[number];
  next: { due: string; provisional: boolean };
}

async function reviseOrders(tx: Tx, me: Me, moved: readonly Moved[], now: Date): Promise<void> {
  const day = shanghaiDate(now);
  const revised = [...Map.groupBy(moved, ({ row }) => row.credit_order_id)].map(([creditOrderId, own]) => ({
    creditOrderId,
    customerId: own[0]?.row.customer_id as string,
    kind: 'CALENDAR' as const,
    day,
    items: own.map(({ row, next }) => storedItem(row, { due: next.due, provisional: false })),
    reason: '节假日安排公布',
  }));
  await writeRevisions(tx, me, revised, now);
  await sql`update repay_item set provisional = false where tenant_id = ${me.tenantId} and id = ${anyOf(moved.map(({ row }) => row.id))}`.execute(tx);
}

/** So many parts are named one by one; of more only how many. */
const NAMED = 10;
const wordsOf = (changed: readonly Moved[]): string =>
  changed
    .slice(0, NAMED)
    .map(({ row, next }) => `${row.no}由${row.due_on}改为${next.due}`)
    .join('；') + (changed.length > NAMED ? `等${changed.length}期` : '');

export const notify = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'repay-notice', (tx, clock) => notifySome(tx, clock, now), stop);

interface Noticed {
  customer_id: string;
  step: number;
  due_on: string;
  count: number;
  owed: string;
}

/**
 * Each step of each due day once, whenever and however often it runs: what is written down as told is not told again, in the same statement. A customer
 * with several parts due on a day hears of them together. So many customers a transaction; answers how many notices went out.
 */
export async function notifySome(tx: Tx, me: Me, now: Date): Promise<number> {
  const today = shanghaiDate(now);
  const { rows } = await sql<Noticed>`
    with waiting as (
      select i.tenant_id, i.id, i.customer_id, i.due_on, s.step
      from unnest(${[...noticeSteps]}::int[]) as s(step)
      join repay_item i on i.tenant_id = ${me.tenantId} and i.settled_on is null and i.principal > 0
        and i.due_on between ${addDays(today, -LATE_DAYS)}::date - s.step and ${today}::date - s.step
      where not (s.step < 0 and i.due_on <= ${today}::date) and not (s.step > 0 and i.grace_end >= ${today}::date)
        and not exists (select from repay_notice n where n.tenant_id = i.tenant_id and n.item_id = i.id and n.due_on = i.due_on and n.step = s.step)
    ), told as (
      insert into repay_notice (tenant_id, item_id, customer_id, due_on, step, told_at)
      select w.tenant_id, w.id, w.customer_id, w.due_on, w.step, ${now} from waiting w
      where w.customer_id in (select customer_id from waiting group by customer_id order by customer_id limit ${TOLD_AT_ONCE})
      on conflict do nothing returning item_id, customer_id, due_on, step
    )
    select t.customer_id, max(t.step)::int as step, t.due_on::text as due_on, count(distinct t.item_id)::int as count, sum(i.open_principal)::text as owed
    from told t join repay_item i on i.tenant_id = ${me.tenantId} and i.id = t.item_id
    group by t.customer_id, t.due_on order by t.customer_id, t.due_on`.execute(tx);
  const notices = rows.map((one) => {
    const owed = `${saidYuan(BigInt(one.owed))}元`;
    const [title, body]: [string, string] =
      one.step < 0
        ? ['还款即将到期', `您有${one.count}期共${owed}将于${one.due_on}到期，请按时还款`]
        : one.step === 0
          ? ['还款今日到期', `您有${one.count}期共${owed}今日到期，请及时还款`]
          : ['还款已逾期', `您有${one.count}期共${owed}应于${one.due_on}归还，已逾期，请尽快还款以免产生更多违约金`];
    return toDealer(one.customer_id, one.step > 0 ? 'repay.overdue' : 'repay.due', title, body);
  });
  await tellAll(tx, me, notices);
  return rows.length;
}

const toDealer = (customerId: string, kind: string, title: string, body: string): Notice => ({
  kind,
  title,
  body,
  link: href('/portal/supplyChain/dealer/account', { tab: 'repay' }),
  to: { side: 'dealer', customerId },
});

keep({
  key: 'repay_notice',
  title: '应还日提醒的记录',
  why: '同一次提醒只发一次',
  days: 400,
  forget: (tx, before, most) =>
    forgetRows(tx, 'repay_notice', sql<boolean>`told_at < ${before} and due_on < (${before}::timestamptz at time zone 'Asia/Shanghai')::date`, most),
});
