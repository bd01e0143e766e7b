import { z } from 'zod';
import { proveExpense } from '~/domains/expense/proof.server';
import { proveFunds } from '~/domains/finance/fundProof.server';
import { proveReceivables } from '~/domains/receivable/receivableProof.server';
import { proveStock } from '~/domains/warehouse/proof.server';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { readSetting, writeSetting } from '~/server/settings.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';

const KEY = 'books.proof';
const SHOWN = 50;
/** The last nightly proof: what differs, in words; nothing is ever "corrected" by it. */
const Proof = z.object({
  date: z.string().default(''),
  differences: z.array(z.object({ book: z.string(), what: z.string(), balance: z.string(), proof: z.string() })).default([]),
});

export const lastProof = async (tx: Tx, me: Pick<Me, 'tenantId'>) => (await readSetting(tx, me, KEY, Proof)).value;

/** Recomputes every book of every tenant once a Shanghai day. */
export async function proveBooks(opened: Opened, now: Date, stop?: AbortSignal): Promise<number> {
  const today = shanghaiDate(now);
  return opened.unlimited(() => inEveryTenant(opened, 'prove-books', (tx, clock) => proveOnce(tx, clock, today), stop));
}

export async function proveOnce(tx: Tx, me: Me, today: string): Promise<number> {
  const { value, version } = await readSetting(tx, me, KEY, Proof);
  if (value.date === today) return 0;
  const stock = (await proveStock(tx, me)).map((one) => ({
    book: '库存',
    what: `${one.warehouse} ${one.skuCode} ${one.figure}`,
    balance: one.balance,
    proof: one.proof,
  }));
  const money = [...(await proveFunds(tx, me)), ...(await proveExpense(tx, me))].map((one) => ({
    book: '资金',
    what: `${one.name} ${one.figure}`,
    balance: formatYuan(one.balance),
    proof: formatYuan(one.proof),
  }));
  const owed = (await proveReceivables(tx, me)).map((one) => ({
    book: '应收',
    what: `${one.name} ${one.figure}`,
    balance: formatYuan(one.balance),
    proof: formatYuan(one.proof),
  }));
  await writeSetting(tx, me, KEY, { date: today, differences: [...stock, ...money, ...owed].slice(0, SHOWN) }, version);
  return 1;
}
