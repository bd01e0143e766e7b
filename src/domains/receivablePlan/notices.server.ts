import { sql } from 'kysely';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { ARM_PLAN } from '~/portal/permissions';
import type { Opened, Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { forgetRows, keep } from '~/server/retention.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { addDays, shanghaiDate, shanghaiTime } from '~/shared/dates';
import { saidYuan } from '~/shared/said';
import { maySend } from './calendar';
import { arConfigOf } from './config.server';

/** A day missed for so long is not told any more: what is late meanwhile says so itself. */
const LATE_DAYS = 7;
type Step = 'SOON' | 'DUE' | 'LATE';
const words: Record<Step, [kind: string, what: string]> = {
  SOON: ['receivable.due', '即将到期'],
  DUE: ['receivable.due', '今日到期'],
  LATE: ['receivable.late', '已逾期'],
};

interface Noticed {
  step: Step;
  customer_id: string;
  customer_name: string;
  account_id: string | null;
  count: number;
  owed: string;
  first: string;
}

/**
 * Tells whoever answers for a customer what falls due soon, today, and what was not paid: each debt once a step, whenever and however often this runs,
 * because what is told is written down in the same statement. What is owed on credit is told by the repayments. Only in the hours the company set.
 */
export async function tellDues(tx: Tx, me: Me, now: Date): Promise<number> {
  const config = await arConfigOf(tx, me);
  const today = shanghaiDate(now);
  if (!maySend({ day: today, clock: shanghaiTime(now).slice(11, 16) }, config)) return 0;
  const { rows } = await sql<Noticed>`
    with due as (
      select r.id, r.due_date, case when r.due_date < ${today}::date then 'LATE' when r.due_date = ${today}::date then 'DUE' else 'SOON' end as step
      from receivable r where r.tenant_id = ${me.tenantId} and r.status in ('OPEN', 'PART') and r.credit_order_id is null and r.open > r.disputed
        and r.due_date between ${addDays(today, -LATE_DAYS)}::date and ${addDays(today, config.remindDays)}::date),
    told as (
      insert into ar_notice (tenant_id, receivable_id, due_date, step, told_at)
      select ${me.tenantId}, due.id, due.due_date, due.step, ${now} from due on conflict do nothing returning receivable_id, step)
    select t.step, r.customer_id, c.name as customer_name, m.account_id, count(*)::int as count, sum(r.open - r.disputed)::text as owed, min(r.due_date)::text as first
    from told t join receivable r on r.tenant_id = ${me.tenantId} and r.id = t.receivable_id
    join customer c on c.tenant_id = r.tenant_id and c.id = r.customer_id
    left join member m on m.tenant_id = r.tenant_id and m.id = coalesce(r.sales_member_id, c.sales_member_id) and m.status = 'ACTIVE'
    group by 1, 2, 3, 4 order by r.customer_id, t.step`.execute(tx);
  for (const one of rows) {
    const [kind, what] = words[one.step];
    await tell(tx, me, {
      kind,
      title: `${one.customer_name}的应收${what}`,
      body: `${one.count}笔共${saidYuan(BigInt(one.owed))}元，最早到期日${one.first}`,
      link: href('/portal/receiveAdmin/overInfo', { customerId: one.customer_id, ...(one.step === 'LATE' ? {} : { notDue: 'true' }) }),
      to: one.account_id ? { side: 'account', accountId: one.account_id } : { side: 'factory', code: ARM_PLAN, about: { customerIds: [one.customer_id] } },
    });
  }
  return 0;
}

export const tellEverybody = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'ar-notice', (tx, clock) => tellDues(tx, clock, now), stop);

keep({
  key: 'ar_notice',
  title: '应收到期提醒的记录',
  why: '同一笔应收的每一步只提醒一次',
  days: 90,
  // Counted from the due day: what fell due longer ago than LATE_DAYS is not told any more.
  forget: (tx, before, most) => forgetRows(tx, 'ar_notice', sql<boolean>`due_date < ${shanghaiDate(before)}::date`, most),
});
