import { type RawBuilder, sql } from 'kysely';
import { standingStates } from '~/domains/order/order';
import { mayUseApp } from '~/portal/apps';
import { holdsAny, type Me } from '~/portal/me';
import { DELIVER_MANAGE, FUND_MANAGE, ORDER_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { recently } from '~/server/recent.server';
import { shanghaiDate, startOfDay } from '~/shared/dates';
import { daysFrom, type FlowKey, type Spans, spansOf } from './flows';

interface Source {
  /** Any one of these shows it. */
  codes: readonly string[];
  /** `(amount, at)` of what counts; the time is bounded in each of them so that its index serves. */
  rows: (tenantId: bigint, since: Date, now: Date) => RawBuilder<unknown>;
}

/** What happened before today hardly changes: an order cancelled late shows in the curves within this time. */
const PAST_DAYS_MS = 5 * 60_000;

const sources: Record<FlowKey, Source> = {
  ordered: {
    // Whoever keeps the books reads the orders, and compares what was ordered with what came in.
    codes: [ORDER_MANAGE, FUND_MANAGE],
    rows: (tenantId, since, now) => sql`select payable as amount, submitted_at as at from sales_order
      where tenant_id = ${tenantId} and submitted_at >= ${since} and submitted_at <= ${now} and status = any(${[...standingStates]}::text[])`,
  },
  shipped: {
    codes: [DELIVER_MANAGE],
    rows: (tenantId, since, now) => sql`select amount, shipped_at as at from delivery
      where tenant_id = ${tenantId} and shipped_at >= ${since} and shipped_at <= ${now} and status in ('SHIPPED', 'PART_SIGNED', 'SIGNED')`,
  },
  deposited: {
    codes: [FUND_MANAGE],
    rows: (tenantId, since, now) => sql`select amount, confirmed_at as at from enter_account
      where tenant_id = ${tenantId} and confirmed_at >= ${since} and confirmed_at <= ${now} and status = 'CONFIRMED'`,
  },
  receipted: {
    codes: [FUND_MANAGE],
    rows: (tenantId, since, now) => sql`select amount, created_at as at from receipt
      where tenant_id = ${tenantId} and created_at >= ${since} and created_at <= ${now} and status = 'CONFIRMED'`,
  },
};

/** Amounts by Shanghai day of the last thirty days and the thirty before, of each kind the person may see. Days gone by may be minutes old; today is as it is. */
export async function trendOf(tx: Tx, me: Me, now: Date) {
  const spans = spansOf(shanghaiDate(now));
  const seesAmounts = mayUseApp(me, 'order') && !me.hidden?.includes('amount');
  const seen = (Object.entries(sources) as [FlowKey, Source][]).filter(([, { codes }]) => seesAmounts && holdsAny(me, ...codes));
  if (seen.length === 0) return { spans, flows: [] };
  const keys = seen.map(([key]) => key);
  const since = startOfDay(spans.before < spans.lastMonth ? spans.before : spans.lastMonth);
  const [midnight, what] = [startOfDay(spans.today), `flows ${spans.today} ${keys.join()}`];
  const past = await recently(what, PAST_DAYS_MS, () => daily(tx, me, keys, since, new Date(midnight.getTime() - 1)));
  const rows = [...past, ...(await daily(tx, me, keys, midnight, now))];
  return {
    spans,
    flows: seen.map(([key]) => ({ key, ...figuresOf(new Map(rows.flatMap((row) => (row.key === key ? [[row.day, row.amount] as const] : []))), spans) })),
  };
}

interface Flow {
  key: string;
  day: string;
  amount: bigint;
}

async function daily(tx: Tx, me: Me, keys: readonly FlowKey[], from: Date, to: Date): Promise<Flow[]> {
  const parts = keys.map((key) => sql`select ${key}::text as key, amount, at from (${sources[key].rows(me.tenantId, from, to)}) ${sql.ref(key)}`);
  const { rows } = await sql<Flow>`
    select key, to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, sum(amount)::bigint as amount
    from (${sql.join(parts, sql` union all `)}) money group by 1, 2`.execute(tx);
  return rows;
}

function figuresOf(byDay: ReadonlyMap<string, bigint>, { today, month, lastMonth, lastSame, start, before }: Spans) {
  const between = (from: string, to: string) => [...byDay].reduce((sum, [day, amount]) => (day >= from && day <= to ? sum + amount : sum), 0n);
  const each = (from: string) => daysFrom(from).map((day) => byDay.get(day) ?? 0n);
  return { today: between(today, today), month: between(month, today), lastMonth: between(lastMonth, lastSame), days: each(start), before: each(before) };
}
