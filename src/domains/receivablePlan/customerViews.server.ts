import { sql } from 'kysely';
import type { z } from 'zod';
import { type Ages, agedCustomers, agesOn, agesText, ageTotals, wholeAges } from '~/domains/receivable/ageing.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { addDays, endOfDay, shanghaiDate, startOfDay } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import type { CustomerDetail, CustomerPage, CustomerQuery } from './open.schema';

function customers(tx: Tx, me: Me, query: CustomerQuery, ages: Ages) {
  let rows = tx
    .selectFrom('customer')
    .innerJoin(agedCustomers(ages).as<'aged'>('aged'), (on) => on.onRef('aged.customer_id', '=', 'customer.id'))
    .leftJoin('member', (on) => on.onRef('member.tenant_id', '=', 'customer.tenant_id').onRef('member.id', '=', 'customer.sales_member_id'))
    .select([
      'customer.id as customerId',
      'customer.code as customerCode',
      'customer.name as customerName',
      'member.name as salesName',
      'aged.open',
      'aged.overdue',
      'aged.overdue_days as overdueDays',
      agesText.as('ages'),
    ])
    .where('customer.tenant_id', '=', me.tenantId);
  if (query.customerId) rows = rows.where('customer.id', '=', query.customerId);
  if (query.salesMemberId) rows = rows.where('customer.sales_member_id', '=', query.salesMemberId);
  if (query.overdue) rows = rows.where('aged.overdue', query.overdue === 'true' ? '>' : '<=', 0n);
  return rows;
}

/** 应收客户: who owes, the most overdue first, by the ages the tenant set. */
export async function listCustomers(tx: Tx, me: Me, query: CustomerQuery, now: Date): Promise<z.output<typeof CustomerPage>> {
  const ages = await agesOn(tx, me, shanghaiDate(now));
  const { buckets } = ages;
  const asked = query.ascs || query.descs ? query : { ...query, descs: 'overdue,overdueDays' };
  const whole = !('reading' in query && query.reading);
  const rows = customers(tx, me, query, ages);
  const all = whole ? await rows.clearSelect().select(wholeAges(buckets)).executeTakeFirstOrThrow() : null;
  const page = await pageFrom(tx, rows, asked, {
    sort: { customerCode: 'customer.code', customerName: 'customer.name', overdue: 'aged.overdue', overdueDays: 'aged.overdue_days', open: 'aged.open' },
    initial: [['customer.code', 'asc']],
    tiebreak: 'customer.id',
    neverNull: ['aged.overdue', 'aged.overdue_days', 'aged.open'],
    ...(all ? { counted: () => all.count } : {}),
  });
  const beside = await besideOf(
    tx,
    me,
    page.pagedRecords.map((row) => row.customerId),
  );
  return {
    ...page,
    buckets,
    pagedRecords: page.pagedRecords.map((row) => ({ ...listed(row), ...(beside.get(row.customerId) ?? nothing) })),
    ...(all ? { totals: ageTotals(all) } : {}),
  };
}

const listed = <R extends { salesName: string | null; ages: string[] }>(row: R) => ({
  ...row,
  salesName: row.salesName ?? '',
  ages: row.ages.map((one) => BigInt(one)),
});
const nothing = { disputed: 0n, creditLimit: null, creditFree: null, prepaid: 0n };

/** What stands beside the debts of these customers: disputes, credit, money kept. */
async function besideOf(tx: Tx, me: Me, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; disputed: string; has_credit: boolean; credit_limit: string | null; credit_free: string | null; prepaid: string }>`
    select c.id, (select coalesce(sum(least(r.disputed, greatest(r.open, 0))), 0)::text from receivable r
        where r.tenant_id = c.tenant_id and r.customer_id = c.id and r.disputed > 0 and r.status in ('OPEN', 'PART')) as disputed,
      a.limited as credit_limit, a.free as credit_free,
      (select coalesce(sum(f.available), 0)::text from fund_account f where f.tenant_id = c.tenant_id and f.customer_id = c.id and f.type = 'BALANCE') as prepaid
    from customer c left join lateral (
      select case when bool_or(limit_amount is null) then null else sum(limit_amount) end::text as limited,
        case when bool_or(available is null) then null else sum(available) end::text as free
      from credit_account where tenant_id = c.tenant_id and customer_id = c.id and status <> 'CLOSED') a on true
    where c.tenant_id = ${me.tenantId} and c.id = any(${[...ids]}::uuid[])`.execute(tx);
  const fen = (text: string | null) => (text === null ? null : BigInt(text));
  return new Map(
    rows.map((row) => [
      row.id,
      { disputed: BigInt(row.disputed), creditLimit: fen(row.credit_limit), creditFree: fen(row.credit_free), prepaid: BigInt(row.prepaid) },
    ]),
  );
}

const QUARTER = 90;

/** One customer: figures of today, this month, and the plans. Lists of its debts are asked for by themselves. */
export async function customerDetail(tx: Tx, me: Me, { id }: { id: string }, now: Date): Promise<z.output<typeof CustomerDetail>> {
  const today = shanghaiDate(now);
  const customer = await tx
    .selectFrom('customer')
    .leftJoin('member', (on) => on.onRef('member.tenant_id', '=', 'customer.tenant_id').onRef('member.id', '=', 'customer.sales_member_id'))
    .select(['customer.id as customerId', 'customer.code as customerCode', 'customer.name as customerName', 'member.name as salesName'])
    .where('customer.tenant_id', '=', me.tenantId)
    .where('customer.id', '=', id)
    .executeTakeFirst();
  if (!customer) notFound('该客户');
  const ages = await agesOn(tx, me, today);
  const { buckets } = ages;
  const owed = await tx
    .selectFrom(agedCustomers(ages).as<'aged'>('aged'))
    .select(['aged.open', 'aged.overdue', 'aged.overdue_days', agesText.as('ages')])
    .where('aged.customer_id', '=', id)
    .executeTakeFirst();
  const beside = (await besideOf(tx, me, [id])).get(id) ?? nothing;
  const month = await movedSince(tx, me, id, `${today.slice(0, 8)}01`, today);
  const quarter = await movedSince(tx, me, id, addDays(today, -QUARTER + 1), today);
  const open = owed?.open ?? 0n;
  const plans = await tx
    .selectFrom('ar_plan')
    .select(['id', 'no', 'title', 'status', 'total', 'created_at as createdAt'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  return {
    ...customer,
    salesName: customer.salesName ?? '',
    open,
    overdue: owed?.overdue ?? 0n,
    overdueDays: owed?.overdue_days ?? 0,
    ages: owed ? owed.ages.map((one) => BigInt(one)) : buckets.map(() => 0n),
    ...beside,
    buckets,
    today,
    monthStart: `${today.slice(0, 8)}01`,
    raisedThisMonth: month.raised,
    paidThisMonth: month.paid,
    dso: quarter.raised > 0n ? Number((open * BigInt(QUARTER) * 10n) / quarter.raised) / 10 : null,
    plans,
  };
}

/** What was raised, and the money that came, between two days. */
async function movedSince(tx: Tx, me: Me, customerId: string, from: string, to: string): Promise<{ raised: bigint; paid: bigint }> {
  const { rows } = await sql<{ raised: string; paid: string }>`
    select (select coalesce(sum(amount), 0)::text from receivable where tenant_id = ${me.tenantId} and customer_id = ${customerId}
        and status <> 'REVERSED' and biz_date between ${from}::date and ${to}::date) as raised,
      (select coalesce(sum(o.amount), 0)::text from money_in o where o.tenant_id = ${me.tenantId} and o.customer_id = ${customerId} and o.status = 'CONFIRMED'
        and o.came_at >= ${startOfDay(from)} and o.came_at < ${endOfDay(to)}) as paid`.execute(tx);
  return { raised: BigInt(rows[0]?.raised ?? '0'), paid: BigInt(rows[0]?.paid ?? '0') };
}
