import { accrualOf, accrue, dayNumber, dayText, moveDue, segmentsOf } from './accrual';
import { draw, giveBack, pay, spread } from './allocate';
import { type Books, type ItemState, noFigures, type Outcome, type PlannedItem, type Relief } from './debts';
import { byDue, close, isOpen, least, openPrincipal, owedOf, type Run, type Running, reckon, type Source } from './running';

/**
 * What a customer owes is a function of the schedules with their revisions, the payments by value date and what was waived; nothing is carried on from
 * a figure stored before. A payment found late, or taken back, is the same function over other payments. Amounts in 分.
 */

type Happening = { day: string; seq: number; kind: 0 | 1 | 2 | 3 | 4; run: (day: number) => void };
/** Everything until `asOf`, that day included: what was owed then, and which payment had paid what. */
export function replay(books: Books, asOf: string): Outcome {
  const run: Run = {
    items: new Map(),
    byOrder: new Map(),
    open: [],
    allocations: [],
    sources: [],
    relieved: new Map(),
    refunded: new Map(),
    drained: new Map(),
  };
  const happenings: Happening[] = [
    ...books.revisions.map(({ day, seq, items }) => ({ day, seq, kind: 0 as const, run: (at: number) => revise(run, items, at) })),
    ...books.reliefs.map((one) => ({ day: one.day, seq: one.seq, kind: 1 as const, run: (at: number) => relieve(run, one, at) })),
    ...books.payments.map((one) => ({ day: one.day, seq: one.seq, kind: 2 as const, run: (at: number) => pay(run, one, at) })),
    ...(books.draws ?? []).map((one) => ({ day: one.day, seq: one.seq, kind: 3 as const, run: (at: number) => draw(run, one, at) })),
    ...(books.refunds ?? []).map((one) => ({ day: one.day, seq: one.seq, kind: 4 as const, run: () => giveBack(run, one) })),
  ];
  happenings.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.seq - b.seq || a.kind - b.kind));
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
    refunded: run.refunded,
    drained: run.drained,
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
