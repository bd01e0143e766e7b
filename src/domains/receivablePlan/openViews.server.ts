import { sql } from 'kysely';
import type { z } from 'zod';
import { penaltyOn } from '~/domains/repayment/owing.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFromAll } from '~/server/list.server';
import { addDays, daysBetween, shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import type { Page } from '~/shared/page';
import { arConfigOf } from './config.server';
import type { OverQuery, OverRow } from './open.schema';
import { debtsOf } from './owedViews.server';
import { type Bucket, bucketsOf, type natures } from './plan';

/** Plain debts as `open_item` shows them, named here because a view of both halves hides the order of the index from the planner. */
const plainDebts = (tx: Tx) =>
  tx
    .selectFrom('receivable as r')
    .select(['r.tenant_id', 'r.id as item_id', 'r.id as receivable_id', 'r.no', 'r.customer_id', 'r.customer_name', 'r.sales_member_id'])
    .select(['r.source', 'r.nature', 'r.biz_date', 'r.due_date', 'r.due_date as late_on', 'r.amount', 'r.credit_order_id', 'r.order_id', 'r.order_no'])
    .select([
      sql<null>`null::uuid`.as('repay_item_id'),
      'r.open as outstanding',
      sql<bigint>`least(r.disputed, greatest(r.open, 0))`.as('disputed'),
      sql<bigint>`r.open - least(r.disputed, greatest(r.open, 0))`.as('running'),
    ])
    .where(sql<boolean>`r.status in ('OPEN', 'PART') and r.credit_order_id is null`)
    .as('o');
const onCreditOnly = (tx: Tx) => tx.selectFrom('open_item as o').where(sql<boolean>`o.on_credit`);

/** One half of what is owed: plain debts, or instalments on credit. Each reads only its own table. */
function half(tx: Tx, me: Me, query: OverQuery, today: string, onCredit: boolean) {
  const from = onCredit ? onCreditOnly(tx) : (tx.selectFrom(plainDebts(tx)) as unknown as ReturnType<typeof onCreditOnly>);
  let rows = from.where('o.tenant_id', '=', me.tenantId).where('o.outstanding', '>', 0n);
  rows = query.notDue
    ? rows.where('o.due_date', '>=', onCredit ? '0001-01-01' : today).where('o.late_on', '>=', today)
    : rows.where('o.due_date', '<', today).where('o.late_on', '<', today);
  if (query.planId) rows = rows.where('o.receivable_id', 'in', debtsOf(tx, me, query.planId));
  if (query.customerId) rows = rows.where('o.customer_id', '=', query.customerId);
  if (query.salesMemberId) rows = rows.where('o.sales_member_id', '=', query.salesMemberId);
  if (query.nature) rows = rows.where('o.nature', '=', query.nature);
  if (query.overdueDaysMin !== undefined) rows = rows.where('o.due_date', '<=', addDays(today, -query.overdueDaysMin));
  if (query.overdueDaysMax !== undefined) rows = rows.where('o.due_date', '>=', addDays(today, -query.overdueDaysMax));
  return rows;
}

const columns = [
  'o.item_id as itemId',
  'o.receivable_id as receivableId',
  'o.repay_item_id as repayItemId',
  'o.credit_order_id as creditOrderId',
  'o.no',
  'o.customer_id as customerId',
  'o.customer_name as customerName',
  'o.sales_member_id as salesMemberId',
  'o.nature',
  'o.order_id as orderId',
  'o.order_no as orderNo',
  'o.biz_date as bizDate',
  'o.due_date as dueDate',
  'o.amount',
  'o.disputed',
  'o.source',
  'o.outstanding as open',
  'o.running',
  // As the order of both halves together knows them.
  'o.due_date',
  'o.item_id',
] as const;

/** 逾期信息, the oldest first; `notDue` shows what is still to come instead. */
export async function overPage(tx: Tx, me: Me, query: OverQuery, now: Date): Promise<Page<z.output<typeof OverRow>>> {
  const today = shanghaiDate(now);
  const halves = [half(tx, me, query, today, false).select(columns), half(tx, me, query, today, true).select(columns)];
  const page = await pageFromAll(tx, halves, query, {
    sort: { dueDate: 'o.due_date', no: 'o.no' },
    initial: [['o.due_date', 'asc']],
    tiebreak: 'o.item_id',
  });
  const { buckets } = await arConfigOf(tx, me);
  const names = await namesOf(
    tx,
    me,
    page.pagedRecords.flatMap((row) => row.salesMemberId ?? []),
  );
  const penalties = await penaltiesOf(
    tx,
    me,
    page.pagedRecords.flatMap((row) => row.repayItemId ?? []),
    today,
  );
  return { ...page, pagedRecords: page.pagedRecords.map((row) => listed(row as Row, { today, ages: bucketsOf(buckets), names, penalties })) };
}

type Row = { [K in 'itemId' | 'no' | 'customerId' | 'customerName' | 'nature' | 'bizDate' | 'dueDate' | 'source']: string } & {
  [K in 'receivableId' | 'repayItemId' | 'creditOrderId' | 'salesMemberId' | 'orderId' | 'orderNo']: string | null;
} & { [K in 'amount' | 'disputed' | 'open' | 'running']: bigint };

function listed(
  row: Row,
  by: { today: string; ages: readonly Bucket[]; names: Map<string, string>; penalties: Map<string, bigint> },
): z.output<typeof OverRow> {
  const { salesMemberId, ...rest } = row;
  const days = row.dueDate < by.today ? daysBetween(row.dueDate, by.today) : 0;
  return {
    ...rest,
    customerName: row.customerName ?? '',
    salesName: by.names.get(salesMemberId ?? '') ?? '',
    nature: row.nature as keyof typeof natures,
    source: row.source as 'DELIVERY',
    orderNo: row.orderNo ?? '',
    overdueDays: days,
    penalty: row.repayItemId === null ? null : (by.penalties.get(row.repayItemId) ?? 0n),
    label: by.ages.find((age) => days >= age.from && (age.to === null || days <= age.to))?.label ?? '',
  };
}

async function namesOf(tx: Tx, me: Me, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = await tx
    .selectFrom('member')
    .select(['id', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

async function penaltiesOf(tx: Tx, me: Me, ids: readonly string[], today: string): Promise<Map<string, bigint>> {
  if (!ids.length) return new Map();
  const rows = await tx
    .selectFrom('repay_item as i')
    .select('i.id')
    .select(sql<string>`greatest(${penaltyOn(today)} - i.paid_penalty - i.relieved_penalty, 0)::text`.as('penalty'))
    .where('i.tenant_id', '=', me.tenantId)
    .where('i.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, BigInt(row.penalty)]));
}

export async function listOver(tx: Tx, me: Me, query: OverQuery, now: Date): Promise<Page<z.output<typeof OverRow>>> {
  const page = await overPage(tx, me, query, now);
  if (page.capped) return page;
  const today = shanghaiDate(now);
  let [open, disputed, running] = [0n, 0n, 0n];
  for (const onCredit of [false, true]) {
    const sums = await half(tx, me, query, today, onCredit)
      .select([
        sql<string>`coalesce(sum(o.outstanding), 0)::text`.as('open'),
        sql<string>`coalesce(sum(o.disputed), 0)::text`.as('disputed'),
        sql<string>`coalesce(sum(o.running), 0)::text`.as('running'),
      ])
      .executeTakeFirstOrThrow();
    [open, disputed, running] = [open + BigInt(sums.open), disputed + BigInt(sums.disputed), running + BigInt(sums.running)];
  }
  return { ...page, totals: { open: displayYuan(open), disputed: displayYuan(disputed), running: displayYuan(running) } };
}
