import type { Nature } from '~/domains/receivable/nature';
import { addDays } from '~/shared/dates';
import { stateTable } from '~/shared/states';

export { type Bucket, bucketsOf, daysOf } from '~/domains/receivable/ageing';

export { natures } from '~/domains/receivable/nature';

export const planSources = { MANUAL: '合同', ORDER: '订单', CREDIT: '用信', IMPORT: '导入', BANK: '银行流水' } as const;
export type PlanSource = keyof typeof planSources;
/** What a person may make; the rest comes by import. */
export const madeByHand = { MANUAL: '合同', ORDER: '订单', CREDIT: '用信', BANK: '银行流水' } as const;
/** Whose items a person writes; those of orders and credit orders are the debts these make. */
export const hasOwnItems = (source: string): boolean => source === 'MANUAL' || source === 'BANK' || source === 'IMPORT';

export const planStates = { DRAFT: '草稿', RUNNING: '执行中', DONE: '已完成', STOPPED: '已中止' } as const;
export type PlanState = keyof typeof planStates;
export const planFlow = stateTable(planStates, { DRAFT: ['RUNNING'], RUNNING: ['DONE', 'STOPPED'], DONE: ['RUNNING'], STOPPED: [] });
/** What runs already owes: its debts change by adjustments. */
export const isEditable = (state: PlanState): boolean => state === 'DRAFT';

/** Due on a day, or so many days after something happens; nothing is owed before it has. */
export const dueBys = { DATE: '固定日期', SIGN: '合同签订后', SHIP: '发货后', ACCEPT: '验收后', WARRANTY: '质保期满后', INVOICE: '开票后' } as const;
export type DueBy = keyof typeof dueBys;
export const happenings = { SIGN: '合同签订', SHIP: '发货', ACCEPT: '验收', WARRANTY: '质保期满', INVOICE: '开票' } as const;

export const adjustKinds = {
  DISCOUNT: '折让',
  ROUNDING: '抹零',
  FEE: '银行手续费',
  BAD_DEBT: '坏账核销',
  RECLASS: '重分类',
  RESCHEDULE: '改期',
  RESTORE: '恢复调整',
} as const;
export type AdjustKind = keyof typeof adjustKinds;
/** What a person asks for; 恢复 is asked for on the adjustment it takes back. */
export const askedKinds = { DISCOUNT: '折让', ROUNDING: '抹零', FEE: '银行手续费', BAD_DEBT: '坏账核销', RECLASS: '重分类', RESCHEDULE: '改期' } as const;
export const adjustStates = { PENDING: '待审批', DONE: '已生效', REJECTED: '已驳回', WITHDRAWN: '已撤回' } as const;
export type AdjustState = keyof typeof adjustStates;
export const adjustFlow = stateTable(adjustStates, { PENDING: ['DONE', 'REJECTED', 'WITHDRAWN'], DONE: [], REJECTED: [], WITHDRAWN: [] });

export const disputeReasons = { QUALITY: '质量', QUANTITY: '数量', PRICE: '价格', INVOICE: '发票', DUPLICATE: '重复', OTHER: '其他' } as const;
export type DisputeReason = keyof typeof disputeReasons;
export const disputeStates = { OPEN: '处理中', UPHOLDING: '成立待审批', UPHELD: '成立', DENIED: '不成立', WITHDRAWN: '已撤销' } as const;
export type DisputeState = keyof typeof disputeStates;
/** A correction that is not agreed to opens the dispute again. */
export const disputeFlow = stateTable(disputeStates, {
  OPEN: ['UPHOLDING', 'DENIED', 'WITHDRAWN'],
  UPHOLDING: ['UPHELD', 'OPEN'],
  UPHELD: [],
  DENIED: [],
  WITHDRAWN: [],
});

/** What an order's deliveries may be paid by in stages; the shares are of 1,000,000 and add up to it. */
export const stageDues = { SHIP: '发货后', ACCEPT: '验收后', INVOICE: '开票后', WARRANTY: '质保期满后' } as const;
export interface Stage {
  nature: Nature;
  ppm: number;
  dueBy: keyof typeof stageDues;
  dueDays: number;
}
export const WHOLE_PPM = 1_000_000;

/** When an item is due, once what it waits for has happened; null: it has not. */
export function dueOf(item: { dueBy: DueBy; dueDays: number; dueDate: string | null; happenedOn: string | null }): string | null {
  if (item.dueBy === 'DATE') return item.dueDate;
  return item.happenedOn === null ? null : addDays(item.happenedOn, item.dueDays);
}

/** 7 days after 验收; for a day, the day. */
export const dueWords = (item: { dueBy: DueBy; dueDays: number; dueDate: string | null }): string =>
  item.dueBy === 'DATE' ? (item.dueDate ?? '') : `${dueBys[item.dueBy]}${item.dueDays}天`;

/** Splits `total` by shares of 1,000,000 in whole 分; the last takes what rounding left, so that the parts are the total. */
export function splitTotal(total: bigint, ppm: readonly number[]): bigint[] {
  const all = ppm.reduce((sum, share) => sum + share, 0);
  let given = 0n;
  return ppm.map((share, at) => {
    const part = at === ppm.length - 1 && all === 1_000_000 ? total - given : (total * BigInt(share) + 500_000n) / 1_000_000n;
    given += part;
    return part;
  });
}

export const openSources = { DELIVERY: '发货', OPENING: '期初', ADJUST: '调整', PLAN: '应收计划', CREDIT: '赊销' } as const;
export const owedStates = { OPEN: '未收', PART: '部分收款', SETTLED: '已收清', REVERSED: '已冲销' } as const;

/** 自动匹配: how a bank line would be taken in. */
export const matchWays = { NO: '摘要含单号', EXACT: '金额一致', SUM: '多张合计一致', OLDEST: '先到期先核销', PREPAID: '无应收，转预收' } as const;
export type MatchWay = keyof typeof matchWays;

/** Where money of a customer was taken in, and how far it counts. */
export const moneyKinds = { RECEIPT: '收款单', REPAYMENT: '还款单', DEPOSIT: '入账单' } as const;
export type MoneyKind = keyof typeof moneyKinds;
export const moneyStates = { WAITING: '待确认', CONFIRMED: '已确认', REVERSED: '已作废' } as const;
export const moneyTones = { WAITING: 'warn', CONFIRMED: 'ok', REVERSED: 'neutral' } as const;
/** 差额处理: what a payment leaves open. */
export const restWays = { KEEP: '继续收款', ROUND: '申请抹零', FEE: '银行手续费' } as const;

export const paidStates = { CONFIRMED: '已确认', REVERSED: '已冲销', DRAFT: '草稿' } as const;
