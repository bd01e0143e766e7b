import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { documentLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { completed, literally, pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber } from '~/server/search.server';
import { tabsOf } from '~/server/tally.server';
import { shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import { type ExpenseKind, type ExpenseState, expenseStates, type LotScope, lotState, percentOf } from './expense';
import type { ExpenseQuery } from './expense.schema';
import * as subjects from './subjects';

const columns = [
  'expense_entry.id',
  'expense_entry.no',
  'expense_entry.version',
  'expense_entry.customer_id as customerId',
  'customer.name as customerName',
  'expense_entry.kind',
  'expense_entry.amount',
  'expense_entry.valid_to as validTo',
  'expense_entry.max_ratio_ppm as ratio',
  'expense_entry.scope',
  'expense_entry.basis_no as basisNo',
  'expense_entry.status',
  'expense_entry.creator',
  'expense_entry.created_at as createdAt',
  'expense_entry.created_by as createdBy',
  'expense_entry.confirmer',
  'expense_entry.confirmed_at as confirmedAt',
] as const;
/** Of the lots an entry made, those that came back later among them. */
const ofLots = (figure: 'remaining' | 'held') =>
  sql<bigint>`coalesce((select sum(l.${sql.ref(figure)}) from expense_lot l where l.tenant_id = expense_entry.tenant_id and l.entry_id = expense_entry.id), 0)::bigint`.as(
    figure,
  );

const entries = (tx: Tx, me: Me) => tx.selectFrom('expense_entry').where('expense_entry.tenant_id', '=', me.tenantId);

const docs = (tx: Tx, me: Me) =>
  entries(tx, me).innerJoin('customer', (on) =>
    on.onRef('customer.tenant_id', '=', 'expense_entry.tenant_id').onRef('customer.id', '=', 'expense_entry.customer_id'),
  );

const shown = <Row extends { status: string; kind: string; scope: string; ratio: number; createdBy: string | null }>(
  me: Me,
  { createdBy, ratio, status, kind, scope, ...row }: Row,
) => ({
  ...row,
  status: status as ExpenseState,
  kind: kind as ExpenseKind,
  scope: scope as LotScope,
  maxRatio: percentOf(ratio),
  mine: createdBy === me.accountId,
});

type Entries = Awaited<ReturnType<typeof entriesBy>>;
/** What the query asks for, status aside: the tabs count by it. */
async function entriesBy(tx: Tx, me: Me, query: ExpenseQuery) {
  let rows = entries(tx, me);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'expense_entry.id', 'expense_entry_text', 'nos', query.no));
  if (query.customerId) rows = rows.where('expense_entry.customer_id', '=', query.customerId);
  if (query.kind) rows = rows.where('expense_entry.kind', '=', query.kind);
  const [from, to] = [query.validStart?.slice(0, 10) ?? '', query.validEnd?.slice(0, 10) ?? ''];
  if (from) rows = rows.where('expense_entry.valid_to', '>=', from);
  if (to) rows = rows.where('expense_entry.valid_to', '<=', to);
  return rows;
}

export const expenseRows = async (tx: Tx, me: Me, query: ExpenseQuery) => rowsAmong(tx, me, query, await entriesBy(tx, me, query));

const ofState = (rows: Entries, { status }: ExpenseQuery): Entries => (status ? rows.where('expense_entry.status', '=', status) : rows);

function rowsAmong(tx: Tx, me: Me, query: ExpenseQuery, all: Entries) {
  const read = (ids: string[]) =>
    docs(tx, me)
      .select(columns)
      .select([ofLots('remaining'), ofLots('held')])
      .where('expense_entry.id', '=', anyOf(ids))
      .execute();
  return pageFrom(
    tx,
    ofState(all, query).select('expense_entry.id'),
    query.no ? { countTo: FOUND_CAP, ...query } : query,
    {
      sort: {
        no: 'expense_entry.no',
        amount: 'expense_entry.amount',
        validTo: 'expense_entry.valid_to',
        createdAt: 'expense_entry.created_at',
      },
      initial: [['expense_entry.created_at', 'desc']],
      tiebreak: 'expense_entry.id',
      neverNull: ['expense_entry.no', 'expense_entry.amount'],
    },
    async (found) => (await completed(found, read)).map((row) => shown(me, row)),
  );
}

export async function listExpenses(tx: Tx, me: Me, query: ExpenseQuery) {
  const all = await entriesBy(tx, me, query);
  const [page, tabs] = await Promise.all([rowsAmong(tx, me, query, all), tabsOf(tx, all, 'expense_entry.status', Object.keys(expenseStates))]);
  // More than can be counted is not added up either.
  if (page.capped) return { ...page, tabs };
  const { amount } = await ofState(all, query).select(sql<bigint>`coalesce(sum(expense_entry.amount), 0)::bigint`.as('amount')).executeTakeFirstOrThrow();
  return { ...page, tabs, totals: { amount: formatYuan(amount) } };
}

export async function expenseDetail(tx: Tx, me: Me, input: { id: string }, now: Date) {
  const row = await docs(tx, me)
    .select(columns)
    .select([ofLots('remaining'), ofLots('held')])
    .select(['expense_entry.remark', 'expense_entry.reason', 'expense_entry.voucher', 'expense_entry.scope_ids as scopeIds'])
    .where('expense_entry.id', '=', input.id)
    .executeTakeFirst();
  if (!row) notFound('该费用单');
  const { scopeIds, ...rest } = row;
  const [lots, uses, entries, names, account, logs] = [
    await lotRows(tx, me, { entryId: input.id }, shanghaiDate(now)),
    await usesOfEntry(tx, me, input.id),
    await entriesOf(tx, me, input.id),
    await scopeNames(tx, me, row.scope as LotScope, scopeIds),
    await tx
      .selectFrom('fund_account')
      .select('id')
      .where('tenant_id', '=', me.tenantId)
      .where('customer_id', '=', row.customerId)
      .where('type', '=', 'BALANCE')
      .executeTakeFirst(),
    await documentLog(tx, me, subjects.expenseEntry, input.id),
  ];
  return { ...shown(me, rest), scopeNames: names, accountId: account?.id ?? null, lots: row.status === 'REVERSED' ? [] : lots, uses, entries, logs };
}

/** Lots as people read them: of an entry, or of a customer. */
async function lotRows(tx: Tx, me: Pick<Me, 'tenantId'>, { entryId }: { entryId: string }, today: string) {
  const rows = await tx
    .selectFrom('expense_lot')
    .select(['id', 'valid_to', 'amount', 'remaining', 'held', 'expired', 'origin_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('entry_id', '=', entryId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => shownLot(row, today));
}

export function shownLot(
  row: { id: string; valid_to: string | null; amount: bigint; remaining: bigint; held: bigint; expired: bigint; origin_id: string | null },
  today: string,
) {
  return {
    id: row.id,
    validTo: row.valid_to,
    amount: row.amount,
    remaining: row.remaining,
    held: row.held,
    used: row.amount - row.remaining - row.expired,
    expired: row.expired,
    renewed: row.origin_id !== null,
    state: lotState({ ...row, validTo: row.valid_to }, today),
  };
}

async function usesOfEntry(tx: Tx, me: Pick<Me, 'tenantId'>, entryId: string) {
  const { rows } = await sql<{ id: string; orderId: string; orderNo: string; held: bigint; taken: bigint; returned: bigint; validTo: string | null }>`
    select u.lot_id || '/' || u.order_id as key, min(u.id::text)::uuid as id, u.order_id as "orderId", o.no as "orderNo", l.valid_to as "validTo",
      sum(u.open)::bigint as held, sum(u.taken)::bigint as taken,
      coalesce((select sum(t.returned) from expense_take t where t.tenant_id = u.tenant_id and t.order_id = u.order_id and t.lot_id = u.lot_id and not t.reversed), 0)::bigint as returned
    from expense_use u join expense_lot l on l.tenant_id = u.tenant_id and l.id = u.lot_id join sales_order o on o.tenant_id = u.tenant_id and o.id = u.order_id
    where u.tenant_id = ${me.tenantId} and l.entry_id = ${entryId}
    group by u.tenant_id, u.lot_id, u.order_id, o.no, l.valid_to having sum(u.open + u.taken) > 0 order by o.no desc limit 200`.execute(tx);
  return rows;
}

async function entriesOf(tx: Tx, me: Pick<Me, 'tenantId'>, entryId: string) {
  return tx
    .selectFrom('ledger_entry')
    .innerJoin('ledger_txn', (on) => on.onRef('ledger_txn.tenant_id', '=', 'ledger_entry.tenant_id').onRef('ledger_txn.id', '=', 'ledger_entry.txn_id'))
    .select(['ledger_entry.id', 'ledger_entry.at', 'ledger_txn.biz_date as bizDate', 'ledger_txn.kind', 'ledger_entry.account_code as account'])
    .select(['ledger_entry.dr', 'ledger_entry.cr', 'ledger_txn.actor'])
    .where('ledger_txn.tenant_id', '=', me.tenantId)
    .where('ledger_txn.biz_id', '=', entryId)
    .orderBy('ledger_entry.at')
    .orderBy('ledger_entry.id')
    .execute();
}

export async function scopeNames(tx: Tx, me: Pick<Me, 'tenantId'>, scope: LotScope, ids: readonly string[]): Promise<string[]> {
  if (scope === 'ALL') return [];
  const rows = await tx
    .selectFrom(scope === 'CATEGORY' ? 'category' : 'product')
    .select(['name', 'code'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .orderBy('code')
    .execute();
  return rows.map((row) => row.name);
}

/** Those to choose from, a screenful. */
export async function findGoods(tx: Tx, me: Me, input: { scope: 'CATEGORY' | 'PRODUCT'; keyword: string }) {
  const word = `%${literally(input.keyword)}%`;
  const options = await tx
    .selectFrom(input.scope === 'CATEGORY' ? 'category' : 'product')
    .select(['id', 'name', 'code'])
    .where('tenant_id', '=', me.tenantId)
    .where(sql<boolean>`(name ilike ${word} or code ilike ${word})`)
    .orderBy('code')
    .limit(20)
    .execute();
  return { options };
}
