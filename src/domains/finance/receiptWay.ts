export const receiptWays = { BANK: '银行转账', ACCEPTANCE: '承兑汇票', WECHAT: '微信', ALIPAY: '支付宝', CASH: '现金', OTHER: '其他' } as const;
export type ReceiptWay = keyof typeof receiptWays;
/** Ways whose payment carries a flow number of a bank or a payment company. */
export const needsFlowNo = (way: ReceiptWay): boolean => way !== 'CASH' && way !== 'OTHER';
