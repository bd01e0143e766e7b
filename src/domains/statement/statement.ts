import { stateTable } from '~/shared/states';

export const statementStates = { DRAFT: '草稿', SENT: '待客户确认', DISPUTED: '有异议', CONFIRMED: '已确认', WITHDRAWN: '已撤回' } as const;
/** As the customer it waits for reads them. */
export const myStatementStates = { ...statementStates, SENT: '待我确认' } as const;
export type StatementState = keyof typeof statementStates;
export const statementFlow = stateTable(statementStates, {
  DRAFT: ['SENT'],
  SENT: ['DISPUTED', 'CONFIRMED', 'WITHDRAWN'],
  DISPUTED: ['SENT', 'WITHDRAWN'],
  CONFIRMED: [],
  WITHDRAWN: [],
});
export const statementTones = { DRAFT: 'neutral', SENT: 'warn', DISPUTED: 'danger', CONFIRMED: 'ok', WITHDRAWN: 'neutral' } as const;

export const disputeReasons = {
  AMOUNT: '金额不符',
  MISSING: '漏记',
  DUPLICATE: '重复入账',
  NOT_RECEIVED: '未收到货',
  NOT_MINE: '不是我方业务',
  OTHER: '其他',
} as const;
export type DisputeReason = keyof typeof disputeReasons;
export const disputeStates = { OPEN: '待处理', CORRECTING: '更正审批中', CORRECTED: '已更正', EXPLAINED: '已答复', TAKEN_BACK: '已撤回' } as const;
export type DisputeState = keyof typeof disputeStates;
/** Nothing is settled while one of these is there. */
export const openDisputes: readonly DisputeState[] = ['OPEN', 'CORRECTING'];

export const adjustStates = { PENDING: '待审批', DONE: '已记账', REJECTED: '已驳回', WITHDRAWN: '已撤回' } as const;
export type AdjustState = keyof typeof adjustStates;
export const adjustFlow = stateTable(adjustStates, { PENDING: ['DONE', 'REJECTED', 'WITHDRAWN'], DONE: [], REJECTED: [], WITHDRAWN: [] });

export const sides = { DEBIT: '本期增加', CREDIT: '本期减少' } as const;

/** 2026年10月, or both days where it is no whole month. */
export function periodName(start: string, end: string): string {
  const [year, month] = start.split('-') as [string, string];
  const whole = start.endsWith('-01') && end === lastDay(start);
  return whole ? `${year}年${Number(month)}月` : `${start}至${end}`;
}

/** Last day of the month of a day. */
export function lastDay(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
export const firstDay = (day: string): string => `${day.slice(0, 8)}01`;
