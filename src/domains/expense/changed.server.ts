import { fundConfigOf } from '~/domains/finance/fundConfig.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { byLine, deduct, firstExpiring } from './deduct';
import { type CostLine, type ExpenseOrder, giveBack, type Use, usesOf } from './deduction.server';
import { ppmOf } from './expense';
import { coverage, lotOf } from './lots.server';

/** A line as a change leaves it. */
export interface ChangedLine extends CostLine {
  /** Goods of it have left or were closed: it keeps this much, and its lots. null: its expense is spread anew. */
  keeps: bigint | null;
  /** How much of that was given back when goods of it were closed. */
  closed?: bigint;
}
export interface Respread {
  /** What each line carries. */
  lines: Map<string, bigint>;
  /** Set aside of each line and lot afterwards. */
  open: Map<string, bigint>;
}

const keyOf = (lineId: string, lotId: string): string => `${lineId}/${lotId}`;

/** What lines have used up by shipping, and with it what they still set aside. */
export async function carriedOf(tx: Tx, me: Pick<Me, 'tenantId'>, order: ExpenseOrder): Promise<Map<string, { taken: bigint; all: bigint }>> {
  const carried = new Map<string, { taken: bigint; all: bigint }>();
  if (order.expense_used === 0n) return carried;
  for (const { lineId, taken, open } of await usesOf(tx, me, order.id)) {
    const of = carried.get(lineId) ?? { taken: 0n, all: 0n };
    carried.set(lineId, { taken: of.taken + taken, all: of.all + taken + open });
  }
  return carried;
}

/**
 * A changed order uses no more expense than before, off the lots it holds already, by the same rules: lines nothing has left of share what the others
 * do not keep. Changes nothing by itself.
 */
export async function respread(tx: Tx, me: Pick<Me, 'tenantId'>, order: ExpenseOrder, lines: readonly ChangedLine[]): Promise<Respread> {
  const uses = await usesOf(tx, me, order.id);
  const open = new Map<string, bigint>();
  for (const line of lines) if (line.keeps !== null) keepOwn(line.id, line.keeps - (line.closed ?? 0n), uses, open);
  const pool = new Map<string, bigint>();
  for (const use of uses) pool.set(use.lotId, (pool.get(use.lotId) ?? 0n) + use.open - (open.get(keyOf(use.lineId, use.lotId)) ?? 0n));
  const lots = [...new Map(uses.map((use) => [use.lotId, lotOf({ ...use, id: use.lotId }, pool.get(use.lotId) ?? 0n)])).values()];
  const skuOf = new Map(lines.map((line) => [line.id, line.skuId]));
  const covered = await coverage(tx, me, lots, [...skuOf.values()]);
  const { expenseCeiling } = await fundConfigOf(tx, me);
  const kept = lines.reduce((sum, line) => sum + (line.keeps ?? 0n), 0n);
  const { shares } = deduct(
    lines.map((line) => ({ ...line, ...(line.keeps === null ? {} : { kept: line.keeps, fixed: true }) })),
    lots,
    { asked: order.expense_used - kept, ceilingPpm: ppmOf(expenseCeiling), covers: (lotId, lineId) => covered(lotId, skuOf.get(lineId) as string) },
  );
  for (const share of shares) open.set(keyOf(share.lineId, share.lotId), share.amount);
  const spread = byLine(shares);
  return { lines: new Map(lines.map((line) => [line.id, line.keeps ?? spread.get(line.id) ?? 0n])), open };
}

/** A line that keeps less gives up what expires last. */
function keepOwn(lineId: string, keeps: bigint, uses: readonly Use[], open: Map<string, bigint>): void {
  const own = uses
    .filter((use) => use.lineId === lineId)
    .sort((a, b) => firstExpiring({ id: a.lotId, validTo: a.valid_to }, { id: b.lotId, validTo: b.valid_to }));
  let left = keeps - own.reduce((sum, use) => sum + use.taken, 0n);
  for (const use of own) {
    const part = use.open < left ? use.open : left > 0n ? left : 0n;
    open.set(keyOf(lineId, use.lotId), part);
    left -= part;
  }
}

/** Writes it: uses of lines that are gone or carry less go back to their lots. */
export async function applyRespread(tx: Tx, me: Me, order: ExpenseOrder, { open }: Respread, now: Date): Promise<void> {
  const uses = await usesOf(tx, me, order.id);
  const target = (use: Pick<Use, 'lineId' | 'lotId'>) => open.get(keyOf(use.lineId, use.lotId)) ?? 0n;
  const [sum, wanted] = [uses.reduce((all, use) => all + use.open, 0n), [...open.values()].reduce((all, amount) => all + amount, 0n)];
  await moveOpen(tx, me, order, uses, open);
  // What moved from line to line within a lot is in place; the rest of each lot goes back.
  const freed = new Map<string, bigint>();
  for (const use of uses) freed.set(use.lotId, (freed.get(use.lotId) ?? 0n) + use.open);
  for (const [key, amount] of open) freed.set(key.split('/')[1] as string, (freed.get(key.split('/')[1] as string) ?? 0n) - amount);
  const parts = [...freed].flatMap(([lotId, less]) => {
    const use = uses.find((one) => one.lotId === lotId);
    return use && less > 0n ? [{ ...use, open: target(use) + less, less }] : [];
  });
  if (sum !== wanted) await giveBack(tx, me, order, parts, now);
}

async function moveOpen(tx: Tx, me: Me, order: ExpenseOrder, uses: readonly Use[], open: ReadonlyMap<string, bigint>): Promise<void> {
  const known = new Set(uses.map((use) => keyOf(use.lineId, use.lotId)));
  for (const use of uses)
    await tx
      .updateTable('expense_use')
      .set({ open: open.get(keyOf(use.lineId, use.lotId)) ?? 0n })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', use.id)
      .execute();
  for (const [key, amount] of open) {
    if (known.has(key) || amount === 0n) continue;
    const [order_line_id = '', lot_id = ''] = key.split('/');
    const row = { tenant_id: me.tenantId, id: newId(), customer_id: order.customer_id, order_id: order.id, order_line_id, lot_id, open: amount };
    await tx.insertInto('expense_use').values(row).execute();
  }
}
