import { z } from 'zod';
import { EARLIEST_DAY, isDate, isSensibleDay, isTime, LATEST_DAY, shanghaiDate } from './dates';
import { plainIdentity } from './identifiers';
import { keysOf } from './keysOf';
import { formatYuan, MOST_FEN, MOST_PRICE, MOST_QTY, parseYuan, scaled, trimPrice, trimQty, unscaled } from './money';
import { oneOf } from './problemWords';

/** Wire shapes shared by every call. Each is a codec: the wire side is JSON, the code side is what domains compute with. */

interface Decimal<T> {
  noun: string;
  pattern: RegExp;
  /** The rest of the sentence when the text is no such decimal. */
  form: string;
  scale: number;
  most: bigint;
  unit: string;
  read: (text: string) => T;
  write: (value: T) => string;
}

/** Bounds hold what people send; answers may be sums beyond them, and are never refused. */
const decimalCodec = <T extends string | bigint>(code: z.ZodType<T, T>, { noun, pattern, form, scale, most, unit, read, write }: Decimal<T>) =>
  z.codec(z.string(`${noun}应为以文本传输的数字`).meta({ pattern: pattern.source }), code, {
    decode: (text, payload) => {
      const problem = (rest: string) => {
        payload.issues.push({ code: 'custom', input: text, message: noun + rest, params: { noun, rest } });
        return z.NEVER;
      };
      if (!pattern.test(text)) return problem(form);
      const value = scaled(text, scale);
      const shown = `${group(unscaled(most, scale, Math.min(scale, 2)))}${unit}`;
      if (value > most) return problem(`不能超过${shown}（当前值：${text.slice(0, 30)}）`);
      if (value < -most) return problem(`不能低于-${shown}（当前值：${text.slice(0, 30)}）`);
      return read(text);
    },
    encode: write,
  });
const group = (plain: string): string => plain.replace(/\B(?=(\d{3})+(?=\.|$))(?<!\.\d*)/g, ',');

/** Amount: "1234.50" 元 on the wire, bigint 分 in code. */
export const Yuan = decimalCodec(z.bigint(), {
  noun: '金额',
  pattern: /^-?\d{1,30}(\.\d{1,2})?$/,
  form: '格式不正确，最多两位小数',
  scale: 2,
  most: MOST_FEN,
  unit: '元',
  read: parseYuan,
  write: formatYuan,
});
/** Quantity, at most 4 decimals; a decimal string on both sides, trailing zeros trimmed on the way out. */
export const Qty = decimalCodec(z.string(), {
  noun: '数量',
  pattern: /^-?\d{1,30}(\.\d{1,4})?$/,
  form: '格式不正确，最多四位小数',
  scale: 4,
  most: scaled(MOST_QTY, 4),
  unit: '',
  read: trimQty,
  write: trimQty,
});
export const PositiveQty = Qty.refine((qty) => /[1-9]/.test(qty) && !qty.startsWith('-'), '数量必须大于0');
/** Unit price in 元, at most 6 decimals. */
export const Price = decimalCodec(z.string(), {
  noun: '单价',
  pattern: /^\d{1,30}(\.\d{1,6})?$/,
  form: '应为不小于0的数，最多六位小数',
  scale: 6,
  most: scaled(MOST_PRICE, 6),
  unit: '元',
  read: trimPrice,
  write: trimPrice,
});
/** Instant: ISO 8601 with Z on the wire, Date in code. */
export const Instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
/** Business day yyyy-MM-dd, Asia/Shanghai. */
export const BizDate = z.string().refine(isDate, '日期格式应如2026-12-31');
const OUTSIDE = `日期应在${EARLIEST_DAY}到${LATEST_DAY}之间`;
/** A business day somebody enters for money, goods or a price: no year of two or five digits that slipped in. */
export const EnteredDate = BizDate.refine(isSensibleDay, OUTSIDE);
/** An instant somebody enters, such as when money arrived. */
export const EnteredInstant = Instant.refine((at) => isSensibleDay(shanghaiDate(at)), OUTSIDE);
const timeIn = (form: RegExp) => {
  const words = '时间格式应如2026-12-31或2026-12-31 18:00:00';
  return z
    .string()
    .regex(form, words)
    .refine((text) => text === '' || isTime(text), words);
};
/** A person's start or end of a range: a day or a day with seconds. */
export const RangeEnd = timeIn(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/);
/** int8 identifiers (tenant ids) travel as strings. */
export const BigId = z.codec(z.string().regex(/^\d{1,18}$/, '编号格式不正确'), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (id) => id.toString(),
});
/** Flow number of a bank or a payment company: the same payment has the same number however it was typed. */
export const FlowNo = z.string().overwrite(plainIdentity).max(64, '流水号长度不能超过64个字').default('');
/** A choice nobody made arrives empty. */
export const Id = z.uuid({ error: ({ input }) => (input === '' ? '请选择' : '编号格式不正确') });
/** The same, which names what is to be chosen. */
export const IdOf = (title: string) => z.uuid({ error: ({ input }) => (input === '' ? `请选择${title}` : `${title}的编号格式不正确`) });
/** A choice among codes and their names, which names what is to be chosen. */
export const ChoiceOf = <K extends string>(names: Readonly<Record<K, unknown>>, title = '') => z.enum(keysOf(names), `请选择${title}`);
/** An id or ''. One pattern with an empty branch, not a union: forms show the message of a union's first branch. */
export const OptionalId = z
  .string()
  .regex(/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i, '编号格式不正确')
  .default('');
/** Filters of lists, '' for none. A wrong value is refused, lest the answer be taken for what was asked; pages ask without it (`readable`). */
export const FilterId = OptionalId;
export const FilterDay = z
  .string()
  .refine((day) => day === '' || isDate(day), '日期格式应如2026-12-31')
  .default('');
export const FilterTime = timeIn(/^(\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?)?$/).default('');
/** The code of a province, city or district. */
export const FilterRegion = z
  .string()
  .regex(/^(\d{6})?$/, '行政区划代码应为6位数字')
  .default('');
/** A filter by one of these, or by none. */
export const FilterChoice = <K extends string>(names: Readonly<Record<K, unknown>>) => {
  const choice: z.ZodType<K | '', K | ''> = z.enum(['', ...keysOf(names)]);
  return choice.default('');
};
/** One or several of these, comma-joined, or none. */
export const FilterChoices = <K extends string>(names: Readonly<Record<K, unknown>>) => {
  const words = oneOf(keysOf(names));
  const isKnown = (text: string) => text === '' || text.split(',').every((one) => Object.hasOwn(names, one));
  return z
    .string()
    .refine(isKnown, { message: words, params: { rest: words } })
    .default('');
};
export const Mobile = z.string().regex(/^1\d{10}$/, '请输入11位手机号');

/** Trimmed text of 1..max characters. */
export const Text = (max: number, title = '该项') => z.string().trim().min(1, `${title}不能为空`).max(max, `${title}长度不能超过${max}个字`);
/** Trimmed text that may be empty. */
export const OptionalText = (max: number, title = '该项') => z.string().trim().max(max, `${title}长度不能超过${max}个字`).default('');
export const RowVersion = z.number().int().min(1).max(2_147_483_647);
