import { z } from 'zod';
import { isDate } from './dates';
import { formatYuan, parseYuan, trimPrice, trimQty } from './money';

/** Wire shapes shared by every call. Each is a codec: the wire side is JSON, the code side is what domains compute with. */

const decimal = (whole: number, fraction: number) => new RegExp(`^-?\\d{1,${whole}}(\\.\\d{1,${fraction}})?$`);

/** Amount: "1234.50" 元 on the wire, bigint 分 in code. */
export const Yuan = z.codec(z.string().regex(decimal(15, 2), '金额格式不正确，最多两位小数'), z.bigint(), {
  decode: (text) => parseYuan(text),
  encode: (fen) => formatYuan(fen),
});
/** Quantity, at most 4 decimals; a decimal string on both sides, trailing zeros trimmed on the way out. */
export const Qty = z.codec(z.string().regex(decimal(14, 4), '数量格式不正确，最多四位小数'), z.string(), {
  decode: (text) => trimQty(text),
  encode: (qty) => trimQty(qty),
});
export const PositiveQty = Qty.refine((qty) => /[1-9]/.test(qty) && !qty.startsWith('-'), '数量必须大于0');
/** Unit price in 元, at most 6 decimals. */
export const Price = z.codec(z.string().regex(/^\d{1,12}(\.\d{1,6})?$/, '单价格式不正确，最多六位小数'), z.string(), {
  decode: (text) => trimPrice(text),
  encode: (price) => trimPrice(price),
});
/** Instant: ISO 8601 with Z on the wire, Date in code. */
export const Instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
/** Business day yyyy-MM-dd, Asia/Shanghai. */
export const BizDate = z.string().refine(isDate, '日期格式应为yyyy-MM-dd');
/** A person's start or end of a range: a day or a day with seconds. */
export const RangeEnd = z.string().regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/, '时间格式应为yyyy-MM-dd HH:mm:ss');
/** int8 identifiers (tenant ids) travel as strings. */
export const BigId = z.codec(z.string().regex(/^\d{1,18}$/, '编号格式不正确'), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (id) => id.toString(),
});
export const Id = z.uuid('编号格式不正确');
export const Mobile = z.string().regex(/^1\d{10}$/, '请输入11位手机号');

/** Trimmed text of 1..max characters. */
export const Text = (max: number, title = '该项') => z.string().trim().min(1, `${title}不能为空`).max(max, `${title}长度不能超过${max}个字`);
/** Trimmed text that may be empty. */
export const OptionalText = (max: number, title = '该项') => z.string().trim().max(max, `${title}长度不能超过${max}个字`).default('');
export const RowVersion = z.number().int().min(1).max(2_147_483_647);
