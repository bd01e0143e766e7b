import { sql } from 'kysely';
import { type JournalFlow, journalFlows } from '~/domains/credit/credit';
import { todos as ofLimits } from '~/domains/credit/todo.server';
import { todos as ofRules } from '~/domains/creditRule/todo.server';
import { todos as ofRepayments } from '~/domains/repayment/todo.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { countTodos } from '~/server/todo.server';
import { addDays, shanghaiDate, startOfDay } from '~/shared/dates';
import { unscaled } from '~/shared/money';
import { todos as ofApplies } from './todo.server';

const C = '/portal/creditSystem';
const list = (page: string, query: Record<string, string> = {}): string => {
  const text = new URLSearchParams(query).toString();
  return `${C}/${page}${text ? `?${text}` : ''}`;
};
export const percent = (part: bigint, whole: bigint): string => (whole > 0n ? unscaled((part * 1000n) / whole, 1) : '0');

/** The last day of the month a day lies in. */
const monthEnd = (day: string): string => addDays(`${nextMonth(day.slice(0, 7))}-01`, -1);
const nextMonth = (month: string): string => {
  const [year = 0, at = 0] = month.split('-').map(Number);
  return at === 12 ? `${year + 1}-01` : `${year}-${String(at + 1).padStart(2, '0')}`;
};
/** So many months until the one of `day`, the oldest first. */
export function monthsUntil(day: string, count: number): string[] {
  const [year = 0, at = 0] = day.slice(0, 7).split('-').map(Number);
  return Array.from({ length: count }, (_, index) => {
    const month = year * 12 + (at - 1) - (count - 1 - index);
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

interface Limits {
  total: bigint;
  unlimited: number;
  used: bigint;
  held: bigint;
  /** Used and held of what has a limit that `total` counts. */
  taken: bigint;
  available: bigint;
  expiring: number;
  exceeded: number;
  frozen: number;
}
async function limitsOf(tx: Tx, me: Me, today: string): Promise<Limits> {
  const { rows } = await sql<Limits>`
    select coalesce(sum(limit_amount) filter (where status in ('ACTIVE', 'FROZEN')), 0)::bigint as total,
      (count(*) filter (where limit_amount is null and status in ('ACTIVE', 'FROZEN')))::int as unlimited,
      coalesce(sum(used), 0)::bigint as used, coalesce(sum(held), 0)::bigint as held,
      coalesce(sum(used + held) filter (where limit_amount is not null and status in ('ACTIVE', 'FROZEN')), 0)::bigint as taken,
      coalesce(sum(greatest(available, 0)) filter (where status = 'ACTIVE'), 0)::bigint as available,
      (count(*) filter (where valid_to between ${today}::date and ${addDays(today, 30)}::date and status in ('ACTIVE', 'FROZEN')))::int as expiring,
      (count(*) filter (where available < 0))::int as exceeded,
      (count(*) filter (where status = 'FROZEN'))::int as frozen
    from credit_account where tenant_id = ${me.tenantId}`.execute(tx);
  return rows[0] as Limits;
}

interface Owed {
  overdue: bigint;
  customers: number;
  month: bigint;
  ages: bigint[];
}
const AGES = [
  ['未到期', null, 0],
  ['逾期1–30天', 1, 30],
  ['逾期31–60天', 31, 60],
  ['逾期61–90天', 61, 90],
  ['逾期90天以上', 91, null],
] as const;

/** Principal of plans by the day it is due; overdue is what the days of grace have passed of. */
async function owedOf(tx: Tx, me: Me, today: string): Promise<Owed> {
  const between = (from: number | null, until: number | null) => {
    const days = sql`(${today}::date - due_on)`;
    return sql`coalesce(sum(open_principal) filter (where ${from === null ? sql`true` : sql`${days} >= ${from}::int`} and ${until === null ? sql`true` : sql`${days} <= ${until}::int`}), 0)::bigint`;
  };
  const { rows } = await sql<Owed>`
    select coalesce(sum(open_principal) filter (where grace_end < ${today}::date), 0)::bigint as overdue,
      (count(distinct customer_id) filter (where grace_end < ${today}::date and open_principal > 0))::int as customers,
      coalesce(sum(open_principal) filter (where due_on between ${`${today.slice(0, 7)}-01`}::date and ${monthEnd(today)}::date), 0)::bigint as month,
      array[${sql.join(AGES.map(([, from, until]) => between(from, until)))}] as ages
    from repay_item where tenant_id = ${me.tenantId} and settled_on is null`.execute(tx);
  return rows[0] as Owed;
}

/** What a flow came to in each month it was written down in, what was taken back deducted. */
async function monthly(tx: Tx, me: Me, flow: JournalFlow, from: string): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ month: string; amount: bigint }>`
    select to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, abs(sum(amount))::bigint as amount from credit_journal
    where tenant_id = ${me.tenantId} and event = any(${[...journalFlows[flow].events]}::text[]) and created_at >= ${startOfDay(`${from}-01`)} group by 1`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.month, row.amount]));
}

async function topOf(tx: Tx, me: Me, today: string) {
  const { rows } = await sql<{ customerId: string; name: string; used: bigint; limit: bigint | null; overdue: bigint }>`
    select a.customer_id as "customerId", c.name, a.used, a.limit_amount as limit,
      coalesce((select sum(i.open_principal) from repay_item i where i.tenant_id = a.tenant_id and i.customer_id = a.customer_id and i.settled_on is null and i.grace_end < ${today}::date), 0)::bigint as overdue
    from (select tenant_id, customer_id, sum(used)::bigint as used, case when bool_or(limit_amount is null) then null else sum(limit_amount)::bigint end as limit_amount
      from credit_account where tenant_id = ${me.tenantId} and used > 0 group by tenant_id, customer_id order by sum(used) desc, customer_id limit 10) a
    join customer c on c.tenant_id = a.tenant_id and c.id = a.customer_id order by a.used desc, c.id`.execute(tx);
  return rows.map(({ limit, used, overdue, ...row }) => ({
    ...row,
    used: { amount: used, href: list('useCredit/list', { customerId: row.customerId, status: 'IN_USE' }) },
    limit: { amount: limit, href: list('quota/list', { customerId: row.customerId }) },
    overdue: { amount: overdue, href: list('repayment/list', { tab: 'OVERDUE', customerId: row.customerId }) },
    usage: limit === null ? '' : percent(used, limit),
  }));
}

export async function overview(tx: Tx, me: Me, now: Date) {
  const today = shanghaiDate(now);
  const months = monthsUntil(today, 12);
  const from = months[0] as string;
  const [limits, owed, committed, repaid, top, todo] = await Promise.all([
    limitsOf(tx, me, today),
    owedOf(tx, me, today),
    monthly(tx, me, 'USED', from),
    monthly(tx, me, 'REPAID', from),
    topOf(tx, me, today),
    countTodos(tx, me, [...ofApplies, ...ofRepayments, ...ofRules, ...ofLimits], today),
  ]);
  const quota = (query: Record<string, string> = {}) => list('quota/list', query);
  return {
    total: { amount: limits.total, href: quota({ inUse: 'true', unlimited: 'false' }) },
    unlimited: { count: limits.unlimited, href: quota({ inUse: 'true', unlimited: 'true' }) },
    used: { amount: limits.used, href: list('useCredit/list', { status: 'IN_USE' }) },
    held: { amount: limits.held, href: list('useCredit/list', { holding: 'true' }) },
    available: { amount: limits.available, href: quota({ status: 'ACTIVE' }) },
    usage: percent(limits.taken, limits.total),
    overdue: { amount: owed.overdue, href: list('repayment/list', { tab: 'OVERDUE' }) },
    overdueCustomers: { count: owed.customers, href: quota({ overdue: 'true' }) },
    dueThisMonth: { amount: owed.month, href: list('repayment/list', { tab: 'OPEN', dueStart: `${today.slice(0, 7)}-01`, dueEnd: monthEnd(today) }) },
    expiring: { count: limits.expiring, href: quota({ inUse: 'true', validStart: today, validEnd: addDays(today, 30) }) },
    exceeded: { count: limits.exceeded, href: quota({ exceeded: 'true' }) },
    frozen: { count: limits.frozen, href: quota({ status: 'FROZEN' }) },
    ages: AGES.map(([title, least, most], at) => ({
      title,
      amount: BigInt(owed.ages[at] ?? 0n),
      href: list('repayment/list', {
        tab: 'OPEN',
        ...(most === null ? {} : { dueStart: addDays(today, -most) }),
        ...(least === null ? {} : { dueEnd: addDays(today, -least) }),
      }),
    })),
    months,
    trend: [
      { label: '用信', values: months.map((month) => ({ amount: committed.get(month) ?? 0n, href: list('useCredit/record', spanOf(month, 'USED')) })) },
      { label: '还款', values: months.map((month) => ({ amount: repaid.get(month) ?? 0n, href: list('useCredit/record', spanOf(month, 'REPAID')) })) },
    ],
    top,
    todo,
  };
}
const spanOf = (month: string, event: JournalFlow) => ({ event, start: `${month}-01`, end: monthEnd(`${month}-01`) });
