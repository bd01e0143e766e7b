import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { type AccountStatus, accountStates } from './credit';
import type { Account } from './move.server';

async function named(tx: Tx, me: Pick<Me, 'tenantId'>, accountId: string) {
  return tx
    .selectFrom('credit_account as a')
    .innerJoin('customer as c', (on) => on.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.id', '=', 'a.customer_id'))
    .innerJoin('credit_type as t', (on) => on.onRef('t.tenant_id', '=', 'a.tenant_id').onRef('t.id', '=', 'a.credit_type_id'))
    .selectAll('a')
    .select(['c.name as customerName', 't.name as typeName'])
    .where('a.tenant_id', '=', me.tenantId)
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** Why the guard let nothing through, by the row as it stands now: state, validity, the limit for one order, or what is missing. */
export async function refuseHold(tx: Tx, me: Me, accountId: string, asked: { amount: bigint; whole: bigint; today: string }): Promise<never> {
  const row = await named(tx, me, accountId);
  const who = `客户“${row.customerName}”的${row.typeName}账户${row.no}`;
  if (row.status !== 'ACTIVE') refuse('CREDIT_STATE', `${who}${accountStates[row.status as AccountStatus].name}，不能用信`, { status: row.status });
  if (row.valid_from > asked.today || (row.valid_to !== null && row.valid_to < asked.today))
    refuse('CREDIT_STATE', `${who}有效期为${row.valid_from}至${row.valid_to ?? '长期'}，今天不能用信`);
  if (row.per_order_limit !== null && row.per_order_limit < asked.whole)
    refuse(
      'CREDIT_SHORT',
      `${who}单笔限额¥${saidYuan(row.per_order_limit)}，本单需¥${saidYuan(asked.whole)}，差¥${saidYuan(asked.whole - row.per_order_limit)}`,
      {
        limit: saidYuan(row.per_order_limit),
        short: saidYuan(asked.whole - row.per_order_limit),
      },
    );
  return short(`${who}可用额度`, (row.available ?? 0n) + row.over_limit, asked.amount);
}

export async function refuseGroup(tx: Tx, me: Me, account: Pick<Account, 'id' | 'group_id'>, amount: bigint): Promise<never> {
  const group = await tx
    .selectFrom('credit_group')
    .select(['name', 'limit_amount', 'held', 'used', 'frozen'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', account.group_id as string)
    .executeTakeFirstOrThrow();
  if (group.frozen) refuse('CREDIT_STATE', `集团“${group.name}”的额度已冻结，不能用信`);
  return short(`集团“${group.name}”可用额度`, (group.limit_amount ?? 0n) - group.held - group.used, amount);
}

function short(whose: string, free: bigint, amount: bigint): never {
  const [available, missing] = [saidYuan(free), saidYuan(amount - free)];
  return refuse('CREDIT_SHORT', `${whose}¥${available}，本次需¥${saidYuan(amount)}，差¥${missing}`, {
    available,
    needed: saidYuan(amount),
    short: missing,
  });
}
