import { shanghaiTime } from '~/shared/dates';
import { formatYuan, trimPrice, trimQty } from '~/shared/money';

/** `yuan` is bigint 分; `qty` and `price` decimal strings; `date` yyyy-MM-dd; `time` and `minute` a Date, shown in Shanghai. */
export type CellKind = 'text' | 'yuan' | 'qty' | 'price' | 'number' | 'date' | 'time' | 'minute';
export type Cell = string | number | bigint | Date | null | undefined;

/** Text, or a number with the style it is shown in. */
export type Written = { text: string } | { number: string; kind: CellKind };

const DAY_MS = 86_400_000;
const SHANGHAI_MS = 8 * 3_600_000;
/** Spreadsheets count days from here. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** A double holds 15 digits exactly. */
const MOST_DIGITS = 15;

/** What a spreadsheet program holds: dates as its serial numbers, numbers a double holds exactly as numbers, all else text. */
export function writtenCell(kind: CellKind, value: Cell): Written {
  const text = plainText(kind, value);
  if (text === '' || kind === 'text') return { text };
  if (kind === 'date') return { number: String((Date.parse(`${text}T00:00:00Z`) - EPOCH_MS) / DAY_MS), kind };
  if (kind === 'time' || kind === 'minute') return { number: String(((value as Date).getTime() + SHANGHAI_MS - EPOCH_MS) / DAY_MS), kind };
  const exact = /^-?\d+(\.\d+)?$/.test(text) && text.replace(/^-?0*\.?0*|\D/g, '').length <= MOST_DIGITS;
  return exact ? { number: text, kind } : { text };
}

/** As people read it; the same in every format. */
export function plainText(kind: CellKind, value: Cell): string {
  if (value === null || value === undefined || value === '') return '';
  if (value instanceof Date) return shanghaiTime(value).slice(0, kind === 'minute' ? 16 : kind === 'date' ? 10 : 19);
  if (kind === 'yuan') return typeof value === 'bigint' ? formatYuan(value) : String(value);
  if (kind === 'qty') return trimQty(String(value));
  if (kind === 'price') return trimPrice(String(value));
  return String(value);
}

/** What a spreadsheet would take for a formula: also behind spaces or quotes, full-width, or after a tab or line break. */
const formulaLike = /^['"\s\u00a0\u3000]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
/** What a spreadsheet would take for a number and spoil: leading zeros, and digits beyond what it shows. */
const codeLike = /^(0\d+|\d{12,})$/;

/** One field of a CSV line. Text is kept from becoming a formula or a number; numbers stay numbers, negative ones too. */
export function csvField(kind: CellKind, value: Cell): string {
  const text = plainText(kind, value);
  if (kind !== 'text' && /^-?\d+(\.\d+)?$/.test(text)) return text;
  const safe = formulaLike.test(text) && kind !== 'date' && kind !== 'time' && kind !== 'minute' ? `'${text}` : codeLike.test(text) ? `\t${text}` : text;
  return /[",\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
