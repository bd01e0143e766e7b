import { addQty, divideHalfUp, scaled, unscaled } from '~/shared/money';
import { isBlank } from '../form/orderForm';
import type { FormRow } from '../form/orderForm.schema';

export const bulkKinds = {
  SET: '数量设为',
  TIMES: '数量乘以',
  DISCOUNT: '按标准价打折',
  GIFT: '设为赠品',
  NO_GIFT: '取消赠品',
  REMARK: '行备注',
} as const;
export interface BulkChange {
  /** Which rows, as people number them: 1-5,8; empty for all. */
  rows: string;
  kind: keyof typeof bulkKinds;
  value: string;
  reason: string;
}

/** The rows `1-5,8` means, from 0; all of them for an empty text, null when it is no such list. */
export function rowNumbers(text: string, count: number): Set<number> | null {
  const parts = text
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .split(/[,、\s]+/)
    .filter(Boolean);
  if (!parts.length) return new Set(Array.from({ length: count }, (_, index) => index));
  const found = new Set<number>();
  for (const part of parts) {
    const match = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(part);
    const from = Number(match?.[1]);
    const to = Number(match?.[2] ?? match?.[1]);
    if (!match || from < 1 || to < from) return null;
    for (let row = from; row <= to; row++) found.add(row - 1);
  }
  return found;
}

/** The form's rows after the change; rows without goods stay as they are, a discount passes over goods without a list price. */
export function changeRows(rows: readonly FormRow[], change: BulkChange, listPriceOf: (row: FormRow) => string | null): FormRow[] {
  const chosen = rowNumbers(change.rows, rows.length) ?? new Set();
  return rows.map((row, index) => (chosen.has(index) && !isBlank(row) ? changed(row, change, listPriceOf(row)) : row));
}

function changed(row: FormRow, { kind, value, reason }: BulkChange, listPrice: string | null): FormRow {
  switch (kind) {
    case 'SET':
      return { ...row, qty: value };
    case 'TIMES':
      return /^\d+(\.\d{1,4})?$/.test(row.qty) ? { ...row, qty: unscaled(divideHalfUp(scaled(row.qty, 4) * scaled(value, 4), 10n ** 4n), 4) } : row;
    case 'DISCOUNT':
      if (listPrice === null || row.gift) return row;
      return { ...row, manualPrice: unscaled(divideHalfUp(scaled(listPrice, 6) * scaled(value, 2), 10n ** 4n), 6, 2), manualReason: reason.trim() };
    case 'GIFT':
      return { ...row, gift: true, manualPrice: '', manualReason: '' };
    case 'NO_GIFT':
      return { ...row, gift: false };
    case 'REMARK':
      return { ...row, remark: reason.trim() };
  }
}

/** 拆行: the row with what stays and the row with what goes; null when the quantity cannot be divided so. */
export function splitRow(row: FormRow, part: string): [FormRow, FormRow] | null {
  if (!/^\d+(\.\d{1,4})?$/.test(row.qty) || !/^\d+(\.\d{1,4})?$/.test(part)) return null;
  const rest = scaled(row.qty, 4) - scaled(part, 4);
  if (rest <= 0n || scaled(part, 4) <= 0n) return null;
  return [
    { ...row, qty: unscaled(rest, 4) },
    { ...row, id: '', qty: part },
  ];
}

/** One more of scanned goods: a row that has them already counts up, else a new one begins. */
export function scanInto(rows: readonly FormRow[], scanned: FormRow): { rows: FormRow[]; qty: string } {
  const at = rows.findIndex((row) => row.skuId === scanned.skuId && !row.gift && row.manualPrice === '');
  const found = rows[at];
  if (!found) return { rows: [...rows.filter((row) => !isBlank(row)), scanned], qty: scanned.qty };
  const step = /^\d+(\.\d{1,4})?$/.test(found.qty) ? scaled(found.qty, 4) + 10_000n : 10_000n;
  const qty = unscaled(step, 4);
  return { rows: rows.map((row, index) => (index === at ? { ...row, qty } : row)), qty };
}

/** Goods the order has already, in the same unit at the same kind of price, count up there; the others follow as rows of their own. */
export function addInto(rows: readonly FormRow[], added: readonly FormRow[]): { rows: FormRow[]; joined: number } {
  const all = rows.filter((row) => !isBlank(row));
  let joined = 0;
  for (const row of added) {
    const at = row.skuId === '' ? -1 : all.findIndex((one) => one.skuId === row.skuId && one.unitId === row.unitId && !one.gift && one.manualPrice === '');
    const found = all[at];
    const countable = found && isNumber(found.qty) && isNumber(row.qty) && !row.gift && row.manualPrice === '';
    if (!countable) all.push(row);
    else {
      all[at] = { ...found, qty: addQty(found.qty, row.qty), remark: [found.remark, row.remark].filter(Boolean).join('；').slice(0, 200) };
      joined += 1;
    }
  }
  return { rows: all, joined };
}
const isNumber = (qty: string): boolean => /^\d{1,14}(\.\d{1,4})?$/.test(qty);
