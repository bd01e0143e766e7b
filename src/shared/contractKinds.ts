/** What contracts are about. Seals are lent for kinds of them, too. */
export const contractKinds = {
  SALES: '买卖合同',
  PRICE: '工程价协议',
  CREDIT: '授信协议',
  USE: '用信确认书',
  PROMISE: '还款承诺书',
  STATEMENT: '对账确认书',
  RESCISSION: '解约协议',
  OTHER: '其他合同',
} as const;
export type ContractKind = keyof typeof contractKinds;
