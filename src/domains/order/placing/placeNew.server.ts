import { reserveDeduction } from '~/domains/expense/deduction.server';
import { orderSettingsOf } from '~/domains/settings/orderSettings.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber, readyNumber } from '~/server/numbers.server';
import { together } from '~/server/together.server';
import { fundsFor, lockStock, reserveNew } from '../allocation/allocation.server';
import type { OrderInput } from '../form/orderInput.schema';
import { withExpense } from '../lines/expense.server';
import { type PricedLine, priceLines, totalsOf } from '../lines/lines.server';
import * as subjects from '../subjects';
import { takeUses } from '../uses/uses.server';
import type { Done } from '../views/orderView.schema';
import { customerOf, headOf, refusePastDay } from './head.server';
import { audited, submitNew } from './submitted.server';
import { insertHead, insertLines, keepFiles, markShort } from './write.server';

/**
 * Places an order that was never stored. Locks of money and stock come last, so that they are held shortest: with a number at hand, what is certain
 * without them is written before, in one message with them.
 */
export async function placeNew(tx: Tx, me: Me, input: OrderInput, now: Date, origin?: { source: 'IMPORT'; external_no: string }): Promise<Done> {
  refusePastDay(input, null, now);
  const id = newId();
  const customerId = customerOf(me, input);
  const [config, head, goods, funds] = await Promise.all([
    orderSettingsOf(tx, me),
    headOf(tx, me, input, true),
    priceLines(tx, me, { customerId, projectId: input.projectId, now, lines: input.lines, strict: true }),
    fundsFor(tx, me, { id, customer_id: customerId, pay_method: input.payMethod }, now),
  ]);
  const rowOf = (lines: readonly PricedLine[], no: string) => {
    return { ...head, ...origin, ...totalsOf(lines, head.freight), id, no, status: 'PENDING_AUDIT' as const };
  };
  const allocates = config.reserveAt === 'SUBMIT';
  // What an expense takes off is known behind the lock only.
  const ready = funds.apart && input.expense === 0n ? readyNumber(me, subjects.order, now) : undefined;
  const [written, setAside, balances] = await Promise.all([
    ready && insertHead(tx, me, rowOf(goods, ready), goods, now),
    funds.lock(),
    ready && allocates ? lockStock(tx, me, head, goods) : undefined,
  ]);
  const { lines: priced, deduction } = await withExpense(tx, me, { customerId, title: '本单', asked: input.expense, lines: goods }, now);
  const row = rowOf(priced, ready ?? (await oneNumber(tx, me, subjects.order, now)));
  if (deduction) await reserveDeduction(tx, me, row, deduction, now);

  const allocate = async () => (allocates ? reserveNew(tx, me, row, priced, balances ?? (await lockStock(tx, me, head, priced)), config) : undefined);
  const write = async (allocated: Awaited<ReturnType<typeof allocate>>) => {
    const short = allocated?.short ?? false;
    const [done, submitted] = await Promise.all([
      written || insertHead(tx, me, { ...row, short }, priced, now),
      config.auditMode === 'MANUAL' ? submitNew(tx, me, { ...row, short }, priced, config, now) : undefined,
      insertLines(tx, me, row, priced, allocated?.reserved),
      written && short && markShort(tx, me, id),
      allocated?.written,
    ]);
    return submitted ?? done;
  };
  const aside = setAside(row, row.payable);
  let stored: Done;
  if (written) [, stored] = await together(aside, allocate().then(write));
  else {
    // Where what is set aside is not `apart`, the order's row reads it as it is written.
    const [, allocated] = await together(aside, allocate());
    stored = await write(allocated);
  }
  await keepFiles(tx, me, id, customerId, input);
  const placed = config.auditMode === 'MANUAL' ? stored : await audited(tx, me, row, config, now, stored);
  await takeUses(tx, me, row, priced, now);
  return placed;
}
