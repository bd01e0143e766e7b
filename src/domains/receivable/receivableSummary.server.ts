import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { pageOwedPostings } from '~/domains/finance/owedPostings.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import type { Page } from '~/shared/page';
import { notFound, refuse } from '~/shared/refusal';
import type { Bucket } from './ageing';
import { agedCustomers, agesOn, agesText, ageTotals, wholeAges } from './ageing.server';
import { raisingKinds } from './receivable';
import type { MovedQuery, SummaryQuery, SummaryRow } from './receivable.schema';

/** 应收汇总: per customer the period's opening, raised, received, closing from the ledger, and today's aging from the open receivables. */
export async function pageSummary(
  tx: Tx,
  me: Me,
  query: z.output<typeof SummaryQuery>,
  now: Date,
): Promise<Page<z.output<typeof SummaryRow>> & { buckets: Bucket[] }> {
  const today = shanghaiDate(now);
  const period = periodOf(query, today);
  const ages = await agesOn(tx, me, today);
  const { buckets } = ages;
  const overdue = sql`coalesce(aged.overdue, 0)`;
  let rows = tx
    .selectFrom('customer')
    .leftJoin(agedCustomers(ages).as<'aged'>('aged'), (on) => on.onRef('aged.customer_id', '=', 'customer.id'))
    .leftJoin('member', (on) => on.onRef('member.tenant_id', '=', 'customer.tenant_id').onRef('member.id', '=', 'customer.sales_member_id'))
    .select([
      'customer.id as customerId',
      'customer.code as customerCode',
      'customer.name as customerName',
      'member.name as salesName',
      'aged.open',
      'aged.overdue',
      sql<number>`coalesce(aged.overdue_days, 0)`.as('overdueDays'),
      agesText.as('ages'),
    ])
    .where('customer.tenant_id', '=', me.tenantId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('receivable')
          .select(sql`1`.as('one'))
          .whereRef('receivable.tenant_id', '=', 'customer.tenant_id')
          .whereRef('receivable.customer_id', '=', 'customer.id'),
      ),
    );
  if (query.customerId) rows = rows.where('customer.id', '=', query.customerId);
  if (query.salesMemberId) rows = rows.where('customer.sales_member_id', '=', query.salesMemberId);
  if (query.overdue) rows = rows.where(query.overdue === 'true' ? sql<boolean>`${overdue} > 0` : sql<boolean>`${overdue} = 0`);
  // Customers who owe nothing any more have no age: the order that puts them last must be one that was asked for.
  const asked = query.ascs || query.descs ? query : { ...query, descs: 'overdue,overdueDays' };
  const whole = !('reading' in query && query.reading);
  const all = whole ? await rows.clearSelect().select(wholeAges(buckets)).executeTakeFirstOrThrow() : null;
  const page = await pageFrom(tx, rows, asked, {
    sort: { customerCode: 'customer.code', customerName: 'customer.name', overdue: 'aged.overdue', overdueDays: 'aged.overdue_days', open: 'aged.open' },
    initial: [['customer.code', 'asc']],
    tiebreak: 'customer.id',
    ...(all ? { counted: () => all.count } : {}),
  });
  const ids = page.pagedRecords.map((row) => row.customerId);
  const [moved, sums] = await Promise.all([movements(tx, me, ids, period), whole ? movementTotals(tx, me, rows, period) : undefined]);
  return {
    ...page,
    buckets,
    pagedRecords: page.pagedRecords.map(({ ages, ...row }) => ({
      ...row,
      salesName: row.salesName ?? '',
      ...(moved.get(row.customerId) ?? still),
      open: fen(row.open),
      overdue: fen(row.overdue),
      ages: ages ? ages.map((one) => BigInt(one)) : buckets.map(() => 0n),
    })),
    ...(all && sums ? { totals: { ...ageTotals(all), ...sums } } : {}),
  };
}

/** The asked period; this month up to today where none is. */
function periodOf(query: { start?: string | undefined; end?: string | undefined }, today: string): Period {
  const period = { start: query.start ?? `${today.slice(0, 8)}01`, end: query.end ?? today };
  if (period.start > period.end) refuse('BAD_STATE', `账期开始${period.start}不能晚于结束${period.end}`);
  return period;
}

/** The postings that one of a customer's four figures in the summary is made of: debit − credit is the figure, of what was received the other way round. */
export async function pageMoved(tx: Tx, me: Me, query: z.output<typeof MovedQuery>, now: Date) {
  const { start, end } = periodOf(query, shanghaiDate(now));
  const { id: customerId } =
    (await tx.selectFrom('customer').select('id').where('tenant_id', '=', me.tenantId).where('id', '=', query.customerId).executeTakeFirst()) ??
    notFound('该客户');
  const which = {
    opening: { end: addDays(start, -1) },
    raised: { start, end, kinds: { these: raisingKinds, without: false } },
    received: { start, end, kinds: { these: raisingKinds, without: true } },
    closing: { end },
  }[query.part];
  return pageOwedPostings(tx, me, { customerId, ...which }, query);
}

const still = { opening: 0n, raised: 0n, received: 0n, closing: 0n };
const fen = (sum: string | bigint | null): bigint => BigInt(sum ?? 0);

interface Period {
  start: string;
  end: string;
}
interface Movement {
  customer_id: string;
  opening: string;
  raised: string;
  received: string;
}

/**
 * What moved on account 1122 of `customers`, a row a customer, off the sums kept with the ledger: whole months, and the days by which the
 * period's first and last month are cut off. `before` names what `customers` selects from.
 */
function moved(me: Me, { start, end }: Period, customers: RawBuilder<unknown>, before: RawBuilder<unknown> = sql``): RawBuilder<Movement> {
  const first = `${start.slice(0, 8)}01`;
  const last = `${end.slice(0, 8)}01`;
  // By itself (offset 0), and not once for each customer: of all customers these are few rows.
  const days = (which: RawBuilder<unknown>) => sql`(select customer_id, kind, dr, cr from ledger_day
    where tenant_id = ${me.tenantId} and account_code = '1122' and ${which} offset 0) k`;
  const cutBefore = sql`union all select k.customer_id, k.kind, side.earlier, case when side.earlier then k.dr - k.cr else k.cr - k.dr end
    from ${days(sql`day >= ${first}::date and day < ${start}::date`)} cross join (values (true), (false)) as side (earlier) where k.customer_id in (${customers})`;
  const cutAfter = sql`union all select k.customer_id, k.kind, false, k.cr - k.dr
    from ${days(sql`day > ${end}::date and day < (${last}::date + interval '1 month')::date`)} where k.customer_id in (${customers})`;
  return sql<Movement>`with ${before} part as (
      select k.customer_id, k.kind, k.month < ${first}::date as earlier, k.dr - k.cr as d from ledger_month k
      where k.tenant_id = ${me.tenantId} and k.account_code = '1122' and k.month <= ${last}::date and k.customer_id in (${customers})
      ${start === first ? sql`` : cutBefore} ${addDays(end, 1).endsWith('-01') ? sql`` : cutAfter})
    select customer_id, coalesce(sum(d) filter (where earlier), 0)::text as opening,
      coalesce(sum(d) filter (where not earlier and kind = any(${[...raisingKinds]}::text[])), 0)::text as raised,
      coalesce(-sum(d) filter (where not earlier and not kind = any(${[...raisingKinds]}::text[])), 0)::text as received
    from part group by customer_id`;
}

async function movements(tx: Tx, me: Me, customerIds: readonly string[], period: Period): Promise<Map<string, typeof still>> {
  const { rows } = await moved(me, period, sql`select unnest(${[...customerIds]}::uuid[])`).execute(tx);
  return new Map(
    rows.map((row) => {
      const [opening, raised, received] = [fen(row.opening), fen(row.raised), fen(row.received)];
      return [row.customer_id, { opening, raised, received, closing: opening + raised - received }];
    }),
  );
}

async function movementTotals(tx: Tx, me: Me, rows: unknown, period: Period): Promise<Record<string, string>> {
  const inner = (rows as { as(alias: string): never }).as('listed');
  const listed = (tx.selectFrom(inner) as unknown as { select(column: string): RawBuilder<unknown> }).select('listed.customerId');
  const { rows: found } = await sql<Omit<Movement, 'customer_id'>>`
    select coalesce(sum(opening::bigint), 0)::text as opening, coalesce(sum(raised::bigint), 0)::text as raised, coalesce(sum(received::bigint), 0)::text as received
    from (${moved(me, period, sql`select * from listed`, sql`listed as materialized (${listed}),`)}) as each`.execute(tx);
  const [opening, raised, received] = [fen(found[0]?.opening ?? null), fen(found[0]?.raised ?? null), fen(found[0]?.received ?? null)];
  const sums = { opening, raised, received, closing: opening + raised - received };
  return Object.fromEntries(Object.entries(sums).map(([key, value]) => [key, displayYuan(value)]));
}
