import type { PickedSku } from '~/domains/product/product.schema';
import { inexactness } from '~/domains/product/quantity';
import { compactCode } from '~/shared/identifiers';
import { rowOfSku } from '../form/orderForm';
import type { FormRow } from '../form/orderForm.schema';

export const MOST_LINES = 200;

/** One line of goods as typed, pasted or read from a file, before anybody knows whether it can be ordered. */
export interface Entry {
  /** Line of the pasted text, or row of the file. */
  row: number;
  code: string;
  qty: string;
  /** '' is the base unit. */
  unit: string;
  remark: string;
}
export interface EntryProblem {
  row: number;
  column: string;
  value: string;
  /** A whole sentence naming row and column. */
  message: string;
}

/**
 * Rows of 编码, 数量, 单位, 备注 as copied from a sheet; spaces or commas also part what is typed by hand.
 * Blanks inside a copied code are never meant. The same code twice adds up when the rows go into the order.
 */
export function parsePaste(text: string): Entry[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const cells = line.includes('\t') ? line.split('\t') : line.trim().split(/[,，;；\s]+/);
    const [code = '', qty = '', unit = '', ...remark] = cells.map((cell) => cell.trim());
    return code ? [{ row: index + 1, code: compactCode(code), qty: halfWidth(qty).replaceAll(',', ''), unit, remark: remark.join(' ').trim() }] : [];
  });
}
const halfWidth = (text: string): string => text.replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0));

/** The text `parsePaste` reads the entries from. */
export const pasteOf = (entries: readonly Entry[]): string =>
  entries.map(({ code, qty, unit, remark }) => [code, qty, unit, remark].join('\t').replace(/\t+$/, '')).join('\n');

const MOST_RANGES = 20;

/** 3、5–9、12: row numbers as people read them, in ascending order. */
export function rowRanges(rows: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last && row === last[1] + 1) last[1] = row;
    else ranges.push([row, row]);
  }
  const shown = ranges.slice(0, MOST_RANGES).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  return `${shown.join('、')}${ranges.length > MOST_RANGES ? `等${rows.length}` : ''}`;
}

export interface FoundGoods {
  sku: PickedSku | null;
  problem: string;
}
export interface Entered {
  rows: FormRow[];
  /** What could not be taken, in its order, with every reason. */
  left: Entry[];
  problems: EntryProblem[];
}

interface Terms {
  /** How many more rows the order takes. */
  room: number;
  /** Problems already told of; their entries are not taken. */
  known?: readonly EntryProblem[];
  /** Count the rows of what is left, not of what was given: the rest stands in a text by itself. */
  renumber?: boolean;
}

/** The order's rows of the entries that can be taken, the others with what is wrong. `found` answers the entries in their order. */
export function enter(entries: readonly Entry[], found: readonly (FoundGoods | undefined)[], { room, known = [], renumber = false }: Terms): Entered {
  const done: Entered = { rows: [], left: [], problems: [...known] };
  const bad = new Set(known.map((one) => one.row));
  for (const [index, entry] of entries.entries()) {
    const place = renumber ? done.left.length + 1 : entry.row;
    const problem = bad.has(entry.row) ? null : problemOf({ ...entry, row: place }, found[index], done.rows.length < room);
    if (problem) done.problems.push(problem);
    const sku = found[index]?.sku;
    if (problem || bad.has(entry.row) || !sku) done.left.push(entry);
    else done.rows.push({ ...rowOfSku(sku, entry.qty), unitId: unitNamed(sku, entry.unit)?.unitId ?? sku.baseUnitId, remark: entry.remark });
  }
  done.problems.sort((one, other) => one.row - other.row);
  return done;
}

const unitNamed = (sku: PickedSku, name: string) => (name === '' ? sku.units[0] : sku.units.find((one) => one.name === name));

function problemOf(entry: Entry, found: FoundGoods | undefined, fits: boolean): EntryProblem | null {
  const at = (column: string, value: string, text: string): EntryProblem => ({ row: entry.row, column, value, message: `第${entry.row}行${text}` });
  const sku = found?.sku;
  if (!sku) return at('SKU编码', entry.code, `：${found?.problem || `没有编码或条码为“${entry.code}”的可订商品`}`);
  const unit = unitNamed(sku, entry.unit);
  if (!unit) return at('单位', entry.unit, `“单位”${entry.unit}不属于该SKU，可用：${sku.units.map((one) => one.name).join('、')}`);
  if (entry.qty !== '') {
    if (!/^\d{1,14}(\.\d{1,4})?$/.test(entry.qty) || !/[1-9]/.test(entry.qty)) return at('数量', entry.qty, `“数量”应为大于0的数字，最多4位小数`);
    const inexact = inexactness(sku, unit, entry.qty);
    if (inexact) return at('数量', entry.qty, `：${inexact}`);
  }
  if (entry.remark.length > 200) return at('备注', entry.remark.slice(0, 100), '“备注”长度不能超过200');
  return fits ? null : at('', entry.code, `没有加入：一张订单最多${MOST_LINES}行，请放到另一张订单`);
}
