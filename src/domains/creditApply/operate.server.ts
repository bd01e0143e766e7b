import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, endOfDay, shanghaiDate, startOfDay } from '~/shared/dates';
import { unscaled } from '~/shared/money';
import { type ApplyKind, applyKinds } from './apply';
import { monthsUntil } from './stats.server';

const CREATE = '/portal/creditSystem/creditCreate';
const said = (query: Record<string, string>) => `/portal/creditSystem/creditRule?${new URLSearchParams({ tab: 'checks', ...query })}`;
const applies = (query: Record<string, string>) => `${CREATE}?${new URLSearchParams({ tab: 'list', ...query })}`;

/** How a month of credit was run: what was asked for and decided, what the rules said, and what was done by itself. */
export async function operate(tx: Tx, me: Me, { month: asked }: { month: string }, now: Date) {
  const today = shanghaiDate(now);
  const month = asked && asked <= today.slice(0, 7) ? asked : today.slice(0, 7);
  const first = `${month}-01`;
  const last = addDays(`${monthAfter(month)}-01`, -1);
  const span = { from: startOfDay(first), before: endOfDay(last) };
  const [kinds, decided, checks, hits, specials, actions, trend] = await Promise.all([
    byKind(tx, me, span, { startDate: first, endDate: last }),
    decidedIn(tx, me, span),
    checksIn(tx, me, span),
    hitsIn(tx, me, span),
    specialsIn(tx, me, span, { startDate: first, endDate: last }),
    actionsIn(tx, me, span, { startDate: first, endDate: last }),
    asksByMonth(tx, me, month),
  ]);
  return {
    month,
    asked: applies({ startDate: first, endDate: last }),
    checked: said({ startDate: first, endDate: last }),
    applies: kinds,
    hours: decided.hours,
    hoursOf: applies({ decidedStart: first, decidedEnd: last }),
    granted: { amount: decided.granted, href: applies({ status: 'EFFECTIVE', decidedStart: first, decidedEnd: last }) },
    checks: checks.map((row) => ({ ...row, href: said({ verdict: row.verdict, startDate: first, endDate: last }) })),
    hits: hits.map((row) => ({ ...row, href: said({ ruleId: row.ruleId, startDate: first, endDate: last }) })),
    specials,
    actions,
    ...trend,
  };
}
const monthAfter = (month: string): string =>
  month.endsWith('-12') ? `${Number(month.slice(0, 4)) + 1}-01` : `${month.slice(0, 5)}${String(Number(month.slice(5)) + 1).padStart(2, '0')}`;

interface Span {
  from: Date;
  before: Date;
}

async function byKind(tx: Tx, me: Me, { from, before }: Span, days: Record<string, string>) {
  const { rows } = await sql<{ kind: string; count: number; passed: number; refused: number; waiting: number; amount: bigint }>`
    select kind, count(*)::int as count, (count(*) filter (where status = 'EFFECTIVE'))::int as passed,
      (count(*) filter (where status = 'REJECTED'))::int as refused,
      (count(*) filter (where status = 'REVIEWING'))::int as waiting, coalesce(sum(requested), 0)::bigint as amount
    from credit_apply where tenant_id = ${me.tenantId} and created_at >= ${from} and created_at < ${before} and status <> 'DRAFT' group by kind`.execute(tx);
  return (Object.keys(applyKinds) as ApplyKind[]).map((kind) => ({
    kind,
    title: applyKinds[kind],
    count: 0,
    passed: 0,
    refused: 0,
    waiting: 0,
    amount: 0n,
    ...rows.find((row) => row.kind === kind),
    href: applies({ kind, ...days }),
  }));
}

async function decidedIn(tx: Tx, me: Me, { from, before }: Span): Promise<{ hours: string; granted: bigint }> {
  const { rows } = await sql<{ tenths: bigint | null; granted: bigint }>`
    select (avg(extract(epoch from decided_at - submitted_at)) / 360)::bigint as tenths,
      coalesce(sum(case kind when 'NEW' then coalesce(granted, requested) when 'TEMP' then coalesce(granted, requested)
        when 'INCREASE' then coalesce(granted, requested) - coalesce(limit_before, 0)
        when 'DECREASE' then coalesce(granted, requested) - coalesce(limit_before, 0) else 0 end)
        filter (where status = 'EFFECTIVE'), 0)::bigint as granted
    from credit_apply where tenant_id = ${me.tenantId} and decided_at >= ${from} and decided_at < ${before}`.execute(tx);
  const { tenths = null, granted = 0n } = rows[0] ?? {};
  return { hours: tenths === null ? '' : unscaled(BigInt(tenths), 1), granted };
}

async function checksIn(tx: Tx, me: Me, { from, before }: Span) {
  const { rows } = await sql<{ verdict: string; count: number; amount: bigint }>`
    select verdict, count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount from credit_trace
    where tenant_id = ${me.tenantId} and created_at >= ${from} and created_at < ${before} group by verdict order by verdict`.execute(tx);
  return rows;
}

/** Which rules spoke, the most often first; what they refused as well. */
async function hitsIn(tx: Tx, me: Me, { from, before }: Span) {
  const { rows } = await sql<{ ruleId: string; name: string; reaction: string; count: number; customers: number }>`
    select r->>'ruleId' as "ruleId", max(r->>'name') as name, max(r->>'reaction') as reaction, count(*)::int as count, count(distinct t.customer_id)::int as customers
    from credit_trace t, jsonb_array_elements(t.rules) r
    where t.tenant_id = ${me.tenantId} and t.created_at >= ${from} and t.created_at < ${before} and r->>'outcome' = 'HIT'
    group by 1 order by count(*) desc, 1 limit 10`.execute(tx);
  return rows;
}

async function specialsIn(tx: Tx, me: Me, { from, before }: Span, days: Record<string, string>) {
  const { rows } = await sql<{ status: string; count: number }>`select status, count(*)::int as count from credit_special
    where tenant_id = ${me.tenantId} and created_at >= ${from} and created_at < ${before} group by status order by status`.execute(tx);
  return rows.map((row) => ({ ...row, href: `/portal/creditSystem/creditRule?${new URLSearchParams({ tab: 'special', status: row.status, ...days })}` }));
}

async function actionsIn(tx: Tx, me: Me, { from, before }: Span, days: Record<string, string>) {
  const { rows } = await sql<{
    kind: string;
    count: number;
    open: number;
  }>`select kind, count(*)::int as count, (count(*) filter (where lifted_at is null))::int as open
    from credit_risk_action where tenant_id = ${me.tenantId} and begun_at >= ${from} and begun_at < ${before} group by kind order by kind`.execute(tx);
  return rows.map((row) => ({ ...row, href: `/portal/creditSystem/creditRisk?${new URLSearchParams({ tab: 'actions', kind: row.kind, ...days })}` }));
}

async function asksByMonth(tx: Tx, me: Me, until: string) {
  const months = monthsUntil(`${until}-01`, 12);
  const { rows } = await sql<{ month: string; asked: bigint; passed: bigint }>`
    select to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, coalesce(sum(requested), 0)::bigint as asked,
      coalesce(sum(coalesce(granted, requested)) filter (where status = 'EFFECTIVE'), 0)::bigint as passed
    from credit_apply where tenant_id = ${me.tenantId} and kind in ('NEW', 'INCREASE', 'TEMP') and status <> 'DRAFT'
      and created_at >= ${startOfDay(`${months[0]}-01`)} group by 1`.execute(tx);
  const of = (month: string) => rows.find((row) => row.month === month);
  const span = (month: string, more: Record<string, string> = {}) =>
    applies({ startDate: `${month}-01`, endDate: addDays(`${monthAfter(month)}-01`, -1), ...more });
  return {
    months,
    trend: [
      { label: '申请额度', values: months.map((month) => ({ amount: of(month)?.asked ?? 0n, href: span(month) })) },
      { label: '通过额度', values: months.map((month) => ({ amount: of(month)?.passed ?? 0n, href: span(month, { status: 'EFFECTIVE' }) })) },
    ],
  };
}
