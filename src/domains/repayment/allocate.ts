import type { Bucket } from '~/domains/credit/terms';
import { dayText } from './accrual';
import type { Direction, Draw, Payment, Refund, Sees } from './debts';
import { byDue, close, least, openPrincipal, owedOf, type Run, type Running, reckon, type Source, seesAll } from './running';

/** Which debts a sum of money settles. Days are numbers. */

export function pay(run: Run, { id, amount, directed, ahead, sees = seesAll }: Payment, day: number): void {
  const source: Source = { id, ahead, rest: 0n, sees };
  run.sources.push(source);
  const rest = direct(run, source, amount, directed, day);
  spread(run, source, rest, day);
}

export function draw(run: Run, { amount, directed, sees = seesAll }: Draw, day: number): void {
  let left = amount;
  for (const source of run.sources) {
    const part = least(source.rest, left);
    if (part <= 0n || !sees(source.id)) continue;
    source.rest -= part;
    left -= part;
    const rest = direct(run, source, part, directed, day);
    const before = source.rest;
    spread(run, source, rest, day, sees);
    left += source.rest - before;
  }
}

export function giveBack(run: Run, { id, amount, sees = seesAll }: Refund): void {
  let left = amount;
  for (const source of run.sources) {
    const part = least(source.rest, left);
    if (part <= 0n || !sees(source.id)) continue;
    source.rest -= part;
    left -= part;
    run.refunded.set(source.id, (run.refunded.get(source.id) ?? 0n) + part);
  }
  run.drained.set(id, amount - left);
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
export function spread(run: Run, source: Source, amount: bigint, day: number, sees = source.sees): void {
  let rest = amount;
  const together = new Set<Running>();
  for (const one of [...takers(run, rest, day, { ahead: source.ahead, sees })]) {
    if (rest <= 0n) break;
    if (together.has(one)) continue;
    if (one.plan.terms.allocationWay === 'VERTICAL' || one.accrual.due > day) {
      rest = settleItem(run, source, one, rest, day);
      continue;
    }
    const order = one.plan.terms.allocation;
    const alike = run.open.filter(
      (other) =>
        sees(other.plan.id) &&
        other.accrual.due <= day &&
        other.plan.terms.allocationWay === 'HORIZONTAL' &&
        other.plan.terms.allocation.join() === order.join(),
    );
    for (const other of alike) together.add(other);
    for (const bucket of order) for (const other of alike) rest = settleBucket(run, source, other, bucket, rest, day);
    for (const other of alike) close(run, other, day);
  }
  source.rest += rest;
}

/** As many of the open ones as the money can reach; a payment seldom reaches far, and the rest need not be looked at. */
function takers(run: Run, amount: bigint, day: number, { ahead, sees }: { ahead: boolean; sees: Sees }): Running[] {
  const found: Running[] = [];
  let sum = 0n;
  for (const one of run.open) {
    if (sum >= amount || (!ahead && one.accrual.due > day)) break;
    if (!sees(one.plan.id)) continue;
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
