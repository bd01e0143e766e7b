import { compareQty, convertQty, displayQty, isMultiple, nextAllowedQty } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { inexactness, titleOf as title } from './quantity';

/** A price of 7 digits in a unit of 100000 base units still fits the 12 digits a price has. */
export const MAX_RATIO = 100_000;
export const isPriceInRange = (price: string): boolean => /[1-9]/.test(price) && /^0*\d{1,7}(\.|$)/.test(price);
export const PRICE_RANGE = '必须大于0且小于10000000元';

export const productStates = { DRAFT: '草稿', ON: '上架', OFF: '下架' } as const;
export type ProductState = keyof typeof productStates;
export const skuStates = { ACTIVE: '启用', DISABLED: '停用' } as const;
export type SkuState = keyof typeof skuStates;

/** 1 of the unit = num/den base units; the base unit itself is 1/1. */
export interface SkuUnit {
  unitId: string;
  name: string;
  decimals: number;
  num: number;
  den: number;
  /** 元 per this unit; null: converted from the base unit. */
  listPrice: string | null;
}

/** A SKU as orders, prices and stock need it. `moq` and `multiple` count base units; '0' means none. */
export interface SkuForSale {
  skuId: string;
  productId: string;
  productCode: string;
  skuCode: string;
  name: string;
  spec: string;
  saleText: string;
  image: string | null;
  baseUnitId: string;
  status: ProductState;
  skuStatus: SkuState;
  visible: boolean;
  moq: string;
  multiple: string;
  listPrice: string | null;
  minPrice: string | null;
  taxRatePpm: number;
  taxClassCode: string;
  byBatch?: boolean;
  units: SkuUnit[];
}

type Named = Pick<SkuForSale, 'name' | 'skuCode' | 'units'>;

export function unitOf(sku: Named, unitId: string): SkuUnit {
  const unit = sku.units.find((one) => one.unitId === unitId);
  return unit ?? refuse('CATALOGUE_RULE', `${title(sku)}没有所选的单位，请重新选择单位`);
}

/** Quantity in base units, exactly; refuses what the unit's or the base unit's decimals cannot express. */
export function toBaseQty(sku: Named, unitId: string, qty: string): string {
  const unit = unitOf(sku, unitId);
  const problem = inexactness(sku, unit, qty);
  return problem ? refuse('UNIT_INEXACT', problem) : (convertQty(qty, unit.num, unit.den) as string);
}

/** Why a base quantity breaks the order rules, with the next quantity that keeps them; null when it keeps them. */
export function orderRuleProblem(sku: Named & Pick<SkuForSale, 'moq' | 'multiple'>, baseQty: string): { message: string; suggested: string } | null {
  const base = sku.units[0]?.name ?? '';
  const suggested = nextAllowedQty(baseQty, sku.moq, sku.multiple);
  if (compareQty(baseQty, sku.moq) < 0)
    return { message: `${title(sku)}的起订量为${displayQty(sku.moq)}${base}，当前${displayQty(baseQty)}${base}`, suggested };
  if (!isMultiple(baseQty, sku.multiple))
    return { message: `${title(sku)}须按${displayQty(sku.multiple)}${base}的倍数订购，当前${displayQty(baseQty)}${base}`, suggested };
  return null;
}

/** 颜色:白 规格:20kg → "白 / 20kg". */
export const saleTextOf = (attrs: Record<string, string>): string => Object.values(attrs).join(' / ');
/** What makes a SKU unique within its product: attribute names sorted, so the order of entry does not matter. */
export const saleKeyOf = (attrs: Record<string, string>): string =>
  Object.keys(attrs)
    .sort()
    .map((name) => `${name}=${attrs[name]}`)
    .join('|');

export const stockHints = { ENOUGH: '有货', TIGHT: '紧张', OUT: '缺货' } as const;
export type StockHint = keyof typeof stockHints;
