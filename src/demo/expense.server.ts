import { confirmExpense, rejectExpense, reverseExpense, saveExpense } from '~/domains/expense/entry.server';
import type { ExpenseKind } from '~/domains/expense/expense';
import { expireSome } from '~/domains/expense/expiry.server';
import { askWithdrawal } from '~/domains/finance/withdrawal.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import type { Trader } from './trade.server';

const DAY = 86_400_000;

/** Expense in every state, and a balance somebody asks to be paid out; the first trader is the dealer people log in as. */
export async function grantExpenses(tx: Tx, { admin, finance }: { admin: Me; finance: Me }, traders: readonly Trader[], now: Date): Promise<void> {
  // A factory of one person has nobody to confirm what it registered.
  if (admin.accountId === finance.accountId) return;
  const today = shanghaiDate(now);
  const at = (days: number) => new Date(now.getTime() - days * DAY);
  const enter = async (index: number, kind: ExpenseKind, amount: bigint, days: number, more: { validTo?: string; maxRatio?: number } = {}) => {
    const customerId = (traders[index % traders.length] as Trader).customerId;
    const form = { customerId, kind, amount, basisNo: `XY-${today.slice(0, 4)}-${index + 1}`, validTo: more.validTo ?? '', maxRatio: more.maxRatio ?? 100 };
    const { id } = await saveExpense(tx, admin, { ...form, scope: 'ALL', scopeIds: [], voucher: [], remark: '' }, at(days));
    return { id, amount, at: at(days - 1) };
  };
  const confirmed = async (one: Awaited<ReturnType<typeof enter>>) => {
    await confirmExpense(tx, finance, { items: [{ id: one.id, version: 1 }], amount: one.amount }, one.at);
    return one;
  };
  await confirmed(await enter(0, 'REBATE', 2_000_000n, 90, { validTo: addDays(today, 120), maxRatio: 30 }));
  await confirmed(await enter(0, 'MARKET', 300_000n, 60, { validTo: addDays(today, 6) }));
  await confirmed(await enter(0, 'MAKEUP', 56_050n, 20));
  await confirmed(await enter(3, 'REBATE', 880_000n, 100, { validTo: addDays(today, -10), maxRatio: 50 }));
  const wrong = await confirmed(await enter(5, 'OTHER', 120_000n, 30));
  await reverseExpense(tx, finance, { id: wrong.id, version: 2, reason: '重复登记' }, at(28));
  const refused = await enter(7, 'MARKET', 460_000n, 12);
  await rejectExpense(tx, finance, { id: refused.id, version: 1, reason: '活动核销资料不全' }, at(11));
  await enter(9, 'REBATE', 1_250_000n, 1, { validTo: addDays(today, 180), maxRatio: 40 });
  await expireSome(tx, finance, now);
  const rich = await tx
    .selectFrom('fund_account')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'fund_account.tenant_id').onRef('customer.id', '=', 'fund_account.customer_id'))
    .select(['fund_account.customer_id as customerId', 'customer.name'])
    .where('fund_account.tenant_id', '=', admin.tenantId)
    .where('fund_account.type', '=', 'BALANCE')
    .where('fund_account.status', '=', 'ACTIVE')
    .where('fund_account.available', '>', 1_000_000n)
    .orderBy('fund_account.available', 'desc')
    .executeTakeFirst();
  if (!rich) return;
  const to = { payee: rich.name, bank: '中国工商银行杭州分行', bankAccount: '6222021202041234567', remark: '合作结束退回余款' };
  await askWithdrawal(tx, admin, { customerId: rich.customerId, amount: 500_000n, ...to }, at(1));
}
