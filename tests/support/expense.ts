import type { z } from 'zod';
import { confirmExpense, saveExpense } from '~/domains/expense/entry.server';
import { ExpenseForm } from '~/domains/expense/expense.schema';
import type { Me } from '~/portal/me';
import type { Opened } from '~/server/db.server';
import { formatYuan } from '~/shared/money';
import { NOON } from './catalogue';
import { as } from './stock';

/** Somebody else of the same factory. */
export const colleagueOf = (me: Me): Me => ({
  ...me,
  accountId: '00000000-0000-7000-8000-0000000000c0',
  name: '复核员',
  memberId: '00000000-0000-7000-8000-0000000000c1',
});

/** Expense a customer may use, registered by one person and confirmed by another; answers the entry's id. */
export async function grantExpense(
  opened: Opened,
  me: Me,
  customerId: string,
  amount: bigint,
  change: Partial<z.input<typeof ExpenseForm>> = {},
  now = NOON,
): Promise<string> {
  const form = ExpenseForm.parse({ customerId, kind: 'REBATE', amount: formatYuan(amount), ...change });
  const { id } = await as(opened, me, (tx) => saveExpense(tx, me, form, now));
  const other = colleagueOf(me);
  await as(opened, other, (tx) => confirmExpense(tx, other, { items: [{ id, version: 1 }], amount }, now));
  return id;
}
