import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { shanghaiDate } from '~/shared/dates';
import { turnLocked } from './account.server';
import { lockCreditOrder } from './creditOrder.server';
import { releaseCredit } from './hold.server';

/** So many rows a transaction: a run that dies goes on where it was. */
const AT_ONCE = 200;

/** Brings every account to the day, whatever days were missed: lines that began or ended, accounts that expired or became valid. */
export const turnAccounts = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'credit-day', (tx, clock) => turnSome(tx, clock, now), stop);

export async function turnSome(tx: Tx, me: Me, now: Date): Promise<number> {
  const due = await tx
    .selectFrom('credit_account')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('next_change_on', '<=', shanghaiDate(now))
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .execute();
  await turnLocked(tx, me, due, now);
  return due.length;
}

/** Gives back what was set aside longer than its type lets it be. */
export const expireHolds = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'credit-holds', (tx, clock) => expireSome(tx, clock, now), stop);

export async function expireSome(tx: Tx, me: Me, now: Date): Promise<number> {
  const due = await tx
    .selectFrom('credit_order')
    .select(['id', 'customer_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('hold_expires_at', '<=', now)
    .where('held', '>', 0n)
    .orderBy('hold_expires_at')
    .limit(AT_ONCE)
    .execute();
  const customers = [...new Set(due.map((one) => one.customer_id))];
  if (customers.length) await lockCustomerMoney(tx, me, customers);
  for (const { id } of due.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const order = await lockCreditOrder(tx, me, id);
    if (order.held > 0n && order.hold_expires_at !== null && order.hold_expires_at <= now)
      await releaseCredit(tx, me, order, { event: 'EXPIRE', memo: '占用超时释放' }, now);
  }
  return due.length;
}
