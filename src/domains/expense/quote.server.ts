import { sql } from 'kysely';
import type { z } from 'zod';
import { customerOf } from '~/domains/finance/myFunds.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { pageFrom } from '~/server/list.server';
import { shanghaiDate } from '~/shared/dates';
import { firstExpiring } from './deduct';
import { planDeduction } from './deduction.server';
import { type ExpenseKind, type LotScope, percentOf } from './expense';
import type { ExpenseQuote, MyLotQuery, QuoteInput } from './expense.schema';
import { scopeNames, shownLot } from './views.server';

/** What an order being entered would use of which lot, at the amounts it shows; submitting reckons again. */
export async function quoteExpense(tx: Tx, me: Me, input: z.output<typeof QuoteInput>, now: Date): Promise<z.output<typeof ExpenseQuote>> {
  const customerId = me.customerId ?? input.customerId;
  const lines = input.lines.map((line, index) => ({ ...line, id: String(index) }));
  const goods = lines.reduce((sum, line) => sum + line.amount, 0n);
  const planned = await planDeduction(tx, me, { customerId, lines, asked: input.asked === '' ? goods : input.asked }, now);
  const named = await namesOf(
    tx,
    me,
    planned.lots.map((lot) => lot.id),
  );
  return {
    available: planned.lots.reduce((sum, lot) => sum + lot.left, 0n),
    most: planned.most,
    used: planned.total,
    ceiling: planned.ceiling,
    lots: [...planned.lots].sort(firstExpiring).map((lot) => ({
      id: lot.id,
      no: named.get(lot.id)?.no ?? '',
      kind: (named.get(lot.id)?.kind ?? 'OTHER') as ExpenseKind,
      validTo: lot.validTo,
      maxRatio: percentOf(lot.maxRatioPpm),
      scope: lot.scope,
      available: lot.left,
      used: planned.shares.filter((one) => one.lotId === lot.id).reduce((sum, one) => sum + one.amount, 0n),
    })),
  };
}

async function namesOf(tx: Tx, me: Pick<Me, 'tenantId'>, lotIds: readonly string[]): Promise<Map<string, { no: string; kind: string }>> {
  if (!lotIds.length) return new Map();
  const rows = await lots(tx, me).select(['expense_lot.id', 'expense_entry.no', 'expense_entry.kind']).where('expense_lot.id', '=', anyOf(lotIds)).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const lots = (tx: Tx, me: Pick<Me, 'tenantId'>) =>
  tx
    .selectFrom('expense_lot')
    .innerJoin('expense_entry', (on) =>
      on.onRef('expense_entry.tenant_id', '=', 'expense_lot.tenant_id').onRef('expense_entry.id', '=', 'expense_lot.entry_id'),
    )
    .where('expense_lot.tenant_id', '=', me.tenantId);

/** A dealer's own lots, first expiring first. */
export async function pageMyLots(tx: Tx, me: Me, query: z.output<typeof MyLotQuery>, now: Date) {
  const today = shanghaiDate(now);
  let rows = lots(tx, me).where('expense_lot.customer_id', '=', customerOf(me)).where('expense_entry.status', '<>', 'REVERSED');
  if (query.state) rows = rows.where(stateIs(query.state, today));
  const page = await pageFrom(
    tx,
    rows
      .select(['expense_lot.id', 'expense_lot.valid_to', 'expense_lot.amount', 'expense_lot.remaining', 'expense_lot.held', 'expense_lot.expired'])
      .select(['expense_lot.origin_id', 'expense_lot.max_ratio_ppm', 'expense_lot.scope', 'expense_lot.scope_ids', 'expense_entry.no', 'expense_entry.kind']),
    query,
    { sort: { validTo: 'expense_lot.valid_to', amount: 'expense_lot.amount' }, initial: [['expense_lot.valid_to', 'asc']], tiebreak: 'expense_lot.id' },
  );
  const pagedRecords = [];
  for (const row of page.pagedRecords)
    pagedRecords.push({
      ...shownLot(row, today),
      no: row.no,
      kind: row.kind as ExpenseKind,
      maxRatio: percentOf(row.max_ratio_ppm),
      scope: row.scope as LotScope,
      scopeNames: await scopeNames(tx, me, row.scope as LotScope, row.scope_ids),
    });
  return { ...page, pagedRecords };
}

/** As `lotState` says it. */
function stateIs(state: 'OPEN' | 'HELD' | 'USED' | 'EXPIRED', today: string) {
  const l = sql.table('expense_lot');
  const over = sql`coalesce(${l}.valid_to < ${today}::date, false)`;
  if (state === 'USED') return sql<boolean>`${l}.remaining = 0 and ${l}.expired = 0`;
  if (state === 'HELD') return sql<boolean>`${l}.remaining > 0 and ${l}.held = ${l}.remaining`;
  if (state === 'EXPIRED') return sql<boolean>`(${l}.remaining = 0 and ${l}.expired > 0 or ${l}.held < ${l}.remaining and ${over})`;
  return sql<boolean>`${l}.held < ${l}.remaining and not ${over}`;
}
