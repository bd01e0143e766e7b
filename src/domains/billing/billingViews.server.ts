import { type SqlBool, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { completed, pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber, holdsWords, searched } from '~/server/search.server';
import { tabsOf } from '~/server/tally.server';
import { instantRange } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { type BillingState, billingStates, type Direction, type InvoiceKind } from './billing';
import type { BillingQuery } from './billing.schema';

export const columns = [
  'billing.id',
  'billing.no',
  'billing.version',
  'billing.customer_id as customerId',
  'customer.name as customerName',
  'billing.direction',
  'billing.kind',
  'billing.title',
  'billing.amount',
  'billing.tax',
  'billing.red_amount as redAmount',
  'billing.order_nos as orderNos',
  'billing.invoice_nos as invoiceNos',
  'billing.status',
  'billing.creator',
  'billing.created_at as createdAt',
  'billing.issued_at as issuedAt',
  'billing.created_by as createdBy',
] as const;

const billingsAlone = (tx: Tx, me: Me) =>
  tx
    .selectFrom('billing')
    .where('billing.tenant_id', '=', me.tenantId)
    .$if(me.customerId !== null, (own) => own.where('billing.customer_id', '=', me.customerId as string));

export const billings = (tx: Tx, me: Me) =>
  billingsAlone(tx, me).innerJoin('customer', (on) =>
    on.onRef('customer.tenant_id', '=', 'billing.tenant_id').onRef('customer.id', '=', 'billing.customer_id'),
  );

export const shown = <Row extends { status: string; kind: string; direction: string; createdBy: string | null }>(
  me: Me,
  { createdBy, status, kind, direction, ...row }: Row,
) => ({
  ...row,
  status: status as BillingState,
  kind: kind as InvoiceKind,
  direction: direction as Direction,
  mine: createdBy === me.accountId,
});

/** Issued invoices with goods that were returned afterwards and that no red letter takes back already: their ids, off the few lines that are due. */
export const redDueIds = (tx: Tx, me: Me) =>
  tx
    .selectFrom('order_line as due')
    .innerJoin('billing_line as bl', (on) => on.onRef('bl.tenant_id', '=', 'due.tenant_id').onRef('bl.order_line_id', '=', 'due.id'))
    .innerJoin('billing as b', (on) => on.onRef('b.tenant_id', '=', 'bl.tenant_id').onRef('b.id', '=', 'bl.billing_id'))
    .select('b.id')
    .distinct()
    .where('due.tenant_id', '=', me.tenantId)
    .where('due.red_due', '=', true)
    .where('b.direction', '=', 'BLUE')
    .where('b.status', 'in', ['ISSUED', 'PART_RED'])
    .where(sql<SqlBool>`bl.amount > bl.red_amount + bl.redding_amount`);

type Billings = ReturnType<typeof billingsAlone>;
/** What the query asks for, status aside: the tabs count by it. */
async function billingsBy(tx: Tx, me: Me, query: BillingQuery) {
  const created = instantRange(query.createdStart, query.createdEnd);
  const issued = instantRange(query.issuedStart, query.issuedEnd);
  const found = await searched(billingsAlone(tx, me), [
    query.no && holdsNumber(tx, 'billing.id', 'billing_text', 'no', query.no),
    query.invoiceNo && holdsNumber(tx, 'billing.id', 'billing_text', 'invoice_nos', query.invoiceNo),
    query.orderNo && holdsNumber(tx, 'billing.id', 'billing_text', 'order_nos', query.orderNo),
    query.title && holdsWords(tx, 'billing.id', 'billing_text', 'title', query.title, sql.ref('billing.title')),
  ]);
  let { rows } = found;
  if (query.customerId) rows = rows.where('billing.customer_id', '=', query.customerId);
  if (query.kind) rows = rows.where('billing.kind', '=', query.kind);
  if (query.direction) rows = rows.where('billing.direction', '=', query.direction);
  if (query.redDue) rows = rows.where('billing.id', 'in', redDueIds(tx, me));
  if (query.orderId)
    rows = rows.where(
      'billing.id',
      'in',
      tx.selectFrom('billing_line').select('billing_id').where('tenant_id', '=', me.tenantId).where('order_id', '=', query.orderId),
    );
  if (created.from) rows = rows.where('billing.created_at', '>=', created.from);
  if (created.before) rows = rows.where('billing.created_at', '<', created.before);
  if (issued.from) rows = rows.where('billing.issued_at', '>=', issued.from);
  if (issued.before) rows = rows.where('billing.issued_at', '<', issued.before);
  return { rows, few: found.few };
}

export async function billingRows(tx: Tx, me: Me, query: BillingQuery) {
  return rowsAmong(tx, me, query, (await billingsBy(tx, me, query)).rows);
}

const ofState = (rows: Billings, status: BillingQuery['status']): Billings => (status ? rows.where('billing.status', '=', status) : rows);

function rowsAmong(tx: Tx, me: Me, query: BillingQuery, all: Billings) {
  const paging = query.no || query.invoiceNo || query.orderNo || query.title ? { countTo: FOUND_CAP, ...query } : query;
  return pageFrom(
    tx,
    ofState(all, query.status).select('billing.id'),
    paging,
    {
      sort: { no: 'billing.no', amount: 'billing.amount', createdAt: 'billing.created_at', issuedAt: 'billing.issued_at' },
      initial: [['billing.created_at', 'desc']],
      tiebreak: 'billing.id',
      neverNull: ['billing.no', 'billing.amount'],
    },
    async (found) => {
      const rows = await completed(found, (ids) => billings(tx, me).select(columns).where('billing.id', '=', anyOf(ids)).execute());
      return rows.map((row) => shown(me, row));
    },
  );
}

export async function listBillings(tx: Tx, me: Me, query: BillingQuery) {
  const { rows: all, few } = await billingsBy(tx, me, query);
  const [page, tabs] = await Promise.all([rowsAmong(tx, me, query, all), tabsOf(tx, all, 'billing.status', Object.keys(billingStates), few)]);
  // More than can be counted is not added up either.
  if (page.capped) return { ...page, tabs };
  // Red letters take away.
  const { amount, tax } = await ofState(all, query.status)
    .select(sql<bigint>`coalesce(sum(case billing.direction when 'RED' then -billing.amount else billing.amount end), 0)::bigint`.as('amount'))
    .select(sql<bigint>`coalesce(sum(case billing.direction when 'RED' then -billing.tax else billing.tax end), 0)::bigint`.as('tax'))
    .executeTakeFirstOrThrow();
  return { ...page, tabs, totals: { amount: formatYuan(amount), tax: formatYuan(tax) } };
}

/** The invoice it takes back, and every red letter over it. */
export function chainOf(tx: Tx, me: Me, doc: { id: string; originId: string | null }) {
  const root = doc.originId ?? doc.id;
  return tx
    .selectFrom('billing')
    .select(['id', 'no', 'direction', 'amount', 'status', 'created_at as createdAt', 'red_reason as redReason'])
    .where('tenant_id', '=', me.tenantId)
    .where((eb) => eb.or([eb('id', '=', root), eb('origin_id', '=', root)]))
    .orderBy('created_at')
    .orderBy('no')
    .execute();
}

export const invoicesOf = (tx: Tx, me: Me, billingId: string) =>
  tx
    .selectFrom('invoice')
    .select(['id', 'code', 'no', 'issued_on as issuedOn', 'amount', 'tax'])
    .where('tenant_id', '=', me.tenantId)
    .where('billing_id', '=', billingId)
    .orderBy('code')
    .orderBy('no')
    .execute();

export const orderNosOf = async (tx: Tx, me: Me, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    (
      await tx
        .selectFrom('sales_order')
        .select(['id', 'no'])
        .where('tenant_id', '=', me.tenantId)
        .where('id', '=', anyOf([...new Set(ids)]))
        .execute()
    ).map((row) => [row.id, row.no ?? '']),
  );
