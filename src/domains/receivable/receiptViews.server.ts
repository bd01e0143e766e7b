import { type NotNull, sql } from 'kysely';
import type { z } from 'zod';
import { matches } from '~/domains/finance/matches.server';
import type { ReceiptWay } from '~/domains/finance/receiptWay';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber, writtenBefore } from '~/server/search.server';
import { instantRange } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import type { Page } from '~/shared/page';
import { notFound } from '~/shared/refusal';
import type { ReceiptState } from './receipt';
import type { Preview, ReceiptDetail, ReceiptQuery, ReceiptRow } from './receipt.schema';
import { firstDueFirst } from './receivable';

const columns = [
  'receipt.id',
  'receipt.no',
  'receipt.customer_id as customerId',
  'customer.name as customerName',
  'receipt.amount',
  'receipt.unapplied',
  'receipt.pay_way as payWay',
  'receipt.bank_flow_no as bankFlowNo',
  'receipt.payer',
  'receipt.received_at as receivedAt',
  'receipt.creator',
  'receipt.created_at as createdAt',
  'receipt.status',
  'receipt.version',
] as const;

/** Every receipt has its customer; joined like this, counting does without. */
const receipts = (tx: Tx, me: Me) =>
  tx
    .selectFrom('receipt')
    .leftJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'receipt.tenant_id').onRef('customer.id', '=', 'receipt.customer_id'))
    .where('receipt.tenant_id', '=', me.tenantId);

function listed<R extends { amount: bigint; unapplied: bigint; payWay: string; bankFlowNo: string | null; status: string }>(row: R) {
  const applied = row.status === 'REVERSED' ? 0n : row.amount - row.unapplied;
  return { ...row, applied, payWay: row.payWay as ReceiptWay, bankFlowNo: row.bankFlowNo ?? '', status: row.status as ReceiptState };
}

async function receiptsBy(tx: Tx, me: Me, query: z.output<typeof ReceiptQuery>) {
  let rows = receipts(tx, me).select(columns).$narrowType<{ customerName: NotNull }>();
  if (query.no) rows = rows.where(await holdsNumber(tx, 'receipt.id', 'receipt_text', 'no', query.no));
  if (query.customerId) rows = rows.where('receipt.customer_id', '=', query.customerId);
  if (query.bankFlowNo) rows = rows.where(await holdsNumber(tx, 'receipt.id', 'receipt_text', 'bank_flow_no', query.bankFlowNo));
  if (query.payWay) rows = rows.where('receipt.pay_way', '=', query.payWay);
  if (query.status) rows = rows.where('receipt.status', '=', query.status);
  const received = instantRange(query.receivedStart, query.receivedEnd);
  if (received.from) rows = rows.where('receipt.received_at', '>=', received.from);
  if (received.before) {
    const written = await writtenBefore(tx, me, 'receipt', 'received_at', received.before);
    rows = rows.where('receipt.received_at', '<', received.before).where('receipt.created_at', '<', written);
  }
  const created = instantRange(query.createdStart, query.createdEnd);
  if (created.from) rows = rows.where('receipt.created_at', '>=', created.from);
  if (created.before) rows = rows.where('receipt.created_at', '<', created.before);
  return rows;
}

export async function receiptRows(tx: Tx, me: Me, query: z.output<typeof ReceiptQuery>): Promise<Page<z.output<typeof ReceiptRow>>> {
  return pageAmong(tx, query, await receiptsBy(tx, me, query));
}

async function pageAmong(
  tx: Tx,
  query: z.output<typeof ReceiptQuery>,
  all: Awaited<ReturnType<typeof receiptsBy>>,
): Promise<Page<z.output<typeof ReceiptRow>>> {
  const paging = query.no || query.bankFlowNo ? { countTo: FOUND_CAP, ...query } : query;
  const page = await pageFrom(tx, all, paging, {
    sort: { no: 'receipt.no', amount: 'receipt.amount', unapplied: 'receipt.unapplied', receivedAt: 'receipt.received_at', createdAt: 'receipt.created_at' },
    initial: [['receipt.created_at', 'desc']],
    tiebreak: 'receipt.id',
    neverNull: ['receipt.no', 'receipt.amount', 'receipt.unapplied', 'receipt.received_at'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map(listed) };
}

export async function pageReceipts(tx: Tx, me: Me, query: z.output<typeof ReceiptQuery>): Promise<Page<z.output<typeof ReceiptRow>>> {
  const all = await receiptsBy(tx, me, query);
  const page = await pageAmong(tx, query, all);
  // More than can be counted is not added up either.
  if (page.capped) return page;
  const live = sql`filter (where receipt.status <> 'REVERSED')`;
  const sums = await all
    .clearSelect()
    .select([
      sql<string>`coalesce(sum(receipt.amount) ${live}, 0)::text`.as('amount'),
      sql<string>`coalesce(sum(receipt.unapplied) ${live}, 0)::text`.as('unapplied'),
    ])
    .executeTakeFirstOrThrow();
  const [amount, unapplied] = [BigInt(sums.amount), BigInt(sums.unapplied)];
  return {
    ...page,
    totals: { amount: displayYuan(amount), applied: displayYuan(amount - unapplied), unapplied: displayYuan(unapplied) },
  };
}

export async function receiptDetail(tx: Tx, me: Me, input: { id: string }): Promise<z.output<typeof ReceiptDetail>> {
  const row = await receipts(tx, me)
    .select([...columns, 'receipt.remark', 'receipt.voucher'])
    .$narrowType<{ customerName: NotNull }>()
    .where('receipt.id', '=', input.id)
    .executeTakeFirst();
  if (!row) notFound('该收款单');
  const applies = await matches(tx, me)
    .innerJoin('receivable', (on) =>
      on.onRef('receivable.tenant_id', '=', 'receipt_apply.tenant_id').onRef('receivable.id', '=', 'receipt_apply.receivable_id'),
    )
    .select(['receivable.id as receivableId', 'receivable.no as receivableNo', 'receivable.delivery_no as sourceNo', 'receivable.due_date as dueDate'])
    .where('receipt_apply.receipt_id', '=', input.id)
    .execute();
  const funds = await tx
    .selectFrom('fund_account')
    .select('available')
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', row.customerId)
    .where('type', '=', 'BALANCE')
    .executeTakeFirst();
  const free = funds?.available ?? 0n;
  return { ...listed(row), applicable: free < row.unapplied ? free : row.unapplied, applies };
}

/** The customer's open receivables, the earliest due first, with what `amount` would settle of each. */
export async function previewApply(tx: Tx, me: Me, input: { customerId: string; amount: bigint }): Promise<z.output<typeof Preview>> {
  const rows = await tx
    .selectFrom('receivable')
    .select(['id', 'no', 'delivery_no as sourceNo', 'biz_date as bizDate', 'due_date as dueDate', 'amount', 'open'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', input.customerId)
    .where('status', 'in', ['OPEN', 'PART'])
    .where('open', '>', 0n)
    .where('credit_order_id', 'is', null)
    .orderBy('due_date')
    .orderBy('biz_date')
    .orderBy('no')
    .limit(200)
    .execute();
  const open = rows.map((row) => ({ ...row, open: row.open ?? 0n }));
  const { parts, rest } = firstDueFirst(open, input.amount);
  const applied = new Map(parts.map((part) => [part.id, part.apply]));
  return { rest, receivables: open.map((row) => ({ ...row, apply: applied.get(row.id) ?? 0n })) };
}
