import type { Accrual } from './accrual';
import { accrue, interestDue, penaltyDue } from './accrual';
import { type Allocation, type Figures, type PlannedItem, type Sees, sumOf } from './debts';

/** Instalments while a replay runs over them. */

export interface Running {
  plan: PlannedItem;
  accrual: Accrual;
  paid: Figures;
  relieved: Figures;
  payers: { payment: Source; amount: bigint }[];
  settledOn: number | null;
}
export interface Source {
  id: string;
  ahead: boolean;
  rest: bigint;
  sees: Sees;
}
export const seesAll: Sees = () => true;

export const byDue = (a: Running, b: Running): number =>
  a.accrual.due - b.accrual.due ||
  (a.plan.order < b.plan.order ? -1 : a.plan.order > b.plan.order ? 1 : 0) ||
  a.plan.seq - b.plan.seq ||
  (a.plan.id < b.plan.id ? -1 : 1);
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const openPrincipal = ({ plan, paid, relieved }: Running): bigint => plan.principal - paid.PRINCIPAL - relieved.PRINCIPAL;

/** What is to be paid now, bucket by bucket; reckoned up to the day before. */
export function owedOf(one: Running): Figures {
  const { plan, paid, relieved, accrual } = one;
  return {
    FEE: plan.fee - paid.FEE - relieved.FEE,
    PENALTY: penaltyDue(accrual) - paid.PENALTY - relieved.PENALTY,
    INTEREST: interestDue(accrual) - paid.INTEREST - relieved.INTEREST,
    PRINCIPAL: openPrincipal(one),
  };
}

export interface Run {
  items: Map<string, Running>;
  byOrder: Map<string, Running[]>;
  /** By due day; those with nothing to pay are left out. */
  open: Running[];
  allocations: Allocation[];
  sources: Source[];
  relieved: Map<string, bigint>;
  refunded: Map<string, bigint>;
  drained: Map<string, bigint>;
}

export const reckon = (one: Running, day: number): void => accrue(one.accrual, openPrincipal(one), day);

/** While principal is unpaid, or something demanded is. What a grace period may still demand ends with the principal. */
export const isOpen = (one: Running): boolean => openPrincipal(one) > 0n || sumOf(owedOf(one)) > 0n;

export function close(run: Run, one: Running, day: number): void {
  if (isOpen(one)) return;
  one.settledOn = day;
  const index = run.open.indexOf(one);
  if (index >= 0) run.open.splice(index, 1);
}
