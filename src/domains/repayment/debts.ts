import type { Bucket, Terms } from '~/domains/credit/terms';
import type { Accrual, Segment } from './accrual';

/** What a replay takes and answers. Amounts in 分, days yyyy-MM-dd. */

export interface PlannedItem {
  id: string;
  /** The credit order. */
  order: string;
  seq: number;
  start: string;
  due: string;
  principal: bigint;
  fee: bigint;
  terms: Terms;
}
/** From that day on these rows stand as said here; rows of earlier revisions that are not named stay as they are. `seq` says what came first within a day, of everything that happens. */
export interface Revision {
  day: string;
  seq: number;
  items: PlannedItem[];
}

/** Whether money may settle this instalment, or be drawn from this payment: records that became one customer later were two until then. */
export type Sees = (id: string) => boolean;

/** An instalment or a credit order, and how much of the money at most. */
export interface Direction {
  to: string;
  amount?: bigint;
}
export interface Payment {
  id: string;
  day: string;
  seq: number;
  amount: bigint;
  directed: Direction[];
  /** Whether what is left pays instalments that are not due yet; else it stays as prepaid. */
  ahead: boolean;
  sees?: Sees;
}
/** Prepaid money is used: at most so much, of the payments that came first. */
export interface Draw {
  id: string;
  day: string;
  seq: number;
  amount: bigint;
  directed: Direction[];
  sees?: Sees;
}
/** Prepaid money is given back: it is nobody's debt any more. */
export type Refund = Omit<Draw, 'directed'>;
/** 减免, or of the principal 核销. */
export interface Relief {
  id: string;
  day: string;
  seq: number;
  item: string;
  bucket: Bucket;
  amount: bigint;
}
export interface Books {
  revisions: Revision[];
  payments: Payment[];
  draws?: Draw[];
  refunds?: Refund[];
  reliefs: Relief[];
}

export type Figures = Record<Bucket, bigint>;
export const noFigures = (): Figures => ({ FEE: 0n, PENALTY: 0n, INTEREST: 0n, PRINCIPAL: 0n });
export const sumOf = (figures: Figures): bigint => figures.FEE + figures.PENALTY + figures.INTEREST + figures.PRINCIPAL;

export interface Allocation {
  payment: string;
  item: string;
  bucket: Bucket;
  amount: bigint;
  day: string;
}
export interface ItemState extends PlannedItem {
  graceEnd: string;
  paid: Figures;
  relieved: Figures;
  owed: Figures;
  /** The day the last of it was paid. */
  settledOn: string | null;
  segments: Segment[];
  /** The sums of its accrual as of the last day something happened to it. */
  accrual: Pick<Accrual, 'at' | 'interestRaw' | 'penaltyRaw' | 'carriedRaw'>;
}
export interface Outcome {
  items: ItemState[];
  allocations: Allocation[];
  /** What no instalment took, payment by payment. */
  unapplied: Map<string, bigint>;
  relieved: Map<string, bigint>;
  /** What was given back of each payment, and how much each refund found to give back. */
  refunded: Map<string, bigint>;
  drained: Map<string, bigint>;
}
