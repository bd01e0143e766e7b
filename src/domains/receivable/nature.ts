/** 款项性质: what a debt is paid for. */
export const natures = { ADVANCE: '预付款', PROGRESS: '进度款', DELIVERY: '发货款', ACCEPTANCE: '验收款', RETENTION: '质保金' } as const;
export type Nature = keyof typeof natures;
