import type { PortalPath } from '~/portal/screens';

const F = '/portal/supplyChain/factory';
const receivable = `${F}/finance/receivables/receivablesDetail`;
const receipt = `${F}/finance/receivables/receiptDetail`;
const delivery = `${F}/deliver/detail`;

interface LedgerKind {
  /** What customers read on their statement. */
  name: string;
  /** The factory's page of the document by `biz_id` of the posting. */
  page?: PortalPath;
}

/**
 * Whatever changes what a customer owes (account 1122), by the kind of its posting: statements list every such posting, whoever makes it.
 * A new kind is a line here.
 */
export const ledgerKinds: Readonly<Record<string, LedgerKind>> = {
  DELIVERY: { name: '发货应收', page: receivable },
  DELIVERY_REVERSE: { name: '发货冲销', page: receivable },
  RETURN: { name: '退货' },
  REFUND: { name: '退款' },
  OPENING: { name: '期初应收', page: receivable },
  OPENING_REVERSE: { name: '撤销期初', page: receivable },
  ADJUST: { name: '应收调整', page: receivable },
  RECEIPT: { name: '收款', page: receipt },
  APPLY: { name: '预收核销', page: receipt },
  UNAPPLY: { name: '反核销', page: receipt },
  CAPTURE: { name: '账户扣款', page: delivery },
  CAPTURE_REVERSE: { name: '退回扣款', page: delivery },
  TAIL: { name: '尾差核销', page: receivable },
  TAIL_REVERSE: { name: '尾差撤回', page: receivable },
  REPAY: { name: '赊销还款' },
  REPAY_REVERSE: { name: '赊销还款冲销' },
  PLAN: { name: '应收计划', page: receivable },
  PLAN_REVERSE: { name: '中止应收计划', page: receivable },
  DISCOUNT: { name: '折让', page: receivable },
  ROUNDING: { name: '抹零', page: receivable },
  FEE: { name: '银行手续费', page: receivable },
  BAD_DEBT: { name: '坏账核销', page: receivable },
  ADJUST_RESTORE: { name: '恢复调整', page: receivable },
  MERGE: { name: '客户合并', page: '/portal/customer/detail' },
  MERGE_REVERSE: { name: '撤销合并', page: '/portal/customer/detail' },
};

export const ledgerKindName = (kind: string): string => ledgerKinds[kind]?.name ?? '其他';
