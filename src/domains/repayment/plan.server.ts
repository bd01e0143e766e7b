import { setDues } from '~/domains/credit/commit.server';
import { type CreditUse, defineCreditUse } from '~/domains/credit/creditUse.server';
import type { Terms } from '~/domains/credit/terms';
import { dropPlanned, raisePlanned } from '~/domains/receivable/repaid.server';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { lastDay, nextSeqs, type StoredItem, termsOf } from './books.server';
import { openDays } from './postings.server';
import { type Instalment, scheduleOf, shrinkFromLast } from './schedule';
import { settleCustomer } from './settle.server';

export type RevisionKind = 'COMMIT' | 'REVERSE' | 'RETURN' | 'CYCLE' | 'CALENDAR';
export interface Revised {
  creditOrderId: string;
  customerId: string;
  kind: RevisionKind;
  day: string;
  useId?: string | null;
  bizNo?: string;
  items: readonly StoredItem[];
  terms?: Terms | null;
  reason?: string;
}

/**
 * Writes down how rows of the plan stand from a day on. The customer's money is locked. New rows stand behind the payments that were counted already, so
 * that nothing settled moves because of them; a change never stands before what it changes.
 */
export async function writeRevision(tx: Tx, me: Me, one: Revised, now: Date): Promise<void> {
  if (one.kind !== 'COMMIT') return writeRevisions(tx, me, [one], now);
  await insertRevisions(tx, me, [one], new Map([[one.creditOrderId, await lastDay(tx, me, one)]]), now);
}

/** Changes of several plans, none of them a new one. */
export async function writeRevisions(tx: Tx, me: Me, revised: readonly Revised[], now: Date): Promise<void> {
  if (!revised.length) return;
  const rows = await tx
    .selectFrom('repay_revision')
    .select((get) => ['credit_order_id', get.fn.max('day').as('day')])
    .where('tenant_id', '=', me.tenantId)
    .where('credit_order_id', '=', anyOf([...new Set(revised.map((one) => one.creditOrderId))]))
    .groupBy('credit_order_id')
    .execute();
  await insertRevisions(tx, me, revised, new Map(rows.map((row) => [row.credit_order_id, row.day])), now);
}

async function insertRevisions(tx: Tx, me: Me, revised: readonly Revised[], since: ReadonlyMap<string, string>, now: Date): Promise<void> {
  const seqs = await nextSeqs(tx, me, [...new Set(revised.map((one) => one.customerId))]);
  const values = revised.map((one) => {
    const seq = seqs.get(one.customerId) ?? 1n;
    seqs.set(one.customerId, seq + 1n);
    const first = since.get(one.creditOrderId) ?? '';
    return {
      tenant_id: me.tenantId,
      id: newId(),
      credit_order_id: one.creditOrderId,
      customer_id: one.customerId,
      seq: Number(seq),
      day: one.day < first ? first : one.day,
      kind: one.kind,
      use_id: one.useId ?? null,
      biz_no: one.bizNo ?? '',
      items: JSON.stringify(one.items),
      terms: one.terms ? JSON.stringify(one.terms) : null,
      reason: one.reason ?? '',
      actor: actorName(me),
      created_at: now,
    };
  });
  await tx.insertInto('repay_revision').values(values).execute();
}

export interface ItemOwner {
  creditOrderId: string;
  creditOrderNo: string;
  accountId: string;
  customerId: string;
  useId: string;
  deliveryId: string | null;
}

/** New rows of a plan, numbered on from those the credit order has. */
export async function insertItems(
  tx: Tx,
  me: Me,
  of: ItemOwner,
  start: string,
  rows: readonly Instalment[],
  terms: Terms,
  now: Date,
  moved = false,
): Promise<StoredItem[]> {
  const taken = await tx
    .selectFrom('repay_item')
    .select((get) => get.fn.max('seq').as('seq'))
    .where('tenant_id', '=', me.tenantId)
    .where('credit_order_id', '=', of.creditOrderId)
    .executeTakeFirst();
  const from = Number(taken?.seq ?? 0);
  const items = rows.map((row, index) => ({ ...row, id: newId(), seq: from + index + 1 }));
  await tx
    .insertInto('repay_item')
    .values(
      items.map((row) => ({
        tenant_id: me.tenantId,
        id: row.id,
        no: `${of.creditOrderNo}-${String(row.seq).padStart(2, '0')}`,
        credit_order_id: of.creditOrderId,
        account_id: of.accountId,
        customer_id: of.customerId,
        use_id: of.useId,
        delivery_id: of.deliveryId,
        seq: row.seq,
        start_on: start,
        nominal_on: row.nominal,
        due_on: row.due,
        grace_end: addDays(row.due, terms.graceDays),
        provisional: row.provisional,
        moved,
        principal: row.principal,
        grace_mode: terms.graceMode,
        penalty_ppm: terms.penaltyPpm,
        interest_ppm: terms.interestPpm,
        day_count: terms.dayCount,
        reckoned_on: start < row.due ? start : row.due,
        created_at: now,
      })),
    )
    .execute();
  return items.map(({ id, seq, nominal, due, provisional, principal }) => ({
    id,
    seq,
    start,
    nominal,
    due,
    provisional,
    principal: String(principal),
    fee: '0',
  }));
}

/** A delivery on credit gets its schedule; the receivable is due with the last row of it. */
async function committed(tx: Tx, me: Me, use: CreditUse, now: Date): Promise<{ dueDate: string | null }> {
  const terms = termsOf(use.terms);
  const rows = use.planned ?? scheduleOf(terms, { start: use.bizDate, amount: use.amount });
  const owner = { ...use, useId: use.id };
  const items = await insertItems(tx, me, owner, use.bizDate, rows, terms, now);
  const { creditOrderId, customerId, bizNo, bizDate } = use;
  await writeRevision(tx, me, { creditOrderId, customerId, bizNo, kind: 'COMMIT', day: bizDate, useId: use.id, items }, now);
  await joinDues(tx, me, use.creditOrderId, items, terms);
  const dueDate = rows.at(-1)?.due ?? use.bizDate;
  if (use.deliveryId === null) await raiseElsewhere(tx, me, use, dueDate, now);
  return { dueDate };
}

/** Goods of an order kept elsewhere, before the books began here or since: no delivery of the portal makes their receivable. */
async function raiseElsewhere(tx: Tx, me: Me, use: CreditUse, dueDate: string, now: Date): Promise<void> {
  const { customerId, creditOrderId, bizNo, bizDate, amount } = use;
  const [postedOn] = await openDays(tx, me, [{ customerId, bizDate }], shanghaiDate(now));
  await raisePlanned(
    tx,
    me,
    { customerId, creditOrderId, sourceNo: bizNo, bizDate, postedOn: postedOn ?? bizDate, dueDate, amount, opening: use.planned !== undefined },
    now,
  );
}

/** The credit order's next due day, with what was added: no payment can have settled it yet, so nothing is reckoned anew. */
async function joinDues(tx: Tx, me: Me, creditOrderId: string, items: readonly StoredItem[], terms: Terms): Promise<void> {
  const order = await tx
    .selectFrom('credit_order')
    .select(['next_due_on', 'overdue_from'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', creditOrderId)
    .executeTakeFirstOrThrow();
  const first = items[0];
  if (!first) return;
  const overdue = addDays(first.due, terms.graceDays + 1);
  const nextDueOn = order.next_due_on !== null && order.next_due_on < first.due ? order.next_due_on : first.due;
  const overdueFrom = order.overdue_from !== null && order.overdue_from < overdue ? order.overdue_from : overdue;
  await setDues(tx, me, new Map([[creditOrderId, { nextDueOn, overdueFrom }]]));
}

type Row = Awaited<ReturnType<typeof itemsOfUse>>[number];
const itemsOfUse = (tx: Tx, me: Me, useId: string) =>
  tx.selectFrom('repay_item').selectAll().where('tenant_id', '=', me.tenantId).where('use_id', '=', useId).orderBy('seq').execute();

export const storedItem = (row: Row, over: Partial<StoredItem> = {}): StoredItem => ({
  id: row.id,
  seq: row.seq,
  start: row.start_on,
  nominal: row.nominal_on,
  due: row.due_on,
  provisional: row.provisional,
  principal: String(row.principal),
  fee: String(row.fee),
  ...over,
});

/** A delivery was reversed: its rows go. Money that settled any of them must be taken back first. */
async function reversed(tx: Tx, me: Me, use: CreditUse, now: Date): Promise<void> {
  const rows = await itemsOfUse(tx, me, use.ofUseId ?? use.id);
  const settled = rows.find((row) => row.principal !== row.open_principal);
  if (settled)
    refuse('BAD_STATE', `还款计划${settled.no}已还本金${saidYuan(settled.paid_principal + settled.relieved_principal)}元，请先冲销还款再冲销${use.bizNo}`);
  const items = rows.map((row) => storedItem(row, { principal: '0', fee: '0' }));
  await revise(tx, me, use, { kind: 'REVERSE', items }, now);
  if (use.deliveryId === null) await dropPlanned(tx, me, use, now);
}

/** Goods nobody had paid for came back: the plan shrinks from its last row backwards, the agreed days stay. */
async function returned(tx: Tx, me: Me, use: CreditUse, now: Date): Promise<void> {
  const rows = await itemsOfUse(tx, me, use.ofUseId ?? use.id);
  const { principals, rest } = shrinkFromLast(
    rows.map((row) => ({ principal: row.principal, keep: row.paid_principal + row.relieved_principal })),
    use.amount,
  );
  if (rest > 0n) refuse('BAD_STATE', `用信单${use.creditOrderNo}的还款计划未还本金不足，退货${use.bizNo}还差${saidYuan(rest)}元，请先冲销还款`);
  const items = rows.flatMap((row, index) => (principals[index] === row.principal ? [] : [storedItem(row, { principal: String(principals[index]) })]));
  await revise(tx, me, use, { kind: 'RETURN', items }, now);
}

async function revise(tx: Tx, me: Me, use: CreditUse, what: { kind: RevisionKind; items: StoredItem[] }, now: Date): Promise<void> {
  const today = shanghaiDate(now);
  const { creditOrderId, customerId, bizNo } = use;
  await writeRevision(tx, me, { creditOrderId, customerId, bizNo, useId: use.id, day: use.bizDate < today ? use.bizDate : today, ...what }, now);
  await settleCustomer(tx, me, customerId, { id: use.bizId, no: bizNo, type: use.bizType }, now);
}

defineCreditUse({ committed, reversed, returned, plan: (terms, of) => scheduleOf(termsOf(terms), of) });
