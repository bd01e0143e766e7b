import { confirmExpense, rejectExpense, reverseExpense, saveExpense } from '~/domains/expense/entry.server';
import type { ExpenseKind } from '~/domains/expense/expense';
import { expireSome } from '~/domains/expense/expiry.server';
import { askWithdrawal } from '~/domains/finance/withdrawal.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { randomFrom } from './random';
import { type Fate, type Trade, type Trader, tradeOnce } from './trade.server';

const DAY = 86_400_000;
const PLENTY = '300';
const deducted: readonly (readonly [Fate, number, string])[] = [
  ['SIGNED', 48, '30.00'],
  ['SIGNED', 25, '18.60'],
  ['PARTIAL', 6, '24.00'],
  ['APPROVED', 2, '20.00'],
];

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

/**
 * Orders of the dealer people log in as that its expense pays a part of, of goods there are plenty of. They are drawn from a stream of their
 * own: one more of them changes no other order.
 */
export async function orderWithExpense(tx: Tx, { goods, ...people }: Omit<Trade, 'random'>, trader: Trader, seed: number, now: Date): Promise<void> {
  const plenty = await tx
    .selectFrom('stock_balance')
    .innerJoin('warehouse', (on) => on.onRef('warehouse.tenant_id', '=', 'stock_balance.tenant_id').onRef('warehouse.id', '=', 'stock_balance.warehouse_id'))
    .select('sku_id')
    .where('stock_balance.tenant_id', '=', people.clerk.tenantId)
    .where('warehouse.is_default', '=', true)
    .where('available', '>=', PLENTY)
    .execute();
  const there = new Set(plenty.map((one) => one.sku_id));
  const trade = { ...people, goods: goods.filter((one) => there.has(one.skuId)), random: randomFrom(seed) };
  for (const [fate, days, expense] of deducted) await tradeOnce(tx, trade, { ...trader, pays: 'OFFLINE' }, fate, new Date(now.getTime() - days * DAY), expense);
}
