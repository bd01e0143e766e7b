import { sql } from 'kysely';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { moveDueDate } from '~/domains/receivable/repaid.server';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import { termsOf } from './books.server';
import { storedItem, writeRevision } from './plan.server';
import { noticeSteps } from './repayment';
import { dueOf } from './schedule';
import { settleCustomer } from './settle.server';

/** So many customers a transaction. */
const AT_ONCE = 50;
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
  for (const [customerId, [first]] of Map.groupBy(due, (one) => one.customer_id))
    if (first) await settleCustomer(tx, me, customerId, { id: first.id, no: first.no, type: 'REPAYMENT' }, now);
  return due.length;
}

/** Due days of a year whose holidays have been announced meanwhile; days gone by never move. */
export async function fixProvisional(tx: Tx, me: Me, now: Date): Promise<number> {
  const today = shanghaiDate(now);
  const rows = await tx
    .selectFrom('repay_item as i')
    .innerJoin('credit_order as o', (on) => on.onRef('o.tenant_id', '=', 'i.tenant_id').onRef('o.id', '=', 'i.credit_order_id'))
    .selectAll('i')
    .select(['o.terms', 'o.no as orderNo'])
    .where('i.tenant_id', '=', me.tenantId)
    .where('i.provisional', '=', true)
    .where('i.settled_on', 'is', null)
    .where('i.due_on', '>', today)
    .orderBy('i.credit_order_id')
    .execute();
  const moved = rows.flatMap((row) => {
    const next = dueOf(termsOf(row.terms), row.nominal_on);
    return next.provisional || next.due <= today ? [] : [{ row, next }];
  });
  const some = [...Map.groupBy(moved, ({ row }) => row.credit_order_id).values()].slice(0, AT_ONCE);
  await lockCustomerMoney(tx, me, [...new Set(some.flatMap(([one]) => one?.row.customer_id ?? []))].sort());
  for (const own of some) {
    const { row } = own[0] as (typeof own)[number];
    const items = own.map(({ row: one, next }) => storedItem(one, { due: next.due, provisional: false }));
    await writeRevision(
      tx,
      me,
      { creditOrderId: row.credit_order_id, customerId: row.customer_id, kind: 'CALENDAR', day: today, items, reason: '节假日安排公布' },
      now,
    );
    await sql`update repay_item set provisional = false where tenant_id = ${me.tenantId} and id = any(${items.map((one) => one.id)}::uuid[])`.execute(tx);
    await settleCustomer(tx, me, row.customer_id, { id: row.credit_order_id, no: row.orderNo, type: 'CREDIT_ORDER' }, now);
    const changed = own.filter(({ row: one, next }) => one.due_on !== next.due);
    for (const { row: one, next } of changed) await moveDueDate(tx, me, { creditOrderId: one.credit_order_id, deliveryId: one.delivery_id, dueDate: next.due });
    if (changed.length)
      await tellDealer(
        tx,
        me,
        row.customer_id,
        'repay.moved',
        '应还日调整',
        changed.map(({ row: one, next }) => `${one.no}由${one.due_on}改为${next.due}`).join('；'),
      );
  }
  return some.length;
}

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
 * with several parts due on a day hears of them together. Answers how many were written.
 */
export async function notifySome(tx: Tx, me: Me, now: Date): Promise<number> {
  const today = shanghaiDate(now);
  const { rows } = await sql<Noticed>`
    with told as (
      insert into repay_notice (tenant_id, item_id, customer_id, due_on, step, told_at)
      select i.tenant_id, i.id, i.customer_id, i.due_on, s.step, ${now}
      from unnest(${[...noticeSteps]}::int[]) as s(step)
      join repay_item i on i.tenant_id = ${me.tenantId} and i.settled_on is null and i.principal > 0
        and i.due_on between ${addDays(today, -LATE_DAYS)}::date - s.step and ${today}::date - s.step
      where not (s.step < 0 and i.due_on <= ${today}::date) and not (s.step > 0 and i.grace_end >= ${today}::date)
      on conflict do nothing returning item_id, customer_id, due_on, step
    )
    select t.customer_id, max(t.step)::int as step, t.due_on::text as due_on, count(distinct t.item_id)::int as count, sum(i.open_principal)::text as owed
    from told t join repay_item i on i.tenant_id = ${me.tenantId} and i.id = t.item_id
    group by t.customer_id, t.due_on order by t.customer_id, t.due_on`.execute(tx);
  for (const one of rows) {
    const owed = `${displayYuan(BigInt(one.owed))}元`;
    const [title, body] =
      one.step < 0
        ? ['还款即将到期', `您有${one.count}期共${owed}将于${one.due_on}到期，请按时还款`]
        : one.step === 0
          ? ['还款今日到期', `您有${one.count}期共${owed}今日到期，请及时还款`]
          : ['还款已逾期', `您有${one.count}期共${owed}应于${one.due_on}归还，已逾期，请尽快还款以免产生更多违约金`];
    await tellDealer(tx, me, one.customer_id, one.step > 0 ? 'repay.overdue' : 'repay.due', title, body);
  }
  return 0;
}

const tellDealer = (tx: Tx, me: Me, customerId: string, kind: string, title: string, body: string) =>
  tell(tx, me, { kind, title, body, link: '/portal/supplyChain/dealer/account', to: { side: 'dealer', customerId } });
