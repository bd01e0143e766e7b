/** How orders are paid, as people call it. */
export const payMethodNames: Readonly<Record<string, string>> = { BALANCE: '资金账户', CREDIT: '授信支付', OFFLINE: '线下付款', MIXED: '组合支付' };
