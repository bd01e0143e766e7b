import { shanghaiTime } from '~/shared/dates';
import { comparePrice, convertPrice, displayQty, divideHalfUp, scaled, trimPrice, unscaled } from '~/shared/money';
import type { PriceLayer } from './pricePolicy';

/** FIXED and the changes are 元 for one base unit; RATE is a factor of the list price ("0.875") at six decimals. */
export const priceMethods = { FIXED: '固定价', RATE: '按折扣率', MINUS: '减价', PLUS: '加价' } as const;
export type PriceMethod = keyof typeof priceMethods;
export const roundings = { '0.01': '分', '0.1': '角', '1': '元' } as const;
export type Rounding = keyof typeof roundings;

/** A price somebody recorded. `price` is 元 for one `unitId`; days are Shanghai business days, both inclusive. */
export interface PriceCandidate {
  layer: PriceLayer;
  id: string | null;
  unitId: string;
  price: string;
  /** Set: `price` is the method's figure, the price is computed from the list price and serves every unit; `unitId` is the base unit. */
  method?: PriceMethod | null;
  /** Decimals a computed price keeps, rounded half up; none: six. */
  roundTo?: Rounding | null;
  /** From this quantity on, in the candidate's own unit. */
  minQty: string;
  validFrom: string | null;
  validTo: string | null;
  /** Instants, for what begins and ends inside a day: from `startAt` on, before `endAt`. */
  startAt?: Date | null;
  endAt?: Date | null;
  /** Smaller wins within a layer, after the unit and before the tier (scope of products and customers). */
  rank?: number | null;
  /** Smaller wins after the tier; unique among those that can meet. */
  priority?: number | null;
  /** Quantity that is left to be had at this price, in the candidate's own unit; null: any. */
  capLeft?: string | null;
  /** What staff know it by. */
  name?: string | null;
  /** Set by a source that knows why its price does not apply (other customers …). */
  unusable?: string | null;
}

export interface PriceRequest {
  /** Shanghai business day. */
  on: string;
  /** The same as an instant; without one candidates with hours count by their day alone. */
  at?: Date;
  unitId: string;
  baseUnitId: string;
  /** 1 unit = num/den base units. */
  num: number;
  den: number;
  qty: string;
  listPrice: string | null;
  minPrice: string | null;
}

export interface Weighed extends PriceCandidate {
  /** 元 for one requested unit. */
  unitPrice: string;
  exact: boolean;
  miss: string | null;
  /** Missed for nothing but its cap, which is not used up. */
  overCap: boolean;
}

/** What the candidate comes to for the request, and why it does not apply, if so. */
export function weigh(candidate: PriceCandidate, request: PriceRequest, allowZero: boolean): Weighed {
  const exact = Boolean(candidate.method) || candidate.unitId === request.unitId;
  const convertible = exact || candidate.unitId === request.baseUnitId;
  const computed = candidate.method ? computedPrice(candidate, candidate.method, request) : recordedPrice(candidate, request, exact, convertible);
  const problem = missOf(candidate, request, convertible) ?? worthless(computed, candidate, allowZero);
  const short = problem === null ? shortOf(candidate, request) : null;
  return {
    ...candidate,
    exact,
    unitPrice: computed === null || comparePrice(computed, '0') < 0 ? '0.00' : computed,
    miss: problem ?? short?.words ?? null,
    overCap: short?.some ?? false,
  };
}

function recordedPrice(candidate: PriceCandidate, { num, den }: PriceRequest, exact: boolean, convertible: boolean): string {
  return exact || !convertible ? trimPrice(candidate.price) : convertPrice(candidate.price, num, den);
}

/** Never from a price that was computed itself: always from the list price of the requested unit. Null without one. */
function computedPrice({ price, roundTo }: PriceCandidate, method: PriceMethod, { listPrice, num, den }: PriceRequest): string | null {
  const amount = method === 'RATE' ? 0n : scaled(convertPrice(price, num, den), 6);
  if (method === 'FIXED') return rounded(amount, roundTo);
  if (listPrice === null) return null;
  const list = scaled(listPrice, 6);
  if (method === 'RATE') return rounded(divideHalfUp(list * scaled(price, 6), 1_000_000n), roundTo);
  return rounded(method === 'MINUS' ? list - amount : list + amount, roundTo);
}

function rounded(micros: bigint, roundTo: Rounding | null | undefined): string {
  const step = roundTo ? scaled(roundTo, 6) : 1n;
  return unscaled(divideHalfUp(micros, step) * step, 6, 2);
}

function worthless(price: string | null, candidate: PriceCandidate, allowZero: boolean): string | null {
  if (price === null) return '没有标准价，不能计算';
  const sign = comparePrice(price, '0');
  if (sign > 0 || (sign === 0 && allowZero && candidate.method)) return null;
  return candidate.method ? '算得的单价不大于0' : '换算后单价为0';
}

function missOf(candidate: PriceCandidate, request: PriceRequest, convertible: boolean): string | null {
  if (candidate.unusable) return candidate.unusable;
  if (!convertible) return '单位不同，不能换算';
  if (candidate.validFrom !== null && request.on < candidate.validFrom) return `${candidate.validFrom}起才生效`;
  if (candidate.validTo !== null && request.on > candidate.validTo) return `已于${candidate.validTo}失效`;
  if (request.at && candidate.startAt && request.at < candidate.startAt) return `${shanghaiTime(candidate.startAt)}才开始`;
  if (request.at && candidate.endAt && request.at >= candidate.endAt) return `已于${shanghaiTime(candidate.endAt)}结束`;
  return overOwn(candidate, request, candidate.minQty) < 0n ? `未达到起始数量${displayQty(candidate.minQty)}` : null;
}

/** The sign of qty × num/den − quantity, the quantity in the candidate's own unit, without dividing. */
function overOwn(candidate: PriceCandidate, request: PriceRequest, quantity: string): bigint {
  const qty = scaled(request.qty, 4);
  const own = scaled(quantity, 4);
  const sameUnit = !candidate.method && candidate.unitId === request.unitId;
  return sameUnit ? qty - own : qty * BigInt(request.num) - own * BigInt(request.den);
}

function shortOf(candidate: PriceCandidate, request: PriceRequest): { words: string; some: boolean } | null {
  const { capLeft } = candidate;
  if (capLeft === null || capLeft === undefined || overOwn(candidate, request, capLeft) <= 0n) return null;
  const some = scaled(capLeft, 4) > 0n;
  return { words: some ? `剩余用量${displayQty(capLeft)}，不够本次数量` : '用量已用完', some };
}
