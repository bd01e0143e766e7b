import { storableText } from './storableText.mjs';

/* Every cell becomes text the way a person sees it. */

/** Spaces people cannot see: no-break, zero-width, byte order mark, ideographic. */
const EDGES = /^[\s\u00a0\u3000\u200b-\u200f\u2060\ufeff]+|[\s\u00a0\u3000\u200b-\u200f\u2060\ufeff]+$/g;
/** What our exports put before anything a spreadsheet could take for a formula. */
const FORMULA_QUOTE = /^'+[\s\u00a0\u3000]*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const FULL_DIGITS = /[\uff10-\uff19]/g;

/** Leaves what may be kept, trims, makes full-width digits half-width, and takes back the quote our exports put before = + - @. */
export function cleanText(raw) {
  const text = storableText(raw)
    .replace(EDGES, '')
    .replace(/[\u200b\u2060\ufeff]/g, '')
    .replace(FULL_DIGITS, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
  const excelText = /^="(.*)"$/s.exec(text);
  if (excelText) return excelText[1];
  return FORMULA_QUOTE.test(text) ? text.slice(1) : text;
}

/** A cell as read-excel-file gives it, numbers still as the file writes them. */
export function cellText(value) {
  if (value === null || value === undefined) return '';
  if (value instanceof NumberText) return exactNumber(value.raw);
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return cleanText(String(value));
}

/** Keeps a numeric cell apart from text until it is written out. */
export class NumberText {
  constructor(raw) {
    this.raw = raw;
  }
}

/**
 * A spreadsheet number at the 15 digits it can hold, without exponent: 12.300000000000001 is 12.3.
 * Whole numbers beyond 15 digits have lost digits already and keep their exponent, so that a code column can refuse them.
 */
export function exactNumber(raw) {
  const number = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(number)) return storableText(raw);
  if (Math.abs(number) >= 1e15) return number.toExponential().toUpperCase();
  if (number === 0) return '0';
  const [mantissa, exponent] = number.toExponential(14).split('e');
  const negative = mantissa.startsWith('-');
  const digits = mantissa.replace(/[-.]/g, '');
  const point = Number(exponent) + 1;
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0';
  const fraction = (point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits).replace(/0+$/, '');
  return (negative ? '-' : '') + whole + (fraction ? `.${fraction}` : '');
}

/** Serial dates arrive as UTC instants that mean the wall clock. */
function dateText(date) {
  const text = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString();
  return text.slice(11, 19) === '00:00:00' ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}
