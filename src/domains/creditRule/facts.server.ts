import { type RawBuilder, sql } from 'kysely';
import { comparisonsOf } from '~/domains/workflow/condition';
import type { FormValues } from '~/domains/workflow/process';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, daysBetween } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import type { Case } from './judge';
import type { Checkpoint, Rule } from './rule';

/** Whom the rules are asked about. `typeId` is of an account still to be opened. */
export interface Asked {
  checkpoint: Checkpoint;
  customerId: string;
  accountId: string | null;
  typeId?: string;
  /** 分. */
  amount: bigint;
}

interface Row {
  level_id: string | null;
  since: string;
  account_id: string | null;
  type_id: string | null;
  status: string | null;
  limit_amount: bigint | null;
  available: bigint | null;
  taken: bigint | null;
  per_order_limit: bigint | null;
  valid_to: string | null;
  overdue_amount: bigint | null;
  overdue_days: number | null;
  worst_days: number | null;
  purchases: bigint | null;
  first_day: string | null;
  in_use: bigint | null;
  watched: boolean | null;
  stopped: boolean | null;
}

/** Figures that cost a look into other tables are read only where a rule asks for them. */
const dear: Record<string, string[]> = {
  overdue: ['overdueAmount', 'overdueDays'],
  worst: ['worstOverdueDays'],
  bought: ['purchases', 'cooperationDays'],
  share: ['concentrationPct'],
  watch: ['watched', 'deliveryStopped'],
};
export const everyFigure: ReadonlySet<string> = new Set(Object.values(dear).flat());
export const figuresOf = (rules: readonly Pick<Rule, 'condition'>[]): ReadonlySet<string> =>
  new Set(rules.flatMap(({ condition }) => comparisonsOf(condition).map(({ field }) => field)));

/** What the rules compare of one customer: of whichever of its accounts is asked about, or of none. */
export type CustomerFacts = (asked: Asked) => Omit<Case, 'releases'>;

/** The customer's figures on a day, as rules compare them. */
export const factsOf = async (tx: Tx, me: Pick<Me, 'tenantId'>, asked: Asked, day: string, wanted: ReadonlySet<string>): Promise<Omit<Case, 'releases'>> =>
  (await factsOfCustomer(tx, me, asked.customerId, day, wanted))(asked);

/** The same before it is known which account will be asked about. */
export async function factsOfCustomer(tx: Tx, me: Pick<Me, 'tenantId'>, customerId: string, day: string, wanted: ReadonlySet<string>): Promise<CustomerFacts> {
  const rows = await rowsOf(tx, me, customerId, day, (kind) => (dear[kind] ?? []).some((key) => wanted.has(key)));
  const [any] = rows;
  if (!any) notFound('该客户');
  return (asked) => {
    const row = rows.find(({ account_id }) => account_id !== null && account_id === asked.accountId) ?? { ...any, ...noAccount };
    return {
      checkpoint: asked.checkpoint,
      day,
      levelId: row.level_id ?? '',
      typeId: row.type_id ?? asked.typeId ?? '',
      customerId,
      values: valuesOf(row, asked, day, wanted),
    };
  };
}

const noAccount = { type_id: null, status: null, limit_amount: null, available: null, taken: null, per_order_limit: null, valid_to: null };

/** A row for each account of the customer, or one without; what is of the customer stands in all and is reckoned once. */
async function rowsOf(tx: Tx, me: Pick<Me, 'tenantId'>, customerId: string, day: string, asks: (kind: string) => boolean): Promise<Row[]> {
  const when = <T>(kind: string, select: RawBuilder<T>) => (asks(kind) ? select : sql`null`);
  const { rows } = await sql<Row>`
    with figures as materialized (
      select c.tenant_id, c.id, c.level_id, to_char(c.created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as since,
        ${when('overdue', overdueAmount(day))} as overdue_amount, ${when('overdue', overdueDays(day))} as overdue_days,
        ${when('worst', worstDays(day))} as worst_days,
        ${when('bought', purchases(day))} as purchases,
        ${when('bought', sql`(select min(r.biz_date)::text from receivable r where r.tenant_id = c.tenant_id and r.customer_id = c.id)`)} as first_day,
        ${when('share', sql`credit_in_use()`)} as in_use,
        ${when('watch', openAction('WATCH'))} as watched, ${when('watch', openAction('STOP'))} as stopped
      from customer c where c.tenant_id = ${me.tenantId} and c.id = ${customerId}
    )
    select f.*, a.id as account_id, a.credit_type_id as type_id, a.status, a.limit_amount, a.available, a.held + a.used + a.spent as taken,
      coalesce(a.per_order_limit, t.per_order_limit) as per_order_limit, a.valid_to::text as valid_to
    from figures f
    left join credit_account a on a.tenant_id = f.tenant_id and a.customer_id = f.id
    left join credit_type t on t.tenant_id = a.tenant_id and t.id = a.credit_type_id`.execute(tx);
  return rows;
}

/** Of credit orders by their plan, grace days over; of everything else by its due day. */
const overdueAmount = (day: string) => sql<bigint>`(
  coalesce((select sum(r.open) from receivable r where r.tenant_id = c.tenant_id and r.customer_id = c.id and r.status in ('OPEN', 'PART') and r.credit_order_id is null and r.due_date < ${day}::date), 0)
  + coalesce((select sum(i.open_principal) from repay_item i where i.tenant_id = c.tenant_id and i.customer_id = c.id and i.settled_on is null and i.grace_end < ${day}::date), 0))::bigint`;
const overdueDays = (day: string) => sql<number>`greatest(0,
  coalesce((select max(${day}::date - r.due_date) from receivable r where r.tenant_id = c.tenant_id and r.customer_id = c.id and r.status in ('OPEN', 'PART') and r.credit_order_id is null), 0),
  coalesce((select max(${day}::date - i.due_on) from repay_item i where i.tenant_id = c.tenant_id and i.customer_id = c.id and i.settled_on is null and i.grace_end < ${day}::date), 0))`;
/** How late what fell due in the last year was paid, or is by now. */
const worstDays = (day: string) => sql<number>`greatest(0, (select max(coalesce(
    case when r.status = 'SETTLED' then (select max((coalesce(t.received_at, p.created_at) at time zone 'Asia/Shanghai')::date) from receipt_apply p
      left join receipt t on t.tenant_id = p.tenant_id and t.id = p.receipt_id where p.tenant_id = r.tenant_id and p.receivable_id = r.id and p.reversed_at is null)
    else ${day}::date end, r.due_date) - r.due_date)
  from receivable r where r.tenant_id = c.tenant_id and r.customer_id = c.id and r.status <> 'REVERSED' and r.due_date between ${addDays(day, -365)}::date and ${day}::date))`;
const purchases = (day: string) => sql<bigint>`coalesce((select sum(r.amount) from receivable r where r.tenant_id = c.tenant_id and r.customer_id = c.id
  and r.status <> 'REVERSED' and r.source = 'DELIVERY' and r.biz_date > ${addDays(day, -365)}::date and r.biz_date <= ${day}::date), 0)::bigint`;
const openAction = (kind: 'WATCH' | 'STOP') =>
  sql<boolean>`exists (select from credit_risk_action x where x.tenant_id = c.tenant_id and x.customer_id = c.id and x.kind = ${kind} and x.lifted_at is null)`;

function valuesOf(row: Row, { checkpoint, accountId, amount }: Asked, day: string, wanted: ReadonlySet<string>): FormValues {
  const values: FormValues = { orderAmount: formatYuan(amount), accountStatus: accountId ? (row.status ?? 'NONE') : 'NONE' };
  const put = (key: string, value: string | null | undefined) => {
    if (value !== null && value !== undefined) values[key] = value;
  };
  const yuan = (fen: bigint | null) => (fen === null ? null : formatYuan(fen));
  // What an order held before is not taken again when it is approved or delivered.
  const taking = checkpoint === 'ORDER' || checkpoint === 'REOPEN' ? amount : 0n;
  if (row.status !== null) {
    put('limit', yuan(row.limit_amount));
    put('available', yuan(row.available));
    put('projected', yuan(row.available === null ? null : row.available - taking));
    put('usagePct', row.limit_amount === null ? null : percent((row.taken ?? 0n) + taking, row.limit_amount));
    put('overPerOrder', yuan(row.per_order_limit === null ? null : amount - row.per_order_limit));
    put('validDays', row.valid_to === null ? null : String(daysBetween(day, row.valid_to)));
  }
  if (wanted.has('overdueAmount') || wanted.has('overdueDays')) {
    put('overdueAmount', yuan(row.overdue_amount ?? 0n));
    put('overdueDays', String(row.overdue_days ?? 0));
  }
  if (wanted.has('worstOverdueDays')) put('worstOverdueDays', String(row.worst_days ?? 0));
  if (wanted.has('purchases') || wanted.has('cooperationDays')) {
    const first = row.first_day !== null && row.first_day < row.since ? row.first_day : row.since;
    put('purchases', yuan(row.purchases ?? 0n));
    put('cooperationDays', String(Math.max(0, daysBetween(first, day))));
  }
  if (wanted.has('concentrationPct')) put('concentrationPct', percent((row.taken ?? 0n) + taking, (row.in_use ?? 0n) + taking));
  put('watched', row.watched === null ? null : String(row.watched));
  put('deliveryStopped', row.stopped === null ? null : String(row.stopped));
  return values;
}

/** Whole percent, rounded down; of nothing it is all or nothing. */
const percent = (part: bigint, whole: bigint): string => (whole > 0n ? ((part * 100n) / whole).toString() : part > 0n ? '100' : '0');
