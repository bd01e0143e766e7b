/** Words of the money side, for the screens of returns. */
export { needsFlowNo, type ReceiptWay, receiptWays } from '~/domains/finance/receiptWay';
export { type RefundTo, refundTargets, refundWays, tenderNames } from '~/domains/finance/refund';

import { divideHalfUp, scaled } from '~/shared/money';
import { stateTable } from '~/shared/states';

export const returnTypes = { RETURN_REFUND: '退货退款', REFUND_ONLY: '仅退款', EXCHANGE: '换货' } as const;
export type ReturnKind = keyof typeof returnTypes;
export const returnStates = {
  DRAFT: '待提交',
  PENDING_AUDIT: '待审核',
  WAIT_BACK: '待寄回',
  WAIT_RECEIVE: '待收货',
  WAIT_REFUND: '待退款',
  DONE: '已完成',
  REJECTED: '已驳回',
  CANCELLED: '已取消',
} as const;
export type ReturnState = keyof typeof returnStates;
export const returnReasons = { REFUSED: '签收拒收', DAMAGED: '破损', QUALITY: '质量问题', WRONG: '发错货', SURPLUS: '多订退回', OTHER: '其他' } as const;
export type ReturnReason = keyof typeof returnReasons;
export const returnSources = { DEALER: '经销商申请', FACTORY: '厂家代办', SIGNING: '签收产生' } as const;
export type ReturnSource = keyof typeof returnSources;
/** Which part of a delivered line comes back: taken and brought back, or never taken (decision 281). */
export const returnParts = { SIGNED: '已签收', REFUSED: '拒收' } as const;
export type ReturnPart = keyof typeof returnParts;

/** Goods may be received at once, without a waybill; what needs no refund ends there. */
export const returnFlow = stateTable<ReturnState>(returnStates, {
  DRAFT: ['PENDING_AUDIT', 'CANCELLED'],
  PENDING_AUDIT: ['WAIT_BACK', 'WAIT_REFUND', 'DONE', 'REJECTED', 'DRAFT', 'CANCELLED'],
  WAIT_BACK: ['WAIT_RECEIVE', 'WAIT_REFUND', 'DONE', 'CANCELLED'],
  WAIT_RECEIVE: ['WAIT_REFUND', 'DONE', 'CANCELLED'],
  WAIT_REFUND: ['DONE'],
  DONE: [],
  REJECTED: [],
  CANCELLED: [],
});
/** Before it is applied for; what was withdrawn is a draft again. */
export const isEditable = (state: ReturnState): boolean => state === 'DRAFT';
/** Goods on their way back are called off by the factory alone. */
export const dealerCancels: readonly ReturnState[] = ['DRAFT', 'PENDING_AUDIT', 'WAIT_BACK'];
export const isOver = (state: ReturnState): boolean => state === 'DONE' || state === 'REJECTED' || state === 'CANCELLED';

/** 申请 → 审核 → 寄回 → 收货 → 退款, as the step bar of a type shows them. */
export const stepsOf = (type: ReturnKind): readonly string[] =>
  type === 'REFUND_ONLY'
    ? ['申请', '审核', '退款', '完成']
    : type === 'EXCHANGE'
      ? ['申请', '审核', '寄回', '收货换货', '完成']
      : ['申请', '审核', '寄回', '收货', '退款', '完成'];
export function stepOf(type: ReturnKind, state: ReturnState): number {
  const at: Record<ReturnState, number> = { DRAFT: 0, PENDING_AUDIT: 1, WAIT_BACK: 2, WAIT_RECEIVE: 3, WAIT_REFUND: 4, DONE: 5, REJECTED: 1, CANCELLED: 0 };
  if (type === 'REFUND_ONLY' && (state === 'WAIT_REFUND' || state === 'DONE')) return at[state] - 2;
  return type === 'EXCHANGE' && state === 'DONE' ? 4 : at[state];
}

/**
 * What `qty` of a delivered line was billed for, in 分: by exact share of all that came back so far, less what was reckoned for it already.
 * The return that brings the last of it takes the rest, so all of it is exactly what was billed.
 */
export function returnedAmount(line: { qty: string; amount: bigint; back: string; taken: bigint }, qty: string): bigint {
  const after = scaled(line.back, 4) + scaled(qty, 4);
  const due = divideHalfUp(line.amount * after, scaled(line.qty, 4)) - line.taken;
  return due > 0n ? due : 0n;
}
