import { shanghaiDate, shanghaiTime } from '~/shared/dates';
import { HIDDEN } from '~/shared/mask';
import { divideHalfUp, grouped, scaled, unscaled } from '~/shared/money';
import type { Tone } from '../kit/types';

/** What is missing shows as this. */
export const DASHES = '- -';

type Decimal = string | null | undefined;
const isDecimal = (value: Decimal): value is string => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
const missing = (value: string | null | undefined): string => (value === HIDDEN ? HIDDEN : DASHES);
const decimalsIn = (text: string): number => text.split('.')[1]?.length ?? 0;

/** Rounds HALF_UP to exactly `decimals`, after dividing by a power of ten. */
function fixed(value: string, decimals: number, shift = 0): string {
  const scale = Math.max(decimalsIn(value), decimals);
  const divisor = 10n ** BigInt(scale - decimals + shift);
  return unscaled(divideHalfUp(scaled(value, scale), divisor), decimals, decimals);
}

/** Amount in 元: two decimals, thousand separators. In 万元: 0 is "0", anything nearer to zero than 100 元 is "0.01". */
export function formatMoney(value: Decimal, options: { wan?: boolean | undefined } = {}): string {
  if (!isDecimal(value)) return missing(value);
  if (!options.wan) return grouped(fixed(value, 2));
  if (!/[1-9]/.test(value)) return '0';
  const size = value.replace('-', '');
  if (scaled(size, decimalsIn(size)) < 100n * 10n ** BigInt(decimalsIn(size))) return value.startsWith('-') ? '-0.01' : '0.01';
  return grouped(fixed(value, 2, 4));
}

/** Quantity: at most four decimals, no trailing zeros. */
export function formatQty(value: Decimal): string {
  if (!isDecimal(value)) return missing(value);
  return grouped(unscaled(scaled(fixed(value, 4), 4), 4));
}

/** The bounds of a quantity, either of which may be open. */
export const formatBounds = (low: string | null, high: string | null): string => `${low ? formatQty(low) : '- -'} / ${high ? formatQty(high) : '- -'}`;

/** Unit price: at least two, at most six decimals. */
export function formatPrice(value: Decimal): string {
  if (!isDecimal(value)) return missing(value);
  return grouped(unscaled(scaled(fixed(value, 6), 6), 6, 2));
}

/** Instants are shown as a clock in Shanghai shows them, whatever zone the reader's machine is in; plain days stay as they are. */
export function formatTime(value: string | Date | null | undefined, kind: 'time' | 'minute' | 'date' = 'time'): string {
  if (!value) return DASHES;
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  const instant = typeof value === 'string' ? new Date(value) : value;
  if (Number.isNaN(instant.getTime())) return DASHES;
  return kind === 'date' ? shanghaiDate(instant) : shanghaiTime(instant).slice(0, kind === 'minute' ? 16 : 19);
}

const toneWords: readonly [RegExp, Tone][] = [
  [/^(未通过|不同意|驳回|已驳回|拒|失败|逾期|异常|缺货|冻结|锁定|有异议)|(失败|逾期|驳回|拒绝|异常)/, 'danger'],
  [/^(草稿|停用|已停用|取消|已取消|作废|已作废|关闭|已关闭|下架|已下架|失效|已失效|无|未)/, 'neutral'],
  [/^(待|部分|欠|即将)/, 'warn'],
  [
    /(已完成|完成|通过|同意|启用|有效|上架|已签收|已发货|已出库|已审核|已确认|已支付|已付|已开|已结清|已收清|已入账|已收款|已收货|正常|成功|生效|有货|充足)/,
    'ok',
  ],
  [/中$|进行|^在途/, 'info'],
];

/** A tone read from a state's Chinese name, so that the same word looks the same on every screen. */
export function toneOfName(name: string): Tone {
  return toneWords.find(([words]) => words.test(name))?.[1] ?? 'neutral';
}
