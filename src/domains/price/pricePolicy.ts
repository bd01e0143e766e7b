/** In order of precedence unless the tenant says otherwise: the first layer with an applicable price wins. */
export const priceLayers = { PROJECT: '工程价', CUSTOMER: '客户价', STRATEGY: '价格策略', ACTIVITY: '限时折扣', LIST: '标准价' } as const;
export type PriceLayer = keyof typeof priceLayers;
export const allLayers = Object.keys(priceLayers) as PriceLayer[];

export const activityModes = { SEQUENCE: '按顺序', LOWEST: '与策略价、标准价取低' } as const;
export const manualPriceModes = { OFF: '不允许', NEED_REASON: '允许，须填原因', NEED_AUDIT: '允许，须人工审核' } as const;
export const floorModes = { BLOCK: '禁止通过（有权限者可放行）', WARN: '仅提示', OFF: '不控制' } as const;

/** When a change of prices holds, of customers' prices as of strategies. */
export const customerPriceModes = { DIRECT: '保存后生效', APPROVE: '审批通过后生效' } as const;

/** How a tenant finds its prices and what it lets pass. */
export interface PricePolicy {
  /** The layers that count, first the one that comes first; a layer left out never wins. */
  order: readonly PriceLayer[];
  /** SEQUENCE: layers in order. LOWEST: an activity also beats STRATEGY and LIST when strictly lower, never PROJECT or CUSTOMER. */
  activityMode: keyof typeof activityModes;
  manualPrice: keyof typeof manualPriceModes;
  floorMode: keyof typeof floorModes;
  /** When written prices of customers hold. */
  customerPrice: keyof typeof customerPriceModes;
  /** When written strategies hold. */
  strategy: keyof typeof customerPriceModes;
  /** Whether a computed or hand-set price may be 0. Without it a computed 0 is no price. */
  allowZero: boolean;
}
export const defaultPolicy: PricePolicy = {
  order: allLayers,
  activityMode: 'SEQUENCE',
  manualPrice: 'NEED_REASON',
  floorMode: 'WARN',
  customerPrice: 'DIRECT',
  strategy: 'DIRECT',
  allowZero: false,
};
