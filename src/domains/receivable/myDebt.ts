/** A receivable as the one who owes it calls it. */
export const debtStates = { OPEN: '未付', PART: '部分付款', SETTLED: '已付清', REVERSED: '已冲销' } as const;
export const debtSources = { DELIVERY: '收货', OPENING: '期初', ADJUST: '调整', PLAN: '合同款' } as const;
