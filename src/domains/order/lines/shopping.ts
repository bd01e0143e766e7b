import type { PickedSku } from '~/domains/product/product.schema';
import { comparePrice } from '~/shared/money';
import { isBlank, rowOfSku } from '../form/orderForm';
import type { FormRow } from '../form/orderForm.schema';
import type { DealerOrderDetail, OrderDetail, Quote } from '../views/orderView.schema';
import { atLeast, steppingOf } from './stepping';

/** What a customer is told of stock. */
export const stockWords = { ENOUGH: '有货', TIGHT: '库存紧张', OUT: '缺货' } as const;

/** SKUs of one product that follow one another, as one card shows them. */
export function byProduct<Sku extends Pick<PickedSku, 'productId'>>(skus: readonly Sku[]): Sku[][] {
  const groups: Sku[][] = [];
  for (const sku of skus) {
    const last = groups.at(-1);
    if (last?.[0]?.productId === sku.productId) last.push(sku);
    else groups.push([sku]);
  }
  return groups;
}

const rowAt = (rows: readonly FormRow[], skuId: string): number => rows.findIndex((row) => row.skuId === skuId && !row.gift);

/** The list with `qty` of the goods in this unit: the row they stand in changes, '' takes it out, new goods come last. */
export function putGoods(rows: readonly FormRow[], sku: PickedSku, unitId: string, qty: string): FormRow[] {
  const listed = rows.filter((row) => !isBlank(row));
  const at = rowAt(listed, sku.skuId);
  if (at < 0) return qty === '' ? listed : [...listed, { ...rowOfSku(sku, qty), unitId }];
  return qty === '' ? listed.filter((_, index) => index !== at) : listed.map((row, index) => (index === at ? inUnit(row, sku, unitId, qty) : row));
}

/** The row in a unit of its SKU, with all units to choose from; another unit has another price. */
export const inUnit = (row: FormRow, sku: PickedSku, unitId: string, qty = row.qty): FormRow => ({
  ...row,
  unitId,
  units: sku.units.map(({ unitId: id, name }) => ({ unitId: id, name })),
  qty: unitId === row.unitId ? qty : atLeast(qty, steppingOf(sku, unitId)),
  price: unitId === row.unitId ? row.price : '',
});

type QuoteOf = (row: FormRow) => Quote | undefined;
/** Price and stock as they were last shown, by goods, unit and quantity: an own choice of another quantity is no change. */
export interface Seen {
  price: string | null;
  stock: string | null;
}
export type SeenRows = Readonly<Record<string, Seen>>;
export interface Change {
  key: string;
  name: string;
  unit: string;
  /** Before and now, as the page shows them. */
  price?: readonly [string | null, string | null];
  stock?: readonly [string, string];
}

const keyOf = (row: Pick<FormRow, 'skuId' | 'unitId' | 'qty'>): string => `${row.skuId}/${row.unitId}/${row.qty}`;

/** An order is seen at the prices it was kept at. */
export const seenIn = (order: DealerOrderDetail | OrderDetail): SeenRows =>
  Object.fromEntries(order.lines.filter((line) => !line.gift).map((line) => [keyOf(line), { price: line.price, stock: null }]));

/** With what is shown for the first time; with `again` everything shown counts as seen. */
export function withSeen(seen: SeenRows, rows: readonly FormRow[], quoteOf: QuoteOf, again = false): SeenRows {
  const shown = rows.flatMap((row) => {
    const [key, quote] = [keyOf(row), quoteOf(row)];
    const known = seen[key];
    if (!quote || (known && !again && (known.stock !== null || quote.stockHint === null))) return [];
    return [[key, known && !again ? { ...known, stock: quote.stockHint } : { price: quote.price, stock: quote.stockHint }] as const];
  });
  return shown.length ? { ...seen, ...Object.fromEntries(shown) } : seen;
}

/** What is dearer, cheaper, no longer priced, or no longer as well in stock as when it was last seen. */
export function changesSince(seen: SeenRows, rows: readonly FormRow[], quoteOf: QuoteOf): Change[] {
  return rows.flatMap((row) => {
    const [before, now] = [seen[keyOf(row)], quoteOf(row)];
    if (!before || !now || row.gift || row.manualPrice) return [];
    const price = samePrice(before.price, now.price) ? undefined : ([before.price, now.price] as const);
    const stock = before.stock && now.stockHint && before.stock !== now.stockHint ? ([wordOf(before.stock), wordOf(now.stockHint)] as const) : undefined;
    const unit = row.units.find((one) => one.unitId === row.unitId)?.name ?? '';
    return price || stock ? [{ key: keyOf(row), name: row.name, unit, ...(price && { price }), ...(stock && { stock }) }] : [];
  });
}

const samePrice = (a: string | null, b: string | null): boolean => (a === null || b === null ? a === b : comparePrice(a, b) === 0);
export const wordOf = (hint: string): string => (stockWords as Record<string, string>)[hint] ?? hint;
