import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { refreshAccount } from './account.server';
import { type AccountStatus, accountStates } from './credit';
import { refuseHold } from './short.server';

/** Accounts a customer may pay by today, in the order they are used in. `free` is what an order may still take; null: unlimited. */
export async function usableAccounts(tx: Tx, me: Pick<Me, 'tenantId'>, customerId: string, today: string) {
  return tx
    .selectFrom('credit_account as a')
    .innerJoin('credit_type as t', (on) => on.onRef('t.tenant_id', '=', 'a.tenant_id').onRef('t.id', '=', 'a.credit_type_id'))
    .leftJoin('credit_group as g', (on) => on.onRef('g.tenant_id', '=', 'a.tenant_id').onRef('g.id', '=', 'a.group_id'))
    .selectAll('a')
    .select('t.name as typeName')
    .select(
      sql<
        bigint | null
      >`nullif(least(coalesce(a.available + a.over_limit, 9223372036854775807), coalesce(g.limit_amount - g.held - g.used, 9223372036854775807)),
        9223372036854775807)`.as('free'),
    )
    .where('a.tenant_id', '=', me.tenantId)
    .where('a.customer_id', '=', customerId)
    .where('a.status', '=', 'ACTIVE')
    .where('a.valid_from', '<=', today)
    .where((of) => of.or([of('a.valid_to', 'is', null), of('a.valid_to', '>=', today)]))
    .where((of) => of.or([of('g.id', 'is', null), of('g.frozen', '=', false)]))
    .orderBy('t.sort')
    .orderBy('a.id')
    .execute();
}

type Usable = Awaited<ReturnType<typeof usableAccounts>>[number];

/** The same for whoever is about to take of one: what lines changed today is reckoned first. `turned` says that something was. */
export async function usableNow(tx: Tx, me: Me, customerId: string, now: Date): Promise<{ usable: Usable[]; turned: boolean }> {
  const today = shanghaiDate(now);
  const turning = tx
    .selectFrom('credit_account')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where('next_change_on', '<=', today)
    .orderBy('id')
    .execute();
  const [turned, usable] = await Promise.all([turning, usableAccounts(tx, me, customerId, today)]);
  if (!turned.length) return { usable, turned: false };
  for (const account of turned) await refreshAccount(tx, me, account, now);
  return { usable: await usableAccounts(tx, me, customerId, today), turned: true };
}

/** The account that pays an order: the first that can, or, to say why not, the one that comes nearest. */
export async function chooseAccount(tx: Tx, me: Me, customerId: string, usable: readonly Usable[], amount: bigint, now: Date): Promise<Usable> {
  const fits = usable.find(({ free, per_order_limit: most }) => (free === null || free >= amount) && (most === null || most >= amount));
  const nearest = usable.toSorted((a, b) => (a.free === null || (b.free !== null && a.free > b.free) ? -1 : 1))[0];
  return fits ?? nearest ?? refuseNone(tx, me, customerId, amount, shanghaiDate(now));
}

async function refuseNone(tx: Tx, me: Me, customerId: string, amount: bigint, today: string): Promise<never> {
  const any = await tx
    .selectFrom('credit_account')
    .select(['id', 'no', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'CLOSED')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (any?.status === 'ACTIVE') return refuseHold(tx, me, any.id, { amount, whole: amount, today });
  if (any) refuse('CREDIT_STATE', `授信账户${any.no}${accountStates[any.status as AccountStatus].name}，不能用授信支付`);
  return refuse('CREDIT_STATE', '客户没有正常的授信账户，不能用授信支付，请选择其他支付方式');
}
