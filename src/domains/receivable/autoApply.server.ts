import { sql } from 'kysely';
import type { z } from 'zod';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { anyOf } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import type { AutoPreview, AutoRun } from './receipt';
import { applyReceipt } from './receipt.server';
import { firstDueFirst } from './receivable';

/** One look matches this many pairs; the rest waits for the next. */
const MOST = 200;
type Match = z.output<typeof AutoPreview>['matches'][number];

/** 自动核销, before it is done: the oldest receipts against the earliest due receivables, as far as the money has not been spent since. */
export async function previewAutoApply(tx: Tx, me: Me, input: { customerIds: string[] }): Promise<z.output<typeof AutoPreview>> {
  const receipts = await openReceipts(tx, me, input.customerIds);
  const customerIds = [...new Set(receipts.map((one) => one.customerId))];
  const receivables = await openReceivables(tx, me, customerIds);
  const matches = customerIds.flatMap((id) =>
    matched(
      receipts.filter((one) => one.customerId === id),
      receivables.filter((one) => one.customerId === id),
    ),
  );
  const shown = matches.slice(0, MOST);
  return { matches: shown, total: shown.reduce((sum, one) => sum + one.amount, 0n), more: matches.length > MOST };
}

type Receipt = Awaited<ReturnType<typeof openReceipts>>[number];
type Receivable = Awaited<ReturnType<typeof openReceivables>>[number];

/** Of one customer. */
function matched(receipts: readonly Receipt[], receivables: readonly Receivable[]): Match[] {
  const open = receivables.map((one) => ({ ...one }));
  let free = receipts[0]?.free ?? 0n;
  return receipts.flatMap((receipt) => {
    const { parts, rest } = firstDueFirst(open, receipt.unapplied < free ? receipt.unapplied : free);
    free -= (receipt.unapplied < free ? receipt.unapplied : free) - rest;
    return parts.map(({ id, no, dueDate, apply, open: was }) => {
      const row = open.find((one) => one.id === id) as Receivable;
      row.open -= apply;
      const { customerName, id: receiptId, no: receiptNo, version } = receipt;
      return { customerName, receiptId, receiptNo, version, receivableId: id, receivableNo: no, dueDate, open: was, amount: apply };
    });
  });
}

async function openReceipts(tx: Tx, me: Me, customerIds: readonly string[]) {
  let rows = tx
    .selectFrom('receipt')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'receipt.tenant_id').onRef('customer.id', '=', 'receipt.customer_id'))
    .innerJoin('fund_account', (on) =>
      on
        .onRef('fund_account.tenant_id', '=', 'receipt.tenant_id')
        .onRef('fund_account.customer_id', '=', 'receipt.customer_id')
        .on('fund_account.type', '=', 'BALANCE'),
    )
    .select(['receipt.id', 'receipt.no', 'receipt.version', 'receipt.unapplied', 'receipt.customer_id as customerId', 'customer.name as customerName'])
    .select(sql<bigint>`coalesce(fund_account.available, 0)`.as('free'))
    .where('receipt.tenant_id', '=', me.tenantId)
    .where('receipt.status', '=', 'CONFIRMED')
    .where('receipt.unapplied', '>', 0n);
  if (customerIds.length) rows = rows.where('receipt.customer_id', '=', anyOf(customerIds));
  return rows.orderBy('receipt.customer_id').orderBy('receipt.received_at').orderBy('receipt.no').limit(500).execute();
}

async function openReceivables(tx: Tx, me: Me, customerIds: readonly string[]) {
  const rows = await tx
    .selectFrom('receivable')
    .select(['id', 'no', 'customer_id as customerId', 'biz_date as bizDate', 'due_date as dueDate', 'open'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', anyOf(customerIds))
    .where('status', 'in', ['OPEN', 'PART'])
    .where('open', '>', 0n)
    .where('credit_order_id', 'is', null)
    .execute();
  return rows.map((row) => ({ ...row, open: row.open ?? 0n }));
}

/** What was looked at, all of it or nothing: a receipt somebody changed since is refused with its sentence. */
export async function runAutoApply(tx: Tx, me: Me, input: z.output<typeof AutoRun>, now: Date): Promise<{ receipts: number; amount: bigint }> {
  const byReceipt = Map.groupBy(input.matches, (one) => one.receiptId);
  // Several customers in one change: their accounts first, in the order everybody locks them.
  await lockCustomerMoney(
    tx,
    me,
    tx
      .selectFrom('receipt')
      .select('customer_id')
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', anyOf([...byReceipt.keys()])),
  );
  for (const [id, parts] of byReceipt)
    await applyReceipt(tx, me, { id, version: parts[0]?.version ?? 0, applies: parts.map(({ receivableId, amount }) => ({ receivableId, amount })) }, now);
  return { receipts: byReceipt.size, amount: input.matches.reduce((sum, one) => sum + one.amount, 0n) };
}
