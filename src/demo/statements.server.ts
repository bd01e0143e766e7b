import { makeAdjust } from '~/domains/statement/adjust.server';
import { confirmMine, disputeMine } from '~/domains/statement/answer.server';
import { makeMonth } from '~/domains/statement/draft.server';
import { sendStatements, withdrawStatement } from '~/domains/statement/send.server';
import { firstDay } from '~/domains/statement/statement';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate, startOfDay } from '~/shared/dates';
import type { Trader } from './trade.server';

const MONTHS = 18;
const HOUR_MS = 3_600_000;
const morning = (day: string): Date => new Date(startOfDay(day).getTime() + 10 * HOUR_MS);
const asDealer = (clerk: Me, { customerId, me, dealer }: Trader): Me =>
  me ?? { ...clerk, name: dealer.contact, identity: '2', userType: 2, memberId: null, isAdmin: false, customerId, permissions: new Set() };

/** Two customers with eighteen months of statements, and last month in every state. */
export async function makeStatements(tx: Tx, { clerk, checker }: { clerk: Me; checker: Me }, traders: readonly Trader[]): Promise<void> {
  const long = traders.slice(0, 2);
  const thisMonth = firstDay(shanghaiDate(new Date()));
  const months: string[] = [];
  for (let first = thisMonth; months.length < MONTHS; months.unshift(first.slice(0, 7))) first = firstDay(addDays(first, -1));
  for (const month of months.slice(0, -1)) {
    const next = addDays(firstDay(addDays(`${month}-01`, 31)), 2);
    await makeMonth(tx, clerk, { month, customerIds: long.map((one) => one.customerId), monthly: true }, morning(next));
    const sent = await send(tx, clerk, month, long, morning(addDays(next, 1)));
    for (const one of sent) await confirmMine(tx, asDealer(clerk, one.trader), one, { now: morning(addDays(next, 3)), address: '115.192.10.8' });
  }
  await lastMonth(tx, { clerk, checker }, traders.slice(0, 12), months.at(-1) as string, addDays(thisMonth, 2));
}

/** Waits for its customer, is objected to, is being corrected, was withdrawn, or is a draft yet. */
async function lastMonth(tx: Tx, { clerk, checker }: { clerk: Me; checker: Me }, traders: readonly Trader[], month: string, day: string): Promise<void> {
  const today = shanghaiDate(new Date());
  const at = (days: number) => morning([addDays(day, days), today].sort()[0] as string);
  await makeMonth(tx, clerk, { month, customerIds: traders.map((one) => one.customerId), monthly: true }, at(0));
  const [, second, third, fourth] = await send(tx, clerk, month, traders.slice(0, 6), at(1));
  for (const one of [second, third]) {
    if (!one) continue;
    const item = one.lines
      ? { seq: 1, reason: 'AMOUNT' as const, note: '与我方入库数量不符，少收一件', claimed: null }
      : { seq: null, reason: 'MISSING' as const, note: '上月付款未计入', claimed: null };
    one.version = (await disputeMine(tx, asDealer(clerk, one.trader), { ...one, items: [item] }, at(2))).version;
  }
  if (third) {
    const dispute = await tx.selectFrom('statement_dispute').select('id').where('statement_id', '=', third.id).executeTakeFirstOrThrow();
    await makeAdjust(tx, checker, { ...third, disputeId: dispute.id, amount: -36_000n, reason: '少发一件，减应收' }, at(3));
  }
  if (fourth) await withdrawStatement(tx, clerk, { ...fourth, reason: '有一笔运费待补记' }, at(2));
}

async function send(tx: Tx, clerk: Me, month: string, traders: readonly Trader[], now: Date) {
  const rows = await tx
    .selectFrom('statement')
    .select(['id', 'version', 'debtor_id', 'line_count'])
    .where('tenant_id', '=', clerk.tenantId)
    .where('status', '=', 'DRAFT')
    .where('period_end', '<', firstDay(addDays(`${month}-01`, 31)))
    .where(
      'debtor_id',
      'in',
      traders.map((one) => one.customerId),
    )
    .orderBy('debtor_id')
    .execute();
  if (!rows.length) return [];
  const { results } = await sendStatements(tx, clerk, { items: rows.map(({ id, version }) => ({ id, version })) }, now);
  const failed = results.find((one) => !one.ok);
  if (failed) throw new Error(failed.message);
  return rows.map(({ id, version, debtor_id, line_count }) => ({
    id,
    version: version + 2,
    lines: line_count,
    trader: traders.find((one) => one.customerId === debtor_id) as Trader,
  }));
}
