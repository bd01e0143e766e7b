import { comparePrice, convertPrice, scaled, trimPrice, trimQty } from '~/shared/money';

/** In order of precedence: the first layer with an applicable price wins. */
export const priceLayers = { PROJECT: '项目价', CUSTOMER: '客户价', STRATEGY: '价格策略', ACTIVITY: '限时折扣', LIST: '标准价' } as const;
export type PriceLayer = keyof typeof priceLayers;
const defaultOrder = Object.keys(priceLayers) as PriceLayer[];

/** A price somebody recorded. `price` is 元 for one `unitId`; days are Shanghai business days, both inclusive. */
export interface PriceCandidate {
  layer: PriceLayer;
  id: string | null;
  unitId: string;
  price: string;
  /** From this quantity on, in the candidate's own unit. */
  minQty: string;
  validFrom: string | null;
  validTo: string | null;
  /** Smaller wins within a layer, after the unit and before the tier (scope of products and customers, priority). */
  rank?: number;
  /** Set by a source that knows why its price does not apply (used-up cap, other customers …). */
  unusable?: string;
}

export interface PriceRequest {
  /** Shanghai business day. */
  on: string;
  unitId: string;
  baseUnitId: string;
  /** 1 unit = num/den base units. */
  num: number;
  den: number;
  qty: string;
  listPrice: string | null;
  minPrice: string | null;
}

/** SEQUENCE: layers in order. LOWEST: an activity also beats STRATEGY and LIST when strictly lower, never PROJECT or CUSTOMER. */
export interface PricePolicy {
  order: readonly PriceLayer[];
  activityMode: 'SEQUENCE' | 'LOWEST';
}
export const defaultPolicy: PricePolicy = { order: defaultOrder, activityMode: 'SEQUENCE' };

export interface PriceTraceStep {
  layer: PriceLayer;
  id: string | null;
  price: string;
  hit: boolean;
  reason: string;
}

export interface ResolvedPrice {
  price: string | null;
  source: PriceLayer | null;
  sourceId: string | null;
  listPrice: string | null;
  minPrice: string | null;
  belowFloor: boolean;
  trace: PriceTraceStep[];
}

interface Weighed extends PriceCandidate {
  /** 元 for one requested unit. */
  unitPrice: string;
  exact: boolean;
  miss: string | null;
}

/**
 * The one price rule of cart, order, audit and simulation. Total and deterministic whatever the order of `candidates`.
 * The exact unit's price comes before the base unit's converted at 6 decimals; no price at all is null, never 0.
 */
export function resolvePrice(candidates: readonly PriceCandidate[], request: PriceRequest, policy: PricePolicy = defaultPolicy): ResolvedPrice {
  const weighed = candidates.map((one) => weigh(one, request)).sort((a, b) => precede(a, b, policy.order));
  const usable = promoteActivity(
    weighed.filter((one) => one.miss === null),
    policy,
  );
  const winner = usable[0];
  const trace = [
    ...usable.map((one) => step(one, winner, one === winner ? hitReason(one, request) : lostReason(one, winner as Weighed))),
    ...weighed.filter((one) => one.miss !== null).map((one) => step(one, winner, one.miss as string)),
  ];
  const price = winner?.unitPrice ?? null;
  return {
    price,
    source: winner?.layer ?? null,
    sourceId: winner?.id ?? null,
    listPrice: request.listPrice,
    minPrice: request.minPrice,
    belowFloor: price !== null && request.minPrice !== null && comparePrice(price, request.minPrice) < 0,
    trace,
  };
}

function weigh(candidate: PriceCandidate, request: PriceRequest): Weighed {
  const exact = candidate.unitId === request.unitId;
  const convertible = exact || candidate.unitId === request.baseUnitId;
  const unitPrice = exact || !convertible ? trimPrice(candidate.price) : convertPrice(candidate.price, request.num, request.den);
  return { ...candidate, exact, unitPrice, miss: missOf(candidate, request, exact, convertible) ?? (/[1-9]/.test(unitPrice) ? null : '换算后单价为0') };
}

function missOf(candidate: PriceCandidate, request: PriceRequest, exact: boolean, convertible: boolean): string | null {
  if (!convertible) return '单位不同，不能换算';
  if (candidate.validFrom !== null && request.on < candidate.validFrom) return `${candidate.validFrom}起才生效`;
  if (candidate.validTo !== null && request.on > candidate.validTo) return `已于${candidate.validTo}失效`;
  if (!reachesTier(candidate, request, exact)) return `未达到起始数量${trimQty(candidate.minQty)}`;
  return candidate.unusable ?? null;
}

/** qty × num/den ≥ minQty, without dividing. */
function reachesTier(candidate: PriceCandidate, request: PriceRequest, exact: boolean): boolean {
  const qty = scaled(request.qty, 4);
  const tier = scaled(candidate.minQty, 4);
  return exact ? qty >= tier : qty * BigInt(request.num) >= tier * BigInt(request.den);
}

/** Layer, exact unit, rank, higher tier, later start, lower price, id. */
function precede(a: Weighed, b: Weighed, order: readonly PriceLayer[]): number {
  const byLayer = order.indexOf(a.layer) - order.indexOf(b.layer);
  if (byLayer) return byLayer;
  if (a.exact !== b.exact) return a.exact ? -1 : 1;
  if ((a.rank ?? 0) !== (b.rank ?? 0)) return (a.rank ?? 0) - (b.rank ?? 0);
  const byTier = scaled(b.minQty, 4) - scaled(a.minQty, 4);
  if (byTier) return byTier > 0n ? 1 : -1;
  const later = (b.validFrom ?? '').localeCompare(a.validFrom ?? '');
  if (later) return later;
  return comparePrice(a.unitPrice, b.unitPrice) || (a.id ?? '').localeCompare(b.id ?? '');
}

/** Under LOWEST the cheapest activity is compared with what wins without any: it comes first only when strictly lower. */
function promoteActivity(usable: Weighed[], policy: PricePolicy): Weighed[] {
  if (policy.activityMode !== 'LOWEST') return usable;
  const activities = usable.filter((one) => one.layer === 'ACTIVITY').sort((a, b) => comparePrice(a.unitPrice, b.unitPrice));
  const others = usable.filter((one) => one.layer !== 'ACTIVITY');
  const [cheapest] = activities;
  const [first] = others;
  if (!cheapest || !first) return [...activities, ...others];
  const beaten = (first.layer === 'STRATEGY' || first.layer === 'LIST') && comparePrice(cheapest.unitPrice, first.unitPrice) < 0;
  return beaten ? [...activities, ...others] : [first, ...activities, ...others.slice(1)];
}

const step = (one: Weighed, winner: Weighed | undefined, reason: string): PriceTraceStep => ({
  layer: one.layer,
  id: one.id,
  price: one.unitPrice,
  hit: one === winner,
  reason,
});

function hitReason(one: Weighed, request: PriceRequest): string {
  const from = one.exact ? '' : `（由基本单位价换算：${trimPrice(one.price)} × ${request.den === 1 ? request.num : `${request.num}/${request.den}`}）`;
  return `采用${priceLayers[one.layer]}${from}`;
}

function lostReason(one: Weighed, winner: Weighed): string {
  if (one.layer === 'ACTIVITY' && comparePrice(one.unitPrice, winner.unitPrice) < 0) return '活动价更低但未采用';
  if (one.layer !== winner.layer) return `优先级低于${priceLayers[winner.layer]}`;
  if (one.exact !== winner.exact) return '已有该单位的专用价';
  return '同级中有更合适的价格';
}
