import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { type AccountCode, postLedger } from '~/domains/finance/fund.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { tellDebtChange } from './debtChange.server';
import { type Nature, natures } from './nature';
import { lockReceivables, mustNotBePlanned, settle } from './receivable.server';

/** What is taken off without money, and on whose account. */
export const lowered = { DISCOUNT: '6001', ROUNDING: '6603', FEE: '6603', BAD_DEBT: '6702' } as const satisfies Record<string, AccountCode>;
export type Lowering = keyof typeof lowered;

/** The document that was agreed on. */
interface By {
  id: string;
  no: string;
  receivableId: string;
}
const words = { DISCOUNT: '折让', ROUNDING: '抹零', FEE: '手续费', BAD_DEBT: '坏账核销' } as const;

/** A receivable that is owed, its customer's money locked before it. */
export async function lockOwed(tx: Tx, me: Me, receivableId: string) {
  const found = await tx.selectFrom('receivable').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', receivableId).executeTakeFirst();
  if (!found) notFound('该应收单');
  await lockCustomerMoney(tx, me, [found.customer_id]);
  const [row] = await lockReceivables(tx, me, found.customer_id, [receivableId]);
  if (!row) notFound('该应收单');
  if (row.status === 'REVERSED') refuse('BAD_STATE', `应收单${row.no}已冲销，不能再处理`);
  return row;
}
export type Owed = Awaited<ReturnType<typeof lockOwed>>;

/** What may be taken off by hand: not on credit, and no more than is open. */
export function mustBeOpenFor(row: Owed, amount: bigint): void {
  mustNotBePlanned(row, 'amount');
  const open = row.open ?? 0n;
  if (amount > open)
    refuse('QTY_EXCEED', `应收单${row.no}未收${saidYuan(open)}元，本次${saidYuan(amount)}元超过未收金额`, {
      fields: { amount: `不能超过未收${saidYuan(open)}元` },
    });
}

/** 折让, 抹零, 手续费, 坏账: Dr6001, 6603 or 6702, Cr1122. */
export async function takeOff(tx: Tx, me: Me, by: By & { kind: Lowering; amount: bigint; undisputed?: bigint }, now: Date): Promise<void> {
  const row = await lockOwed(tx, me, by.receivableId);
  mustBeOpenFor(row, by.amount);
  await settle(tx, me, row, { settled: 0n, offset: by.amount });
  if (by.undisputed) await moveDisputed(tx, me, row.id, -by.undisputed);
  await post(tx, me, row, { ...by, account: lowered[by.kind], ledger: by.kind, undo: false, memo: `${words[by.kind]}（${by.no}）` }, now);
  await tellDebtChange(tx, me, { customerId: row.customer_id, receivableIds: [row.id], why: 'ADJUSTED', bizNo: by.no }, now);
}

/** What was taken off is owed again. */
export async function putBack(tx: Tx, me: Me, by: By & { kind: Lowering; amount: bigint }, now: Date): Promise<void> {
  const row = await lockOwed(tx, me, by.receivableId);
  if (by.amount > row.offset) refuse('QTY_EXCEED', `应收单${row.no}核销与调整共${saidYuan(row.offset)}元，不能恢复${saidYuan(by.amount)}元`);
  await settle(tx, me, row, { settled: 0n, offset: -by.amount });
  await post(tx, me, row, { ...by, account: lowered[by.kind], ledger: 'ADJUST_RESTORE', undo: true, memo: `恢复${words[by.kind]}（${by.no}）` }, now);
  await tellDebtChange(tx, me, { customerId: row.customer_id, receivableIds: [row.id], why: 'ADJUSTED', bizNo: by.no }, now);
}

async function post(
  tx: Tx,
  me: Me,
  row: Owed,
  one: { id: string; account: AccountCode; ledger: string; amount: bigint; undo: boolean; memo: string },
  now: Date,
): Promise<void> {
  const customerId = row.customer_id;
  const [borne, owed] = [{ account: one.account, customerId } as const, { account: '1122', customerId } as const];
  await postLedger(tx, me, {
    kind: one.ledger,
    bizType: 'RECEIVABLE',
    bizId: row.id,
    bizNo: row.no,
    bizDate: shanghaiDate(now),
    idemKey: `AR_ADJUST:${one.id}`,
    memo: one.memo,
    entries: [
      { ...(one.undo ? owed : borne), dr: one.amount },
      { ...(one.undo ? borne : owed), cr: one.amount },
    ],
  });
}

/** 改期: due on another day from now on. */
export async function moveDue(tx: Tx, me: Me, by: By & { dueDate: string }, now: Date): Promise<void> {
  const row = await lockOwed(tx, me, by.receivableId);
  mustNotBePlanned(row, 'dueTo');
  await tx.updateTable('receivable').set({ due_date: by.dueDate }).where('tenant_id', '=', me.tenantId).where('id', '=', row.id).execute();
  await tellDebtChange(tx, me, { customerId: row.customer_id, receivableIds: [row.id], why: 'RESCHEDULED', bizNo: by.no }, now);
}

/** 重分类: owed as another kind of payment; no amount moves. */
export async function reclassify(tx: Tx, me: Me, by: By & { nature: Nature }, now: Date): Promise<void> {
  const row = await lockOwed(tx, me, by.receivableId);
  if (row.nature === by.nature) refuse('BAD_STATE', `应收单${row.no}的款项性质已经是“${natures[by.nature]}”`);
  await tx.updateTable('receivable').set({ nature: by.nature }).where('tenant_id', '=', me.tenantId).where('id', '=', row.id).execute();
  await tellDebtChange(tx, me, { customerId: row.customer_id, receivableIds: [row.id], why: 'ADJUSTED', bizNo: by.no }, now);
}

/** What is disputed of a locked receivable; disputes keep it, in their own transaction. */
export async function moveDisputed(tx: Tx, me: Me, receivableId: string, by: bigint): Promise<void> {
  const row = await tx
    .selectFrom('receivable')
    .select('disputed')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', receivableId)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('receivable')
    .set({ disputed: row.disputed + by })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', receivableId)
    .execute();
}
