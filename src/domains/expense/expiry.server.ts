import { sql } from 'kysely';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { accountOf, postLedger } from '~/domains/finance/fund.server';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { saidYuan } from '~/shared/said';
import { moveLots } from './lots.server';

/** Told so many days before a lot expires. */
const NOTICE_DAYS = 7;
/** So many lots a transaction. */
const AT_ONCE = 100;

export const expireLots = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'expense-expiry', (tx, clock) => expireSome(tx, clock, now), stop);

/** Writes off what nobody used of lots that are over: Dr2241 Cr6601. What orders set aside of them stays until they ship it or give it back. */
export async function expireSome(tx: Tx, me: Me, now: Date): Promise<number> {
  const today = shanghaiDate(now);
  const due = await tx
    .selectFrom('expense_lot')
    .select(['id', 'customer_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('valid_to', '<', today)
    .where('remaining', '>', 0n)
    .where(sql<boolean>`held < remaining`)
    .orderBy('valid_to')
    .limit(AT_ONCE)
    .execute();
  for (const customerId of [...new Set(due.map((lot) => lot.customer_id))].sort()) {
    await lockCustomerMoney(tx, me, [customerId]);
    const own = await tx
      .selectFrom('expense_lot')
      .innerJoin('expense_entry', (on) =>
        on.onRef('expense_entry.tenant_id', '=', 'expense_lot.tenant_id').onRef('expense_entry.id', '=', 'expense_lot.entry_id'),
      )
      .select(['expense_lot.id', 'expense_lot.remaining', 'expense_lot.held', 'expense_lot.valid_to', 'expense_entry.no', 'expense_entry.id as entryId'])
      .where('expense_lot.tenant_id', '=', me.tenantId)
      .where('expense_lot.customer_id', '=', customerId)
      .where('expense_lot.valid_to', '<', today)
      .where(sql<boolean>`expense_lot.held < expense_lot.remaining`)
      .orderBy('expense_lot.id')
      .execute();
    const account = await accountOf(tx, me, customerId, 'EXPENSE');
    for (const lot of own) {
      const amount = lot.remaining - lot.held;
      await postLedger(tx, me, {
        kind: 'EXPIRE',
        bizType: 'EXPENSE',
        bizId: lot.entryId,
        bizNo: lot.no,
        bizDate: today,
        idemKey: `LOT:${lot.id}:EXPIRE:${today}`,
        memo: `费用单${lot.no}有效期至${lot.valid_to}，未使用部分作废`,
        entries: [
          { account: '2241', customerId, fundAccountId: account.id, dr: amount },
          { account: '6601', customerId, cr: amount },
        ],
      });
      await moveLots(tx, me, new Map([[lot.id, { remaining: -amount }]]));
      await sql`update expense_lot set expired = expired + ${amount}::bigint where tenant_id = ${me.tenantId} and id = ${lot.id}`.execute(tx);
    }
  }
  return due.length;
}

export const warnOfExpiry = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'expense-notice', (tx, clock) => warnSome(tx, clock, now).then(() => 0), stop);

/** Tells customers once, so many days ahead, what they are about to lose. */
export async function warnSome(tx: Tx, me: Me, now: Date): Promise<number> {
  const on = addDays(shanghaiDate(now), NOTICE_DAYS);
  const due = await tx
    .selectFrom('expense_lot')
    .select((get) => ['customer_id', sql<bigint>`sum(${get.ref('remaining')} - ${get.ref('held')})::bigint`.as('free')])
    .where('tenant_id', '=', me.tenantId)
    .where('valid_to', '=', on)
    .where('remaining', '>', 0n)
    .where(sql<boolean>`held < remaining`)
    .groupBy('customer_id')
    .execute();
  for (const one of due)
    await tell(tx, me, {
      kind: 'expense.expiring',
      title: '费用即将到期',
      body: `您有${saidYuan(one.free)}元费用将于${on}到期，到期未用将作废，请及时下单使用`,
      link: '/portal/supplyChain/dealer/order/list',
      to: { side: 'dealer', customerId: one.customer_id },
    });
  return due.length;
}
