import { applyRespread, carriedOf, type Respread, respread } from '~/domains/expense/changed.server';
import { byLine } from '~/domains/expense/deduct';
import { chooseDeduction } from '~/domains/expense/deduction.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { compareQty, taxInside } from '~/shared/money';
import type { Line, Order } from '../store.server';
import type { PricedLine } from './lines.server';

export { applyRespread, carriedOf, type Respread };

const carrying = (line: PricedLine, expense: bigint): PricedLine => ({ ...line, expense, tax: taxInside(line.amount - expense, line.sku.taxRatePpm) });

/** Lines of an order that is submitted with the expense it is to use; nothing is asked of the database where that is none. */
export async function withExpense(
  tx: Tx,
  me: Me,
  input: { customerId: string; title: string; asked: bigint; lines: readonly PricedLine[] },
  now: Date,
): Promise<{ lines: readonly PricedLine[]; deduction: Awaited<ReturnType<typeof chooseDeduction>> | null }> {
  if (input.asked === 0n) return { lines: input.lines, deduction: null };
  const costs = input.lines.map((line) => ({ id: line.id, skuId: line.sku.skuId, amount: line.amount }));
  const deduction = await chooseDeduction(tx, me, { ...input, lines: costs }, now);
  const shares = byLine(deduction.shares);
  return { lines: input.lines.map((line) => carrying(line, shares.get(line.id) ?? 0n)), deduction };
}

interface Changed {
  kept: readonly Line[];
  written: readonly PricedLine[];
}

/** The expense of a changed order: lines of which goods have left or were closed keep theirs, within what they cost now; the others share the rest. */
export async function changedExpense(tx: Tx, me: Me, order: Order, stored: readonly Line[], { kept, written }: Changed): Promise<Respread | null> {
  if (order.expense_used === 0n) return null;
  const carried = await carriedOf(tx, me, order);
  const keeps = (line: Line, amount: bigint): { keeps: bigint | null; closed?: bigint } => {
    const shut = compareQty(line.closed, '0') > 0;
    if (!shut && compareQty(line.shipped, '0') === 0) return { keeps: null };
    const { taken, all } = carried.get(line.id) ?? { taken: 0n, all: 0n };
    const closed = shut ? line.expense_alloc - all : 0n;
    const rest = (of: bigint) => of - closed - line.closed_amount;
    const share = amount < line.amount && rest(line.amount) > 0n ? (all * rest(amount)) / rest(line.amount) : all;
    return { keeps: closed + (share > taken ? share : taken), closed };
  };
  const lines = [
    ...kept.map((line) => ({ id: line.id, skuId: line.sku_id, amount: line.amount, ...keeps(line, line.amount) })),
    ...written.map((line) => {
      const before = stored.find((one) => one.id === line.id);
      return { id: line.id, skuId: line.sku.skuId, amount: line.amount, ...(before ? keeps(before, line.amount) : { keeps: null }) };
    }),
  ];
  return respread(tx, me, order, lines);
}

/** The revision with what its lines carry. */
export async function revisedExpense<R extends Changed>(
  tx: Tx,
  me: Me,
  order: Order,
  stored: readonly Line[],
  revision: R,
): Promise<R & { expense: Respread | null }> {
  const expense = await changedExpense(tx, me, order, stored, revision);
  if (!expense) return { ...revision, expense };
  return {
    ...revision,
    kept: revision.kept.map((line) => {
      const expense_alloc = expense.lines.get(line.id) ?? 0n;
      return expense_alloc === line.expense_alloc ? line : { ...line, expense_alloc, tax: taxInside(line.amount - expense_alloc, line.tax_rate_ppm) };
    }),
    written: revision.written.map((line) => carrying(line, expense.lines.get(line.id) ?? 0n)),
    expense,
  };
}
