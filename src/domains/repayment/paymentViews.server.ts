import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { ReceiptWay } from '~/domains/finance/receiptWay';
import type { Me } from '~/portal/me';
import { documentLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { completed, pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber } from '~/server/search.server';
import { shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import type { BillState, PaymentKind, PaymentSource, PaymentState, RefundWay } from './repayment';
import type { PaymentDetail, PaymentQuery, PaymentRow } from './repayment.schema';
import * as subjects from './subjects';

const payments = (tx: Tx, me: Me) =>
  tx
    .selectFrom('repay_payment as p')
    .innerJoin('customer as c', (on) => on.onRef('c.tenant_id', '=', 'p.tenant_id').onRef('c.id', '=', 'p.customer_id'))
    .where('p.tenant_id', '=', me.tenantId);

const columns = [
  'p.id',
  'p.no',
  'p.version',
  'p.kind',
  'p.customer_id as customerId',
  'c.name as customerName',
  'p.payer',
  'p.amount',
  'p.unapplied',
  'p.refunded',
  'p.refund_to as refundTo',
  'p.taken',
  'p.applied_at as appliedAt',
  'p.value_on as valueOn',
  'p.channel',
  'p.bank_ref as bankRef',
  'p.bill_no as billNo',
  'p.bill_due_on as billDueOn',
  'p.dishonoured',
  'p.status',
  'p.source',
  'p.backdated',
  'p.creator',
  'p.created_at as createdAt',
] as const;
interface Read {
  kind: string;
  amount: bigint;
  unapplied: bigint;
  refunded: bigint;
  refundTo: string | null;
  taken: bigint;
  appliedAt: Date | null;
  channel: string;
  bankRef: string | null;
  status: string;
  source: string;
}
const appliedOf = ({ appliedAt, kind, amount, unapplied, refunded, taken }: Read): bigint => {
  if (appliedAt === null) return 0n;
  return kind === 'MONEY' ? amount - unapplied - refunded : kind === 'PREPAID' ? amount : taken;
};
const shown = <R extends Read>({ taken, appliedAt, ...row }: R) => ({
  ...row,
  kind: row.kind as PaymentKind,
  status: row.status as PaymentState,
  source: row.source as PaymentSource,
  channel: row.channel as ReceiptWay | '',
  bankRef: row.bankRef ?? '',
  refundTo: (row.refundTo ?? '') as RefundWay | '',
  applied: appliedOf({ ...row, taken, appliedAt } as unknown as Read),
});

const bills: Record<BillState, (today: string) => RawBuilder<boolean>> = {
  HELD: (today) => sql<boolean>`p.bill_due_on > ${today}::date and not p.dishonoured and p.status in ('CONFIRMED', 'REVIEWING', 'REVERSING')`,
  DUE: (today) => sql<boolean>`p.bill_due_on <= ${today}::date and not p.dishonoured and p.status in ('CONFIRMED', 'REVERSING')`,
  DISHONOURING: () => sql<boolean>`p.bill_due_on is not null and p.dishonoured and p.status = 'REVERSING'`,
  DISHONOURED: () => sql<boolean>`p.bill_due_on is not null and p.dishonoured and p.status = 'REVERSED'`,
};
const billIs = (state: BillState, today: string) => bills[state](today);

async function filtered(tx: Tx, me: Me, query: PaymentQuery, now: Date) {
  let rows = tx.selectFrom('repay_payment as p').where('p.tenant_id', '=', me.tenantId);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'p.id', 'repay_payment_text', 'no', query.no));
  if (query.payer) rows = rows.where(await holdsNumber(tx, 'p.id', 'repay_payment_text', 'payer', query.payer));
  if (query.bankRef) rows = rows.where(await holdsNumber(tx, 'p.id', 'repay_payment_text', 'bank_ref', query.bankRef));
  if (query.customerId) rows = rows.where('p.customer_id', '=', query.customerId);
  if (query.bill) rows = rows.where(billIs(query.bill as BillState, shanghaiDate(now)));
  if (query.billStart) rows = rows.where('p.bill_due_on', '>=', query.billStart);
  if (query.billEnd) rows = rows.where('p.bill_due_on', '<=', query.billEnd);
  if (query.kind) rows = rows.where('p.kind', '=', query.kind);
  if (query.status) rows = rows.where('p.status', '=', query.status);
  if (query.valueStart) rows = rows.where('p.value_on', '>=', query.valueStart);
  if (query.valueEnd) rows = rows.where('p.value_on', '<=', query.valueEnd);
  return rows;
}

export async function paymentRows(tx: Tx, me: Me, query: PaymentQuery, now: Date) {
  const rows = await filtered(tx, me, query, now);
  const order = {
    sort: { no: 'p.no', valueOn: 'p.value_on', billDueOn: 'p.bill_due_on', createdAt: 'p.created_at' },
    initial: [['p.created_at', 'desc']],
    tiebreak: 'p.id',
    neverNull: ['p.no', 'p.value_on'],
  } as const;
  const paging = query.no || query.payer || query.bankRef ? { countTo: FOUND_CAP, ...query } : query;
  const page = await pageFrom(tx, rows.select('p.id'), paging, order, (found) =>
    completed(found, (ids) => payments(tx, me).select(columns).where('p.id', '=', anyOf(ids)).execute()),
  );
  return { rows, page: { ...page, pagedRecords: page.pagedRecords.map((row): z.output<typeof PaymentRow> => shown(row)) } };
}

export async function listPayments(tx: Tx, me: Me, query: PaymentQuery, now: Date) {
  const { rows, page } = await paymentRows(tx, me, query, now);
  if (page.capped || query.withTabs !== 'true') return page;
  // Money promised, taken back or counted twice is no money paid; who asks for one state or kind wants its own sum.
  const counts = sql.join([query.status ? sql`true` : sql`p.status in ('CONFIRMED', 'REVERSING')`, query.kind ? sql`true` : sql`p.kind = 'MONEY'`], sql` and `);
  const sums = await rows
    .select([
      sql<string>`coalesce(sum(p.amount) filter (where ${counts}), 0)::text`.as('amount'),
      sql<string>`coalesce(sum(p.unapplied), 0)::text`.as('unapplied'),
    ])
    .executeTakeFirstOrThrow();
  return { ...page, totals: { amount: displayYuan(BigInt(sums.amount)), unapplied: displayYuan(BigInt(sums.unapplied)) } };
}

export async function paymentDetail(tx: Tx, me: Me, input: { id: string }, now: Date): Promise<z.output<typeof PaymentDetail>> {
  const row = await payments(tx, me)
    .leftJoin('repay_item as i', (on) => on.onRef('i.tenant_id', '=', 'p.tenant_id').onRef('i.id', '=', 'p.item_id'))
    .select(columns)
    .select(['p.confirmer', 'p.confirmed_at as confirmedAt', 'p.reverser', 'p.reversed_at as reversedAt', 'p.remark', 'p.reason', 'p.voucher'])
    .leftJoin('customer as t', (on) => on.onRef('t.tenant_id', '=', 'p.tenant_id').onRef('t.id', '=', 'p.to_customer_id'))
    .leftJoin('repay_payment as f', (on) => on.onRef('f.tenant_id', '=', 'p.tenant_id').onRef('f.id', '=', 'p.from_payment_id'))
    .select(['t.name as toCustomerName', 'f.no as fromNo'])
    .select(['p.bucket', 'i.no as itemNo', 'p.created_by as createdBy', 'p.reverse_by as reverseBy'])
    .where('p.id', '=', input.id)
    .executeTakeFirst();
  if (!row) notFound('该还款单');
  const { createdBy, reverseBy, bucket, itemNo, toCustomerName, fromNo, ...plain } = row;
  return {
    ...shown(plain),
    bucket: (bucket ?? '') as z.output<typeof PaymentDetail>['bucket'],
    itemNo: itemNo ?? '',
    toCustomerName: toCustomerName ?? '',
    fromNo: fromNo ?? '',
    today: shanghaiDate(now),
    mine: (row.status === 'REVERSING' ? reverseBy : createdBy) === me.accountId,
    allocations: await allocationsOf(tx, me, row.id),
    waitsFor: await waitsFor(tx, me, row),
    logs: await documentLog(tx, me, subjects.payment, row.id),
  };
}

const allocationsOf = (tx: Tx, me: Me, paymentId: string) =>
  tx
    .selectFrom('repay_alloc as a')
    .innerJoin('repay_item as i', (on) => on.onRef('i.tenant_id', '=', 'a.tenant_id').onRef('i.id', '=', 'a.item_id'))
    .select([
      'i.id as itemId',
      'i.no as itemNo',
      'i.due_on as dueOn',
      'a.bucket',
      'a.amount',
      'a.day',
      'a.cause_no as causeNo',
      'a.actor',
      'a.created_at as at',
    ])
    .where('a.tenant_id', '=', me.tenantId)
    .where('a.payment_id', '=', paymentId)
    .orderBy('a.created_at')
    .orderBy('i.due_on')
    .orderBy('a.id')
    .limit(500)
    .execute() as unknown as Promise<z.output<typeof PaymentDetail>['allocations']>;

/** The step and whoever it lies with, as the process has it. */
async function waitsFor(tx: Tx, me: Me, row: { id: string; status: string }): Promise<string> {
  if (row.status !== 'REVIEWING' && row.status !== 'REVERSING') return '';
  const { rows } = await sql<{ words: string }>`select t.node_name as words from wf_task t
    join wf_instance w on w.tenant_id = t.tenant_id and w.id = t.instance_id
    where w.tenant_id = ${me.tenantId} and w.subject_id = ${row.id}::uuid and t.status = 'PENDING' limit 1`.execute(tx);
  return rows[0]?.words ?? '';
}
