import { daysBetween } from '~/shared/dates';

export const receivableStates = { OPEN: '未收', PART: '部分收款', SETTLED: '已收清', REVERSED: '已冲销' } as const;
export type ReceivableState = keyof typeof receivableStates;
export const receivableSources = { DELIVERY: '发货', OPENING: '期初', ADJUST: '调整', PLAN: '应收计划' } as const;
export type ReceivableSource = keyof typeof receivableSources;

/** Ledger kinds that make or undo a receivable; whatever else moves 1122 is money received. */
export const RAISE = 'DELIVERY';
export const RAISE_REVERSED = 'DELIVERY_REVERSE';
/** Goods came back: what was raised for them is taken off again. */
export const RETURNED = 'RETURN';
export const OPENING = 'OPENING';
export const OPENING_REVERSED = 'OPENING_REVERSE';
export const ADJUST = 'ADJUST';
/** An item of a plan that is owed from now on. */
export const PLANNED = 'PLAN';
export const PLANNED_REVERSED = 'PLAN_REVERSE';
/** What opens and closes receivables; a merge brings them from, or back to, another record of the customer. */
export const raisingKinds: readonly string[] = [
  RAISE,
  RAISE_REVERSED,
  RETURNED,
  OPENING,
  OPENING_REVERSED,
  ADJUST,
  PLANNED,
  PLANNED_REVERSED,
  'MERGE',
  'MERGE_REVERSE',
];

export const overdueDays = (dueDate: string, today: string): number => Math.max(0, daysBetween(dueDate, today));

export interface Figures {
  amount: bigint;
  settled: bigint;
  offset: bigint;
  /** What returns took off, and what of the payments was given back for them. */
  returned: bigint;
  refunded: bigint;
}

export function receivableState(one: Figures): ReceivableState {
  const paid = one.settled + one.offset - one.refunded;
  if (paid + one.returned >= one.amount && paid + one.returned > 0n) return 'SETTLED';
  return paid === 0n || one.refunded > one.settled ? 'OPEN' : 'PART';
}

export interface OpenReceivable {
  id: string;
  dueDate: string;
  bizDate: string;
  no: string;
  open: bigint;
}

const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : 1);

/** Spreads an amount over open receivables, the earliest due first, then the earliest made; what is left over stays with the customer. */
export function firstDueFirst<R extends OpenReceivable>(receivables: readonly R[], amount: bigint): { parts: (R & { apply: bigint })[]; rest: bigint } {
  const key = (one: R) => `${one.dueDate}|${one.bizDate}|${one.no}`;
  let rest = amount;
  const parts: (R & { apply: bigint })[] = [];
  for (const one of [...receivables].sort((a, b) => (key(a) < key(b) ? -1 : 1))) {
    const [apply = 0n] = [one.open, rest].sort(ascending);
    // What is owed less (an adjustment below 0) takes no money.
    if (apply <= 0n) continue;
    parts.push({ ...one, apply });
    rest -= apply;
  }
  return { parts, rest };
}
/** Which of a customer's figures in the summary is opened. */
export const movedParts = { opening: '期初', raised: '本期应收', received: '本期收款', closing: '期末' } as const;
export type MovedPart = keyof typeof movedParts;
