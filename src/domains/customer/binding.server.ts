import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { sendFirstPassword } from '~/domains/account/firstPassword.server';
import { hashPassword } from '~/domains/account/password.server';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { beyondScope, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import type { Request } from '~/server/serve.server';
import { forgetSessions } from '~/server/session.server';
import { maskMobile } from '~/shared/mask';
import { notFound, refuse } from '~/shared/refusal';
import { findCustomer } from './customer.server';
import { lockCustomer } from './customerSave.server';
import * as subjects from './subjects';

/**
 * Lets the account of a mobile number act for the customer, making the account when there is none: its person is then sent a link
 * to set the first password. One account acts for one customer of a tenant.
 */
export async function bindAccount(
  tx: Tx,
  me: Me,
  input: { customerId: string; mobile: string; name: string },
  request: Pick<Request, 'now' | 'origin'>,
): Promise<{ created: boolean }> {
  const customer = await lockCustomer(tx, me, input.customerId);
  const hash = await hashPassword(randomUUID());
  const { rows } = await sql<{
    account_id: string | null;
    created: boolean;
  }>`select * from account_for_customer(${input.mobile}, ${newId()}, ${input.name}, ${hash})`.execute(tx);
  const accountId = rows[0]?.account_id;
  if (!accountId) refuse('ACCOUNT_RULE', unusable(input.mobile));
  const taken = await beyondScope(tx, me, () => customerActedFor(tx, me, accountId));
  if (taken) refuseTaken(input, taken, await findCustomer(tx, me, taken));
  await bindTo(tx, me, input.customerId, accountId);
  await audit(tx, me, {
    action: '绑定账号',
    subject: subjects.customer,
    id: input.customerId,
    no: customer.code,
    after: { 账号: `${input.name} ${maskMobile(input.mobile)}` },
  });
  const created = rows[0]?.created ?? false;
  if (created) await sendFirstPassword(tx, me, { id: accountId, mobile: input.mobile }, request);
  forgetSessions();
  return { created };
}

/** The account acts for the customer; whether it may has been asked before. */
export async function bindTo(tx: Tx, me: Pick<Me, 'tenantId'>, customerId: string, accountId: string): Promise<void> {
  await tx.insertInto('customer_member').values({ tenant_id: me.tenantId, id: newId(), customer_id: customerId, account_id: accountId }).execute();
}

const unusable = (mobile: string): string => `手机号${maskMobile(mobile)}的账号不能绑定，请更换手机号，或联系企业管理员`;

async function customerActedFor(tx: Tx, me: Me, accountId: string): Promise<string | undefined> {
  const seats = tx.selectFrom('customer_member').select('customer_id').where('tenant_id', '=', me.tenantId).where('account_id', '=', accountId);
  return (await seats.executeTakeFirst())?.customer_id;
}

/** That it acts for a customer out of the person's sight is told like any other reason why it cannot be used. */
function refuseTaken({ customerId, mobile }: { customerId: string; mobile: string }, taken: string, seen: { name: string } | null): never {
  if (taken === customerId) refuse('ACCOUNT_RULE', `手机号${maskMobile(mobile)}已绑定该客户`);
  refuse('ACCOUNT_RULE', seen ? `手机号${maskMobile(mobile)}已绑定客户“${seen.name}”，请先在该客户下解绑` : unusable(mobile));
}

/** Sends the link to set the first password again; the one before is of no use then. */
export async function resendFirstPassword(
  tx: Tx,
  me: Me,
  input: { customerId: string; bindingId: string },
  request: Pick<Request, 'now' | 'origin'>,
): Promise<{ mobile: string }> {
  const customer = await lockCustomer(tx, me, input.customerId);
  const account = await boundAccount(tx, me, input);
  const done = await sendFirstPassword(tx, me, account, request);
  if (done === 'SET') refuse('ACCOUNT_RULE', `“${account.name}”已设置过密码，忘记时可在登录页“忘记密码”中用短信验证码重置`);
  if (done === 'SOON') refuse('ACCOUNT_RULE', '设置密码的短信刚刚发送过，请1分钟后再试');
  await audit(tx, me, {
    action: '发送设置密码短信',
    subject: subjects.customer,
    id: input.customerId,
    no: customer.code,
    after: { 账号: `${account.name} ${maskMobile(account.mobile)}` },
  });
  return { mobile: maskMobile(account.mobile) };
}

async function boundAccount(tx: Tx, me: Me, input: { customerId: string; bindingId: string }): Promise<{ id: string; name: string; mobile: string }> {
  const account = await tx
    .selectFrom('customer_member')
    .innerJoin('account', 'account.id', 'customer_member.account_id')
    .select(['account.id', 'account.name', 'account.mobile'])
    .where('customer_member.tenant_id', '=', me.tenantId)
    .where('customer_member.customer_id', '=', input.customerId)
    .where('customer_member.id', '=', input.bindingId)
    .executeTakeFirst();
  return account ?? notFound('该绑定');
}

export async function unbindAccount(tx: Tx, me: Me, input: { customerId: string; bindingId: string }): Promise<Record<string, never>> {
  const customer = await lockCustomer(tx, me, input.customerId);
  const binding = await boundAccount(tx, me, input);
  await tx.deleteFrom('customer_member').where('tenant_id', '=', me.tenantId).where('id', '=', input.bindingId).execute();
  await audit(tx, me, {
    action: '解绑账号',
    subject: subjects.customer,
    id: input.customerId,
    no: customer.code,
    before: { 账号: `${binding.name} ${maskMobile(binding.mobile)}` },
  });
  forgetSessions();
  return {};
}
