import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { fundConfigOf } from '~/domains/finance/fundConfig.server';
import { holdForOrder, releaseOrderHold } from '~/domains/finance/hold.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { type Deduction, deduct, type Share } from './deduct';
import { ppmOf } from './expense';
import { coverage, type Lot, moveLots, renewExpired, usableLots } from './lots.server';

/** A line of an order that is being placed; 分, before expense. */
export interface CostLine {
  id: string;
  skuId: string;
  amount: bigint;
}
export interface ExpenseOrder {
  id: string;
  no: string | null;
  customer_id: string;
  expense_used: bigint;
}

export interface Planned extends Deduction {
  lots: Lot[];
  /** The most this order could use. */
  most: bigint;
  /** Percent of the goods. */
  ceiling: number;
}

/** What an order would use of which lot; changes nothing. */
export async function planDeduction(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  input: { customerId: string; lines: readonly CostLine[]; asked: bigint },
  now: Date,
): Promise<Planned> {
  const lots = await usableLots(tx, me, input.customerId, shanghaiDate(now));
  const { expenseCeiling: ceiling } = await fundConfigOf(tx, me);
  if (!lots.length) return { total: 0n, shares: [], lots, most: 0n, ceiling };
  const skuOf = new Map(input.lines.map((line) => [line.id, line.skuId]));
  const covered = await coverage(tx, me, lots, [...skuOf.values()]);
  const by = { ceilingPpm: ppmOf(ceiling), covers: (lotId: string, lineId: string) => covered(lotId, skuOf.get(lineId) as string) };
  const goods = input.lines.reduce((sum, line) => sum + line.amount, 0n);
  const most = deduct(input.lines, lots, { ...by, asked: goods });
  return { ...(input.asked >= most.total ? most : deduct(input.lines, lots, { ...by, asked: input.asked })), lots, most: most.total, ceiling };
}

/** The same for an order that is submitted: the customer's money is locked from here on, and more than can be used is refused. */
export async function chooseDeduction(
  tx: Tx,
  me: Me,
  input: { customerId: string; title: string; lines: readonly CostLine[]; asked: bigint },
  now: Date,
): Promise<Planned> {
  await lockCustomerMoney(tx, me, [input.customerId]);
  const planned = await planDeduction(tx, me, input, now);
  if (planned.total === input.asked) return planned;
  const free = planned.lots.reduce((sum, lot) => sum + lot.left, 0n);
  const why = `费用可用${saidYuan(free)}元，按有效期、适用商品和抵扣比例${planned.ceiling < 100 ? `（每单最多抵扣商品金额的${planned.ceiling}%）` : ''}`;
  return refuse('EXPENSE_SHORT', `${input.title}最多可用费用抵扣${saidYuan(planned.most)}元，不能使用${saidYuan(input.asked)}元：${why}`, {
    most: saidYuan(planned.most),
    fields: { expense: `最多可用${saidYuan(planned.most)}元` },
  });
}

/** Sets aside what was chosen: lots and account hold it for the order's lines. */
export async function reserveDeduction(
  tx: Tx,
  me: Me,
  order: { id: string; no: string | null; customer_id: string },
  { shares, total }: Deduction,
  now: Date,
): Promise<void> {
  if (total <= 0n) return;
  await holdForOrder(tx, me, { customerId: order.customer_id, orderId: order.id, orderNo: order.no ?? '', amount: total, tender: 'EXPENSE' }, now);
  await moveLots(
    tx,
    me,
    perLot(shares, (amount) => ({ held: amount })),
  );
  await tx
    .insertInto('expense_use')
    .values(
      shares.map((one) => ({
        tenant_id: me.tenantId,
        id: newId(),
        customer_id: order.customer_id,
        order_id: order.id,
        order_line_id: one.lineId,
        lot_id: one.lotId,
        open: one.amount,
      })),
    )
    .onConflict((on) => on.columns(['tenant_id', 'order_line_id', 'lot_id']).doUpdateSet({ open: (get) => get.ref('excluded.open') }))
    .execute();
}

export function perLot<T>(shares: readonly Pick<Share, 'lotId' | 'amount'>[], move: (amount: bigint) => T): Map<string, T> {
  const sums = new Map<string, bigint>();
  for (const { lotId, amount } of shares) sums.set(lotId, (sums.get(lotId) ?? 0n) + amount);
  return new Map([...sums].map(([id, amount]) => [id, move(amount)]));
}

/** What an order's lines have set aside and used up. */
export async function usesOf(tx: Tx, me: Pick<Me, 'tenantId'>, orderId: string) {
  return tx
    .selectFrom('expense_use')
    .innerJoin('expense_lot', (on) => on.onRef('expense_lot.tenant_id', '=', 'expense_use.tenant_id').onRef('expense_lot.id', '=', 'expense_use.lot_id'))
    .select(['expense_use.id', 'expense_use.order_line_id as lineId', 'expense_use.lot_id as lotId', 'expense_use.open', 'expense_use.taken'])
    .select(['expense_lot.valid_to', 'expense_lot.max_ratio_ppm', 'expense_lot.scope', 'expense_lot.scope_ids'])
    .where('expense_use.tenant_id', '=', me.tenantId)
    .where('expense_use.order_id', '=', orderId)
    .orderBy('expense_use.id')
    .execute();
}
export type Use = Awaited<ReturnType<typeof usesOf>>[number];

/** Gives back what the order, or some of its lines, still set aside; again changes nothing. */
export async function releaseDeduction(tx: Tx, me: Me, order: ExpenseOrder, now: Date, lineIds?: readonly string[]): Promise<void> {
  if (order.expense_used === 0n) return;
  const open = (await usesOf(tx, me, order.id)).filter((use) => use.open > 0n && (!lineIds || lineIds.includes(use.lineId)));
  await giveBack(
    tx,
    me,
    order,
    open.map((use) => ({ ...use, less: use.open })),
    now,
  );
}

/** Shortens uses by `less`, oldest lot or not: who calls chose them. */
export async function giveBack(tx: Tx, me: Me, order: ExpenseOrder, parts: readonly (Use & { less: bigint })[], now: Date): Promise<void> {
  const total = parts.reduce((sum, one) => sum + one.less, 0n);
  if (total === 0n) return;
  await setUses(
    tx,
    me,
    parts.map((one) => ({ id: one.id, open: one.open - one.less, taken: one.taken })),
  );
  const shares = parts.map((one) => ({ lotId: one.lotId, amount: one.less }));
  await moveLots(
    tx,
    me,
    perLot(shares, (amount) => ({ held: -amount })),
  );
  await releaseOrderHold(tx, me, { orderId: order.id, orderNo: order.no ?? '', amount: total, tender: 'EXPENSE' });
  const { graceDays } = await fundConfigOf(tx, me);
  await renewExpired(
    tx,
    me,
    perLot(shares, (amount) => amount),
    { today: shanghaiDate(now), graceDays, now },
  );
}

export async function setUses(tx: Tx, me: Pick<Me, 'tenantId'>, uses: readonly { id: string; open: bigint; taken: bigint }[]): Promise<void> {
  for (const { id, open, taken } of uses)
    await tx.updateTable('expense_use').set({ open, taken }).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();
}
