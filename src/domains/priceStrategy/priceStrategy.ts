import { type PriceMethod, priceMethods, type Rounding } from '~/domains/price/candidate';
import { activityModes, allLayers, customerPriceModes, floorModes, manualPriceModes, priceLayers } from '~/domains/price/pricePolicy';
import { HIDDEN } from '~/shared/mask';
import { displayPrice, displayQty, scaled, unscaled } from '~/shared/money';

/** What prices are called, for the screens of this domain. */
export const names = { layers: priceLayers, methods: priceMethods, activityModes, manualPriceModes, floorModes, customerPriceModes };
export const layersInOrder = allLayers;

export const customerScopes = { ALL: '全部客户', LEVEL: '客户级别', REGION: '区域', CUSTOMER: '指定客户' } as const;
export type CustomerScope = keyof typeof customerScopes;
export const goodsScopes = { ALL: '全部商品', BRAND: '品牌', CATEGORY: '商品分类', PRODUCT: '指定商品', SKU: '指定SKU' } as const;
export type GoodsScope = keyof typeof goodsScopes;
export const strategyStates = { ACTIVE: '生效中', NOT_STARTED: '未开始', EXPIRED: '已过期', DISABLED: '已停用' } as const;
export type StrategyState = keyof typeof strategyStates;
export const strategyTones = { ACTIVE: 'ok', NOT_STARTED: 'brand', EXPIRED: 'neutral', DISABLED: 'neutral' } as const;
/** '' keeps six decimals. */
export const roundingNames = { '0.01': '到分', '0.1': '到角', '1': '到元', '': '不取整（六位小数）' } as const;

export const MOST_TIERS = 20;
export const MOST_REFS = 500;

/** From this base quantity on. `value`: 元 for one base unit, or the factor of RATE. */
export interface Tier {
  minQty: string;
  value: string;
}

export function strategyStateOn(row: { status: string; validFrom: string; validTo: string | null }, today: string): StrategyState {
  if (row.status === 'DISABLED') return 'DISABLED';
  if (today < row.validFrom) return 'NOT_STARTED';
  return row.validTo !== null && today > row.validTo ? 'EXPIRED' : 'ACTIVE';
}

/** 0.875 is read and typed as 87.5 percent; exact at four decimals of a percent. What is hidden stays so. */
export const percentOf = (factor: string): string => (factor === HIDDEN ? HIDDEN : unscaled(scaled(factor, 6), 4));
export const factorOf = (percent: string): string => (percent === HIDDEN ? HIDDEN : unscaled(scaled(percent, 4), 6));

const shownPrice = (price: string): string => (price === HIDDEN ? HIDDEN : displayPrice(price));
const valueWords: Record<PriceMethod, (value: string) => string> = {
  FIXED: (value) => `${shownPrice(value)}元`,
  RATE: (value) => `标准价的${percentOf(value)}%`,
  MINUS: (value) => `标准价减${shownPrice(value)}元`,
  PLUS: (value) => `标准价加${shownPrice(value)}元`,
};

/** 标准价的95%；满100：标准价的90% */
export const tierWords = (method: PriceMethod, tiers: readonly Tier[]): string =>
  tiers.map(({ minQty, value }) => `${/[1-9]/.test(minQty) ? `满${displayQty(minQty)}：` : ''}${valueWords[method](value)}`).join('；');

export const roundingOf = (roundTo: string): Rounding | null => (roundTo === '' ? null : (roundTo as Rounding));
