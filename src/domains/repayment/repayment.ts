import { daysBetween } from '~/shared/dates';
import { stateTable } from '~/shared/states';

/** 还款单: money that came, prepaid money used, or something given up. */
export const paymentKinds = { MONEY: '还款', PREPAID: '预收抵扣', WAIVE: '减免', WRITE_OFF: '坏账核销', REFUND: '退预收' } as const;
export type PaymentKind = keyof typeof paymentKinds;
export const isRelief = (kind: string): boolean => kind === 'WAIVE' || kind === 'WRITE_OFF';

/** Where prepaid money goes that is given back. */
export const refundWays = { BANK: '退回客户银行账户', FUND: '转入客户资金账户', CUSTOMER: '转给其他客户还款' } as const;
export type RefundWay = keyof typeof refundWays;

/** 承兑汇票: taken in, paid when it was due, or refused. */
export const billStates = { HELD: '未到期', DUE: '已到期', DISHONOURING: '拒付审批中', DISHONOURED: '已拒付' } as const;
export type BillState = keyof typeof billStates;
export function billState(one: { billDueOn: string | null; status: string; dishonoured: boolean }, today: string): BillState | null {
  if (one.billDueOn === null) return null;
  if (one.dishonoured) return one.status === 'REVERSED' ? 'DISHONOURED' : 'DISHONOURING';
  return one.billDueOn > today ? 'HELD' : 'DUE';
}

export const paymentStates = {
  REVIEWING: '审批中',
  CONFIRMED: '已确认',
  REVERSING: '冲销审批中',
  REVERSED: '已冲销',
  REJECTED: '已驳回',
  CANCELLED: '已撤回',
} as const;
export type PaymentState = keyof typeof paymentStates;
export const paymentTones = { REVIEWING: 'warn', CONFIRMED: 'ok', REVERSING: 'warn', REVERSED: 'neutral', REJECTED: 'danger', CANCELLED: 'neutral' } as const;
export const paymentFlow = stateTable<PaymentState>(paymentStates, {
  REVIEWING: ['CONFIRMED', 'REJECTED', 'CANCELLED'],
  CONFIRMED: ['REVERSING'],
  REVERSING: ['REVERSED', 'CONFIRMED'],
  REVERSED: [],
  REJECTED: [],
  CANCELLED: [],
});
export const paymentSources = { FACTORY: '厂家登记', DEALER: '客户登记' } as const;
export type PaymentSource = keyof typeof paymentSources;

export const changeStates = { PENDING: '待审批', APPROVED: '已生效', REJECTED: '已驳回', CANCELLED: '已撤回' } as const;
export type ChangeState = keyof typeof changeStates;
export const changeFlow = stateTable<ChangeState>(changeStates, { PENDING: ['APPROVED', 'REJECTED', 'CANCELLED'], APPROVED: [], REJECTED: [], CANCELLED: [] });

export const itemStates = {
  NOT_DUE: '未到期',
  TODAY: '今日到期',
  GRACE: '宽限期',
  OVERDUE: '已逾期',
  SETTLED: '已还清',
  WRITTEN_OFF: '已核销',
  CANCELLED: '已取消',
} as const;
export type ItemState = keyof typeof itemStates;

export const itemTones = {
  NOT_DUE: 'neutral',
  TODAY: 'warn',
  GRACE: 'warn',
  OVERDUE: 'danger',
  SETTLED: 'ok',
  WRITTEN_OFF: 'neutral',
  CANCELLED: 'neutral',
} as const;

/** Where an instalment stands on a day; never stored. */
export function itemState(
  one: { dueOn: string; graceEnd: string; settledOn: string | null; principal: bigint; relievedPrincipal: bigint },
  today: string,
): ItemState {
  if (one.principal === 0n) return 'CANCELLED';
  if (one.settledOn !== null) return one.relievedPrincipal > 0n ? 'WRITTEN_OFF' : 'SETTLED';
  if (today > one.graceEnd) return 'OVERDUE';
  if (today > one.dueOn) return 'GRACE';
  return today === one.dueOn ? 'TODAY' : 'NOT_DUE';
}
/** Days after the due day, once the grace period is over. */
export const overdueDays = (one: { dueOn: string; graceEnd: string }, today: string): number => (today > one.graceEnd ? daysBetween(one.dueOn, today) : 0);

/** Notices go out so many days before (below 0) and after the due day. */
export const noticeSteps = [-7, -3, -1, 0, 1, 7, 30] as const;

/** A row of a plan as people compare it before and after. */
export interface PlanRow {
  no: string;
  nominal: string;
  due: string;
  provisional: boolean;
  principal: string;
  /** Millionths of the principal a day; what older documents do not say is nothing. */
  interestPpm?: number;
}

export const revisionKinds = { COMMIT: '发货入账', REVERSE: '发货冲销', RETURN: '退货', CYCLE: '周期变更', CALENDAR: '节假日调整' } as const;
