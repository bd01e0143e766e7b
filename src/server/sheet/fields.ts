import { EARLIEST_DAY, isDate, isSensibleDay, LATEST_DAY } from '~/shared/dates';
import { displayYuan, formatYuan, grouped, MOST_FEN, MOST_PRICE, MOST_QTY, scaled, unscaled } from '~/shared/money';
import type { Field, Parsed } from './columns';

/** A field whose values people read otherwise than as their plain text. */
export const shownAs = <T>(show: (value: T) => string, parse: (cell: string) => Parsed<T>, form?: string): Field<T> => Object.assign(parse, { show, form });

/** Full-width ASCII to half-width: digits, letters, point, comma, minus. */
export const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0)).replace(/\u3000/g, ' ');

/** What a spreadsheet shows of a long number it took for a quantity: 6.93E+12. "1E5" is a code. */
const exponentForm = /^-?\d(\.\d+)?E[+-]\d{2,}$/i;

export const text =
  (max: number): Field<string> =>
  (cell) =>
    cell.length > max ? { error: `长度不能超过${max}` } : { value: cell };

/** Codes, numbers of documents, barcodes: kept character by character, so leading zeros stay. */
export const code =
  (max: number): Field<string> =>
  (cell) => {
    const value = halfWidth(cell)
      .replace(/\p{Cf}/gu, '')
      .trim();
    if (exponentForm.test(value)) return { error: `已被显示为科学计数“${value}”，末尾数字可能丢失，请将该列设为文本格式后重新填写` };
    return value.length > max ? { error: `长度不能超过${max}` } : { value };
  };

export interface DecimalRule {
  /** Decimals allowed. */
  digits: number;
  /** Default: at least 0. */
  min?: string | undefined;
  max?: string | undefined;
  positive?: boolean | undefined;
  /** Digits before the point; unset: the bounds of quantities (at most 4 decimals) or prices. */
  whole?: number | undefined;
}

/** An exact decimal string; thousands separators, ¥ and 元 are stripped, nothing is rounded. */
export const decimal = (rule: DecimalRule): Field<string> => shownAs(grouped, (cell) => decimalOf(rule, cell));

function decimalOf(rule: DecimalRule, cell: string): Parsed<string> {
  const typed = halfWidth(cell)
    .replace(/\s/g, '')
    .replace(/^(-?)[¥￥]/, '$1')
    .replace(/元$/, '');
  if (!/^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(typed)) return { error: `不是有效的数字（当前值：${cell.slice(0, 30)}）` };
  const plain = typed.replaceAll(',', '');
  const { whole } = rule;
  if (whole !== undefined && plain.replace(/^-?0*/, '').replace(/\..*/, '').length > whole) return { error: `整数部分不能超过${whole}位` };
  if ((plain.split('.')[1] ?? '').replace(/0+$/, '').length > rule.digits) return { error: rule.digits === 0 ? '只能填整数' : `最多允许${rule.digits}位小数` };
  const value = scaled(plain, rule.digits);
  if (rule.positive && value <= 0n) return { error: '必须大于0' };
  const min = rule.min ?? '0';
  if (value < scaled(min, rule.digits)) return { error: `不能小于${min}` };
  const max = rule.max ?? (rule.digits > 4 ? MOST_PRICE : MOST_QTY);
  if (value > (scaled(max, 6) * 10n ** BigInt(rule.digits)) / 1_000_000n) return { error: `不能大于${max}` };
  return { value: unscaled(value, rule.digits) };
}

/** A whole number that fits a JS integer. */
export const integer = (min: number, max: number): Field<number> => {
  const parse = decimal({ digits: 0, min: String(min), max: String(max) });
  return shownAs(
    (value) => grouped(String(value)),
    (cell) => {
      const parsed = parse(cell);
      return 'error' in parsed ? parsed : { value: Number(parsed.value) };
    },
  );
};

/** Amount in 元 as bigint 分. */
export const yuan = (rule: Omit<DecimalRule, 'digits'> = {}): Field<bigint> => {
  const parse = decimal({ max: formatYuan(MOST_FEN), ...rule, digits: 2 });
  return shownAs(displayYuan, (cell) => {
    const parsed = parse(cell);
    return 'error' in parsed ? parsed : { value: scaled(parsed.value, 2) };
  });
};

/** A rate as millionths: "13", "13%" and the 0.13 a percent-formatted cell holds are all 130000. */
export const percent: Field<number> = shownAs(
  (ppm) => `${unscaled(BigInt(ppm), 4)}%`,
  (cell) => {
    const typed = halfWidth(cell).replace(/\s/g, '');
    const marked = typed.endsWith('%');
    const parsed = decimal({ digits: 6, max: '100' })(marked ? typed.slice(0, -1) : typed);
    if ('error' in parsed) return parsed;
    const millionths = scaled(parsed.value, 6);
    const isFraction = !marked && millionths > 0n && millionths < 1_000_000n;
    const ppm = isFraction ? millionths : millionths / 100n;
    return (isFraction ? true : millionths % 100n === 0n) ? { value: Number(ppm) } : { error: '最多允许4位小数' };
  },
);

/** yyyy-MM-dd; also 2026/3/1, 2026年3月1日, 20260301 and the serial number of a date cell that lost its format. */
export const date: Field<string> = Object.assign(dateOf, { form: '如2026-12-31' });

function dateOf(cell: string): Parsed<string> {
  const typed = halfWidth(cell)
    .trim()
    .replace(/[ T]\d{1,2}:\d{2}(:\d{2})?(\.\d+)?$/, '');
  const parts = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(typed) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(typed);
  const value = parts ? `${parts[1]}-${parts[2]?.padStart(2, '0')}-${parts[3]?.padStart(2, '0')}` : fromSerial(typed);
  if (!value || !isDate(value)) return { error: `日期格式应如2026-12-31（当前值：${cell.slice(0, 30)}）` };
  return isSensibleDay(value) ? { value } : { error: `应在${EARLIEST_DAY}到${LATEST_DAY}之间（当前值：${cell.slice(0, 30)}）` };
}

/** Days since 1899-12-30, for dates of 1982 to 2119. */
function fromSerial(typed: string): string | null {
  const serial = /^\d{5}(\.\d+)?$/.test(typed) ? Math.floor(Number(typed)) : 0;
  return serial >= 30_000 && serial <= 80_000 ? new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10) : null;
}

export const yesNo: Field<boolean> = shownAs(
  (value) => (value ? '是' : '否'),
  (cell) => {
    const typed = cell.toUpperCase();
    if (typed === '是' || typed === 'TRUE') return { value: true };
    if (typed === '否' || typed === 'FALSE') return { value: false };
    return { error: '只能填“是”或“否”' };
  },
  '是或否',
);

/** One of the Chinese labels; gives what it stands for. */
export const choice = <T>(labels: Readonly<Record<string, T>>): Field<T> => {
  const names = Object.keys(labels);
  return shownAs(
    (value: T) => names.find((name) => labels[name] === value) ?? '',
    (cell) =>
      Object.hasOwn(labels, cell)
        ? { value: labels[cell] as T }
        : { error: `只能填${names.map((name) => `“${name}”`).join('、')}（当前值：${cell.slice(0, 30)}）` },
    names.join('、'),
  );
};

/** 11 digits beginning with 1. */
export const mobile: Field<string> = (cell) => {
  const value = halfWidth(cell)
    .replace(/[\s-]/g, '')
    .replace(/^\+?86(?=1\d{10}$)/, '');
  return /^1\d{10}$/.test(value) ? { value } : { error: '应为以1开头的11位手机号' };
};
