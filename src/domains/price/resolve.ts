import { comparePrice, scaled, unscaled } from '~/shared/money';
import { saidPrice } from '~/shared/said';
import { type PriceCandidate, type PriceRequest, type Weighed, weigh } from './candidate';
import { defaultPolicy, type PriceLayer, type PricePolicy, priceLayers } from './pricePolicy';

export interface PriceTraceStep {
  layer: PriceLayer;
  id: string | null;
  price: string;
  hit: boolean;
  reason: string;
  /** What staff know the candidate by. */
  name?: string;
}

export interface ResolvedPrice {
  price: string | null;
  source: PriceLayer | null;
  sourceId: string | null;
  listPrice: string | null;
  minPrice: string | null;
  belowFloor: boolean;
  trace: PriceTraceStep[];
  /** What would have won but for its cap, and how much of the requested unit is left of it: a line to be refused or divided. */
  overCap?: { layer: PriceLayer; id: string | null; left: string };
  /** How much of the requested unit is to be had at this price; none: any. */
  left?: string;
}

/**
 * The one price rule of cart, order, audit and simulation. Total and deterministic whatever the order of `candidates`.
 * The exact unit's price comes before the base unit's converted at 6 decimals; no price at all is null, never 0.
 */
export function resolvePrice(candidates: readonly PriceCandidate[], request: PriceRequest, policy: PricePolicy = defaultPolicy): ResolvedPrice {
  const { ranked, capped } = rankPrices(candidates, request, policy);
  const winner = ranked.find((one) => one.hit)?.candidate;
  const trace = ranked.map(step);
  const price = winner?.unitPrice ?? null;
  return {
    price,
    source: winner?.layer ?? null,
    sourceId: winner?.id ?? null,
    listPrice: request.listPrice,
    minPrice: request.minPrice,
    belowFloor: price !== null && request.minPrice !== null && comparePrice(price, request.minPrice) < 0,
    trace,
    ...(winner?.capLeft ? { left: leftOf(winner, request) } : {}),
    ...(capped?.overCap ? { overCap: { layer: capped.layer, id: capped.id, left: leftOf(capped, request) } } : {}),
  };
}

/** A candidate with what became of it. */
export interface Ranked {
  candidate: Weighed;
  hit: boolean;
  reason: string;
}

/** Every candidate, first the one that wins, then what would win without those before it, last what does not apply. */
export function rankPrices(
  candidates: readonly PriceCandidate[],
  request: PriceRequest,
  policy: PricePolicy,
): { ranked: Ranked[]; capped: Weighed | undefined } {
  const weighed = candidates.map((one) => switchedOff(weigh(one, request, policy.allowZero), policy)).sort((a, b) => precede(a, b, policy.order));
  const usable = promoteActivity(
    weighed.filter((one) => one.miss === null),
    policy,
  );
  const [capped] = promoteActivity(
    weighed.filter((one) => one.miss === null || one.overCap),
    policy,
  );
  const [winner] = usable;
  const won = usable.map((one) => ({
    candidate: one,
    hit: one === winner,
    reason: one === winner ? hitReason(one, request) : lostReason(one, winner as Weighed),
  }));
  const missed = weighed.flatMap((one) => (one.miss === null ? [] : [{ candidate: one, hit: false, reason: one.miss }]));
  return { ranked: [...won, ...missed], capped };
}

/** A dealer learns what it pays and from which layer, never what else there was, what staff call it or where the floor is. */
export const forDealer = <T extends ResolvedPrice>(found: T): T => ({
  ...found,
  sourceId: null,
  minPrice: null,
  belowFloor: false,
  trace: dealerTrace(found.trace),
});
export const dealerTrace = <T extends { hit: boolean }>(trace: readonly T[]): T[] =>
  trace.filter((step) => step.hit).map((step) => ({ ...step, id: null, name: undefined }));

const switchedOff = (one: Weighed, { order }: PricePolicy): Weighed =>
  order.includes(one.layer) ? one : { ...one, miss: `价格配置未启用${priceLayers[one.layer]}`, overCap: false };

/** Layer, exact unit, rank, higher tier, priority, later start, lower price, id. */
function precede(a: Weighed, b: Weighed, order: readonly PriceLayer[]): number {
  const byLayer = order.indexOf(a.layer) - order.indexOf(b.layer);
  if (byLayer) return byLayer;
  if (a.exact !== b.exact) return a.exact ? -1 : 1;
  if ((a.rank ?? 0) !== (b.rank ?? 0)) return (a.rank ?? 0) - (b.rank ?? 0);
  const byTier = scaled(b.minQty, 4) - scaled(a.minQty, 4);
  if (byTier) return byTier > 0n ? 1 : -1;
  if ((a.priority ?? 0) !== (b.priority ?? 0)) return (a.priority ?? 0) - (b.priority ?? 0);
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

function leftOf({ capLeft, method, unitId }: Weighed, request: PriceRequest): string {
  const left = scaled(capLeft ?? '0', 4);
  return unscaled(!method && unitId === request.unitId ? left : (left * BigInt(request.den)) / BigInt(request.num), 4);
}

const step = ({ candidate, hit, reason }: Ranked): PriceTraceStep => ({
  layer: candidate.layer,
  id: candidate.id,
  price: candidate.unitPrice,
  hit,
  reason,
  ...(candidate.name ? { name: candidate.name } : {}),
});

function hitReason(one: Weighed, request: PriceRequest): string {
  const from = one.exact ? '' : `（由基本单位价换算：${saidPrice(one.price)} × ${request.den === 1 ? request.num : `${request.num}/${request.den}`}）`;
  return `采用${priceLayers[one.layer]}${from}`;
}

function lostReason(one: Weighed, winner: Weighed): string {
  if (one.layer === 'ACTIVITY' && comparePrice(one.unitPrice, winner.unitPrice) < 0) return '活动价更低但未采用';
  if (one.layer !== winner.layer) return winner.layer === 'ACTIVITY' ? '限时折扣更低' : `优先级低于${priceLayers[winner.layer]}`;
  if (one.exact !== winner.exact) return '已有该单位的专用价';
  if (one.id === winner.id) return '已达到更高的阶梯';
  if ((one.rank ?? 0) !== (winner.rank ?? 0)) return '已有适用范围更具体的价格';
  if (scaled(one.minQty, 4) !== scaled(winner.minQty, 4)) return '已有起始数量更高的价格';
  if ((one.priority ?? 0) !== (winner.priority ?? 0)) return '同级中优先级靠后';
  return '同级中有更合适的价格';
}
