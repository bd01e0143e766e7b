import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { comparePrice, compareQty, displayQty, lineAmount, mustFit, sumQty, taxInside, trimPrice } from '~/shared/money';
import { Refusal, type RefusalReason, refusalCodes } from '~/shared/refusal';
import { holdFunds, keepWithin, releaseFunds, releaseRemoved } from '../allocation/allocation.server';
import { closedAmount, closedAmountOf } from '../change/closed';
import type { LineInput } from '../form/orderInput.schema';
import { applyRespread, carriedOf, type Respread, revisedExpense } from '../lines/expense.server';
import { inputOf, lineRow, type PricedLine, priceLines } from '../lines/lines.server';
import { type Line, linesOf, type Order } from '../store.server';
import { usedBy } from '../uses/uses.server';
import { snapshotOf, snapshotOfPriced } from './snapshot.server';
import type { Snapshot } from './versions';

/** What a correction of an order's lines comes to: lines left as they are, lines written anew, lines that go. */
export interface Revision {
  kept: Line[];
  written: PricedLine[];
  removed: Line[];
  /** How what the lines carry is spread anew; null where the order uses none. */
  expense: Respread | null;
}

/**
 * Compares the lines wanted with those stored and prices only what changed. What has left the warehouse cannot be undone:
 * no quantity below the shipped one, no change of goods or unit, and the price of a line already shipped stays.
 */
export async function revise(
  tx: Tx,
  me: Me,
  order: Order,
  stored: readonly Line[],
  wanted: readonly LineInput[],
  now: Date,
  trusted = false,
): Promise<Revision> {
  const byId = new Map(stored.map((line) => [line.id, line]));
  const same = (input: LineInput) => {
    const line = byId.get(input.id);
    return line !== undefined && unchanged(line, input);
  };
  const rows = wanted.flatMap((input, index) => (same(input) ? [] : [index]));
  for (const row of rows) refuseImpossible(byId.get(wanted[row]?.id ?? ''), wanted[row] as LineInput, row);
  const lines = rows.map((row) => ({ ...(wanted[row] as LineInput) }));
  const asked = new Set(wanted.map((input) => input.id));
  const removed = stored.filter((line) => !asked.has(line.id));
  const own = await usedBy(tx, me, [...removed, ...lines.flatMap((line) => byId.get(line.id) ?? [])]);
  const priced = await priceLines(tx, me, {
    customerId: order.customer_id,
    projectId: order.project_id ?? '',
    now,
    lines,
    strict: !trusted,
    stored: byId,
    rows,
    own,
    trusted,
  });
  await refuseDelivered(tx, me, removed);
  const carried = await carriedOf(tx, me, order);
  return revisedExpense(tx, me, order, stored, {
    kept: stored.filter((line) => wanted.some((input) => input.id === line.id && same(input))),
    written: priced.map((line) => keepShippedPrice(byId.get(line.id), line, carried.get(line.id)?.taken ?? 0n)),
    removed,
  });
}

function unchanged(line: Line, input: LineInput): boolean {
  const before = inputOf(line);
  return (
    before.skuId === input.skuId &&
    before.unitId === input.unitId &&
    compareQty(before.qty, input.qty) === 0 &&
    before.gift === input.gift &&
    before.remark === input.remark &&
    (before.manualPrice === '' || input.manualPrice === ''
      ? before.manualPrice === input.manualPrice
      : comparePrice(before.manualPrice, input.manualPrice) === 0)
  );
}

function problem(reason: RefusalReason, field: string, message: string): never {
  throw new Refusal(refusalCodes[reason], `第${Number(field.split('.')[1]) + 1}行：${message}`, { reason, fields: { [field]: message } });
}

function refuseImpossible(line: Line | undefined, input: LineInput, row: number): void {
  if (!line) return;
  const { code, name, unitName } = line.sku_snapshot as unknown as { code: string; name: string; unitName: string };
  const title = `商品“${name}”（${code}）`;
  if (line.sku_id !== input.skuId || line.unit_id !== input.unitId)
    problem('BAD_STATE', `lines.${row}.skuId`, `${title}不能更换商品或单位，请删除该行后另加一行`);
  const least = sumQty([line.shipped, line.closed]);
  if (compareQty(input.qty, least) < 0)
    problem('QTY_EXCEED', `lines.${row}.qty`, `${title}的数量${displayQty(input.qty)}${unitName}不能小于已发货与已结单的${displayQty(least)}${unitName}`);
}

async function refuseDelivered(tx: Tx, me: Me, removed: readonly Line[]): Promise<void> {
  if (!removed.length) return;
  const used = await tx
    .selectFrom('delivery_line')
    .select('order_line_id')
    .where('tenant_id', '=', me.tenantId)
    .where('order_line_id', '=', anyOf(removed.map((line) => line.id)))
    .execute();
  const line = removed.find((one) => compareQty(one.closed, '0') > 0 || used.some((row) => row.order_line_id === one.id));
  if (!line) return;
  const { code, name } = line.sku_snapshot as unknown as { code: string; name: string };
  throw new Refusal(refusalCodes.QTY_EXCEED, `商品“${name}”（${code}）已有发货或结单记录，不能删除，请改用结单`, { reason: 'QTY_EXCEED' });
}

/** `taken`: expense its shipments have used up, beside what they were billed. */
function keepShippedPrice(line: Line | undefined, priced: PricedLine, taken: bigint): PricedLine {
  if (!line || compareQty(sumQty([line.shipped, line.closed]), '0') === 0) return priced;
  const done = compareQty(priced.input.qty, line.shipped) === 0;
  const amount = line.is_gift ? 0n : done ? line.shipped_amount + taken + line.discount_alloc : lineAmount(priced.input.qty, line.price);
  return {
    ...priced,
    price: line.price,
    source: line.price_source,
    sourceId: line.price_source_id,
    manual: line.manual_price,
    manualReason: line.manual_reason,
    amount,
    tax: taxInside(amount, line.tax_rate_ppm),
  };
}

/** The order as it would be after the revision. */
export function snapshotAfter(order: Order, stored: readonly Line[], revision: Revision): Snapshot {
  const totals = totalsAfter(order, stored, revision);
  const before = snapshotOf({ ...order, ...totals }, stored);
  const written = new Map(snapshotOfPriced({ ...order, ...totals }, revision.written).lines.map((line) => [line['id'] as string, line]));
  const gone = new Set(revision.removed.map((line) => line.id));
  let last = Math.max(0, ...stored.map((line) => line.line_no));
  const existing = before.lines
    .filter((line) => !gone.has(line['id'] as string))
    .map((line) => {
      const now = written.get(line['id'] as string);
      return now ? { ...now, lineNo: line['lineNo'] as string, closed: line['closed'] as string } : line;
    });
  const added = [...written.values()].filter((line) => !stored.some((one) => one.id === line['id'])).map((line) => ({ ...line, lineNo: String(++last) }));
  return { header: before.header, lines: [...existing, ...added] };
}

function totalsAfter(order: Order, stored: readonly Line[], { kept, written }: Revision) {
  const closed = closedAmount([...kept, ...written.map((line) => ({ closed_amount: closedAmountAfter(stored, line) }))]);
  const goods = [...kept, ...written].reduce((sum, line) => sum + line.amount, 0n);
  const used = kept.reduce((sum, line) => sum + line.expense_alloc, 0n) + written.reduce((sum, line) => sum + line.expense, 0n);
  return {
    goods_amount: goods,
    expense_used: used,
    payable: mustFit(goods + order.freight - order.discount - used - closed, '订单应付合计'),
    closed_amount: closed,
    tax: [...kept, ...written].reduce((sum, line) => sum + line.tax, 0n),
    line_count: kept.length + written.length,
    total_qty: sumQty([...kept.map((line) => line.qty), ...written.map((line) => line.input.qty)]),
  };
}

function closedAmountAfter(stored: readonly Line[], { id, amount, expense, input }: PricedLine): bigint {
  const line = stored.find((one) => one.id === id);
  return line ? closedAmountOf({ ...line, amount, expense_alloc: expense, qty: input.qty }) : 0n;
}

/** Writes the revision and holds or releases the difference in money. Answers the lines as they are now and the columns to set. */
export async function applyRevision(
  tx: Tx,
  me: Me,
  order: Order,
  stored: readonly Line[],
  revision: Revision,
  now: Date,
): Promise<{ lines: Line[]; set: ReturnType<typeof totalsAfter> }> {
  const set = totalsAfter(order, stored, revision);
  if (revision.expense) await applyRespread(tx, me, order, revision.expense, now);
  const more = set.payable - order.payable;
  if (more > 0n) await holdFunds(tx, me, order, more, now);
  if (more < 0n) await releaseFunds(tx, me, order, now, -more);
  await releaseRemoved(tx, me, order, revision.removed);
  if (revision.removed.length)
    await tx
      .deleteFrom('order_line')
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', anyOf(revision.removed.map((line) => line.id)))
      .execute();
  await saveCarried(tx, me, stored, revision.kept);
  let last = Math.max(0, ...stored.map((line) => line.line_no));
  for (const line of revision.written) {
    const before = stored.find((one) => one.id === line.id);
    const owner = { tenantId: me.tenantId, orderId: order.id, customerId: order.customer_id, warehouseId: before?.warehouse_id ?? order.warehouse_id };
    const row = { ...lineRow(owner, line, before?.line_no ?? ++last), closed_amount: closedAmountAfter(stored, line) };
    if (before) await tx.updateTable('order_line').set(row).where('tenant_id', '=', me.tenantId).where('id', '=', line.id).execute();
    else await tx.insertInto('order_line').values(row).execute();
  }
  const lines = await linesOf(tx, me, [order.id]);
  await keepWithin(tx, me, order, lines, now);
  return { lines, set };
}

/** Lines left as they are may carry more or less expense. */
async function saveCarried(tx: Tx, me: Me, stored: readonly Line[], kept: readonly Line[]): Promise<void> {
  for (const { id, expense_alloc, tax } of kept.filter((line) => !stored.includes(line)))
    await tx.updateTable('order_line').set({ expense_alloc, tax }).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();
}

/** Lines priced at the request keep that price whatever holds at the decision. */
export function frozenAt(snapshot: Snapshot, line: PricedLine): PricedLine {
  const asked = snapshot.lines.find((one) => one['id'] === line.id);
  if (!asked) return line;
  const price = asked['price'] as string;
  const amount = BigInt((asked['amount'] as string).replace('.', ''));
  const manual = asked['priceSource'] === 'MANUAL';
  const belowFloor = !line.input.gift && line.resolved.minPrice !== null && comparePrice(price, line.resolved.minPrice) < 0;
  return {
    ...line,
    price,
    source: asked['priceSource'] as string,
    // Versions of before name no price: those of a limited layer were not there yet.
    sourceId: asked['priceSourceId'] || (asked['priceSource'] === line.source ? line.sourceId : null),
    manual,
    manualReason: asked['manualReason'] as string,
    amount,
    tax: taxInside(amount, line.sku.taxRatePpm),
    belowFloor,
  };
}

/** The lines a pending version asks for. */
export const wantedBy = (snapshot: Snapshot, stored: readonly Line[]): LineInput[] =>
  snapshot.lines.map((line) => ({
    id: line['id'] as string,
    skuId: line['skuId'] as string,
    unitId: line['unitId'] as string,
    qty: line['qty'] as string,
    price: '',
    manualPrice: line['priceSource'] === 'MANUAL' ? trimPrice(line['price'] as string) : '',
    manualReason: line['manualReason'] ?? stored.find((one) => one.id === line['id'])?.manual_reason ?? '',
    gift: line['gift'] === '是',
    remark: line['remark'] ?? '',
  }));
