export const accountStates = { ACTIVE: '启用', DISABLED: '停用' } as const;
export type AccountState = keyof typeof accountStates;
/** Every customer has the first; the second opens with the first expense granted. */
export const accountTypes = { BALANCE: '资金账户', EXPENSE: '费用账户' } as const;
export const holdStates = { ACTIVE: '冻结中', PART: '部分使用', CAPTURED: '已扣款', RELEASED: '已解冻' } as const;
export type HoldState = keyof typeof holdStates;
export const holdReasons = { ORDER: '订单冻结', REFUND: '退款冻结', MANUAL: '手工冻结' } as const;
export type HoldReason = keyof typeof holdReasons;
export const holdActions = { HOLD: '冻结', CAPTURE: '扣款', RELEASE: '解冻' } as const;
export type HoldAction = keyof typeof holdActions;
/** What moved a fund account, by the posting's kind. */
export const postingKinds: Record<string, string> = {
  ENTER: '入账',
  ENTER_REVERSE: '入账冲销',
  CAPTURE: '发货扣款',
  CAPTURE_REVERSE: '扣款退回',
  GRANT: '费用入账',
  GRANT_REVERSE: '费用冲销',
  DEDUCT: '费用抵扣',
  DEDUCT_REVERSE: '费用抵扣退回',
  DEDUCT_RETURN: '退货退回费用',
  EXPIRE: '费用到期',
  ADVANCE: '审核扣款',
  ADVANCE_RETURN: '审核扣款退回',
  WITHDRAW: '提现付款',
  REFUND: '退货退款',
  MERGE: '客户合并',
  MERGE_REVERSE: '撤销客户合并',
  RECEIPT: '收款转入',
  RECEIPT_REVERSE: '收款冲销',
  REPAY: '赊销预收转入',
  REPAY_REVERSE: '赊销预收转回',
  APPLY: '核销应收',
  UNAPPLY: '反核销',
};
export const accountNames: Record<string, string> = {
  '1002': '银行存款',
  '1122': '应收账款',
  '2203': '客户资金',
  '2205': '订单已扣款',
  '2241': '客户费用',
  '3901': '期初结转',
  '6601': '返利费用',
  '6001': '发货暂估',
  '6603': '尾差',
  '6051': '利息收入',
  '6301': '违约金收入',
  '6702': '坏账损失',
};
