import type { Bucket, Terms } from '~/domains/credit/terms';
import { type Accrual, accrualOf, accrue, dayNumber, dayText, interestDue, moveDue, penaltyDue, type Segment, segmentsOf } from './accrual';

/**
 * What a customer owes is a function of the schedules with their revisions, the payments by value date and what was waived; nothing is carried on from
 * a figure stored before. A payment found late, or taken back, is the same function over other payments. Amounts in 分.
 */

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
/** From that day on these rows stand as said here; rows of earlier revisions that are not named stay as they are. */
export interface Revision {
  day: string;
  seq: number;
  items: PlannedItem[];
}

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
}
/** Prepaid money is used: at most so much, of the payments that came first. */
export interface Draw {
  id: string;
  day: string;
  seq: number;
  amount: bigint;
  directed: Direction[];
}
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
}

interface Running {
  plan: PlannedItem;
  accrual: Accrual;
  paid: Figures;
  relieved: Figures;
  payers: { payment: Source; amount: bigint }[];
  settledOn: number | null;
}
interface Source {
  id: string;
  ahead: boolean;
  rest: bigint;
}
type Happening = { day: string; seq: number; kind: 0 | 1 | 2 | 3; run: (day: number) => void };

const byDue = (a: Running, b: Running): number =>
  a.accrual.due - b.accrual.due ||
  (a.plan.order < b.plan.order ? -1 : a.plan.order > b.plan.order ? 1 : 0) ||
  a.plan.seq - b.plan.seq ||
  (a.plan.id < b.plan.id ? -1 : 1);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const openPrincipal = ({ plan, paid, relieved }: Running): bigint => plan.principal - paid.PRINCIPAL - relieved.PRINCIPAL;

/** What is to be paid now, bucket by bucket; reckoned up to the day before. */
function owedOf(one: Running): Figures {
  const { plan, paid, relieved, accrual } = one;
  return {
    FEE: plan.fee - paid.FEE - relieved.FEE,
    PENALTY: penaltyDue(accrual) - paid.PENALTY - relieved.PENALTY,
    INTEREST: interestDue(accrual) - paid.INTEREST - relieved.INTEREST,
    PRINCIPAL: openPrincipal(one),
  };
}

interface Run {
  items: Map<string, Running>;
  byOrder: Map<string, Running[]>;
  /** By due day; those with nothing to pay are left out. */
  open: Running[];
  allocations: Allocation[];
  sources: Source[];
  relieved: Map<string, bigint>;
}

/** Everything until `asOf`, that day included: what was owed then, and which payment had paid what. */
export function replay(books: Books, asOf: string): Outcome {
  const run: Run = { items: new Map(), byOrder: new Map(), open: [], allocations: [], sources: [], relieved: new Map() };
  const happenings: Happening[] = [
    ...books.revisions.map(({ day, seq, items }) => ({ day, seq, kind: 0 as const, run: (at: number) => revise(run, items, at) })),
    ...books.reliefs.map((one) => ({ day: one.day, seq: one.seq, kind: 1 as const, run: (at: number) => relieve(run, one, at) })),
    ...books.payments.map((one) => ({ day: one.day, seq: one.seq, kind: 2 as const, run: (at: number) => pay(run, one, at) })),
    ...(books.draws ?? []).map((one) => ({ day: one.day, seq: one.seq, kind: 3 as const, run: (at: number) => draw(run, one, at) })),
  ];
  happenings.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.kind - b.kind || a.seq - b.seq));
  for (const one of happenings) {
    if (one.day > asOf) break;
    one.run(dayNumber(one.day));
  }
  const until = dayNumber(asOf);
  return {
    items: [...run.items.values()].sort(byDue).map((one) => stateOf(one, until)),
    allocations: run.allocations,
    unapplied: new Map(run.sources.map(({ id, rest }) => [id, rest])),
    relieved: run.relieved,
  };
}

function stateOf(one: Running, until: number): ItemState {
  const { at, interestRaw, penaltyRaw, carriedRaw } = one.accrual;
  accrue(one.accrual, openPrincipal(one), until);
  return {
    ...one.plan,
    due: dayText(one.accrual.due),
    graceEnd: dayText(one.accrual.graceEnd),
    paid: one.paid,
    relieved: one.relieved,
    owed: owedOf(one),
    settledOn: one.settledOn === null ? null : dayText(one.settledOn),
    segments: segmentsOf(one.accrual),
    accrual: { at, interestRaw, penaltyRaw, carriedRaw },
  };
}

const reckon = (one: Running, day: number): void => accrue(one.accrual, openPrincipal(one), day);

function revise(run: Run, items: readonly PlannedItem[], day: number): void {
  const freed = new Map<Source, bigint>();
  for (const plan of items) {
    const known = run.items.get(plan.id);
    if (!known) {
      const one = { plan, accrual: accrualOf(plan.terms, plan), paid: noFigures(), relieved: noFigures(), payers: [], settledOn: null };
      run.items.set(plan.id, one);
      run.byOrder.set(plan.order, [...(run.byOrder.get(plan.order) ?? []), one]);
      continue;
    }
    reckon(known, day);
    known.plan = plan;
    moveDue(known.accrual, plan.due, plan.terms.graceDays);
    free(run, known, day, freed);
    known.settledOn = isOpen(known) ? null : (known.settledOn ?? day);
  }
  run.open = [...run.items.values()].filter(isOpen).sort(byDue);
  for (const [source, amount] of freed) spread(run, source, amount, day);
}

/** A principal that shrank below what was paid of it gives back to the payments that came last. */
function free(run: Run, one: Running, day: number, freed: Map<Source, bigint>): void {
  let over = -openPrincipal(one);
  const forgiven = least(over, one.relieved.PRINCIPAL);
  if (forgiven > 0n) {
    one.relieved.PRINCIPAL -= forgiven;
    over -= forgiven;
  }
  while (over > 0n) {
    const last = one.payers.at(-1);
    if (!last) break;
    const back = least(over, last.amount);
    last.amount -= back;
    if (last.amount === 0n) one.payers.pop();
    over -= back;
    one.paid.PRINCIPAL -= back;
    run.allocations.push({ payment: last.payment.id, item: one.plan.id, bucket: 'PRINCIPAL', amount: -back, day: dayText(day) });
    freed.set(last.payment, (freed.get(last.payment) ?? 0n) + back);
  }
}

/** While principal is unpaid, or something demanded is. What a grace period may still demand ends with the principal. */
const isOpen = (one: Running): boolean => openPrincipal(one) > 0n || sumOf(owedOf(one)) > 0n;

function relieve(run: Run, { id, item, bucket, amount }: Relief, day: number): void {
  const one = run.items.get(item);
  if (!one) return;
  reckon(one, day);
  const taken = least(amount, owedOf(one)[bucket]);
  run.relieved.set(id, taken > 0n ? taken : 0n);
  if (taken <= 0n) return;
  one.relieved[bucket] += taken;
  close(run, one, day);
}

function close(run: Run, one: Running, day: number): void {
  if (isOpen(one)) return;
  one.settledOn = day;
  const index = run.open.indexOf(one);
  if (index >= 0) run.open.splice(index, 1);
}

function pay(run: Run, { id, amount, directed, ahead }: Payment, day: number): void {
  const source: Source = { id, ahead, rest: 0n };
  run.sources.push(source);
  const rest = direct(run, source, amount, directed, day);
  spread(run, source, rest, day);
}

function draw(run: Run, { amount, directed }: Draw, day: number): void {
  let left = amount;
  for (const source of run.sources) {
    const part = least(source.rest, left);
    if (part <= 0n) continue;
    source.rest -= part;
    left -= part;
    const rest = direct(run, source, part, directed, day);
    const before = source.rest;
    spread(run, source, rest, day);
    left += source.rest - before;
  }
}

/** What was said of this money first; answers what is left of it. */
function direct(run: Run, source: Source, amount: bigint, directed: readonly Direction[], day: number): bigint {
  let rest = amount;
  for (const { to, amount: most } of directed) {
    const named = run.items.get(to);
    const targets = named ? [named] : [...(run.byOrder.get(to) ?? [])].sort(byDue);
    let part = most === undefined ? rest : least(most, rest);
    rest -= part;
    for (const one of targets) part = settleItem(run, source, one, part, day);
    rest += part;
  }
  return rest;
}

/** By rule: what is due first, earliest first; then, if so wanted, what is not due yet. What is left stays with the payment. */
function spread(run: Run, source: Source, amount: bigint, day: number): void {
  let rest = amount;
  const together = new Set<Running>();
  for (const one of [...takers(run, rest, day, source.ahead)]) {
    if (rest <= 0n) break;
    if (together.has(one)) continue;
    if (one.plan.terms.allocationWay === 'VERTICAL' || one.accrual.due > day) {
      rest = settleItem(run, source, one, rest, day);
      continue;
    }
    const order = one.plan.terms.allocation;
    const alike = run.open.filter(
      (other) => other.accrual.due <= day && other.plan.terms.allocationWay === 'HORIZONTAL' && other.plan.terms.allocation.join() === order.join(),
    );
    for (const other of alike) together.add(other);
    for (const bucket of order) for (const other of alike) rest = settleBucket(run, source, other, bucket, rest, day);
    for (const other of alike) close(run, other, day);
  }
  source.rest += rest;
}

/** As many of the open ones as the money can reach; a payment seldom reaches far, and the rest need not be looked at. */
function takers(run: Run, amount: bigint, day: number, ahead: boolean): Running[] {
  const found: Running[] = [];
  let sum = 0n;
  for (const one of run.open) {
    if (sum >= amount || (!ahead && one.accrual.due > day)) break;
    found.push(one);
    sum += openPrincipal(one);
  }
  return found;
}

function settleItem(run: Run, source: Source, one: Running, amount: bigint, day: number): bigint {
  if (amount <= 0n) return amount;
  let rest = amount;
  for (const bucket of one.plan.terms.allocation) rest = settleBucket(run, source, one, bucket, rest, day);
  close(run, one, day);
  return rest;
}

function settleBucket(run: Run, source: Source, one: Running, bucket: Bucket, amount: bigint, day: number): bigint {
  if (amount <= 0n) return amount;
  reckon(one, day);
  const part = least(amount, owedOf(one)[bucket]);
  if (part <= 0n) return amount;
  one.paid[bucket] += part;
  if (bucket === 'PRINCIPAL') one.payers.push({ payment: source, amount: part });
  run.allocations.push({ payment: source.id, item: one.plan.id, bucket, amount: part, day: dayText(day) });
  return amount - part;
}
