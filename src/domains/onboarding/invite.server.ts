import type { z } from 'zod';
import { type Entered, enter } from '~/domains/account/entrance.server';
import { activeMobile } from '~/domains/account/login.server';
import { letActForCustomers, makeAccount } from '~/domains/account/newAccount.server';
import { hashPassword } from '~/domains/account/password.server';
import { provesTarget, WRONG_CODE } from '~/domains/account/proofCode.server';
import { refuseWeak } from '~/domains/account/reset.server';
import { recordEvent } from '~/domains/account/securityLog.server';
import { consumeAttempt } from '~/domains/account/throttle.server';
import { bindTo } from '~/domains/customer/binding.server';
import { lockCustomer } from '~/domains/customer/customerSave.server';
import * as customerSubjects from '~/domains/customer/subjects';
import { productName } from '~/portal/brand';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { hashToken, newToken } from '~/server/context.server';
import { database, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { publicOrigin } from '~/server/origin.server';
import { tell } from '~/server/outbox.server';
import type { Request } from '~/server/serve.server';
import { forgetSessions } from '~/server/session.server';
import { shanghaiTime } from '~/shared/dates';
import { maskMobile } from '~/shared/mask';
import { BAD_INPUT, notFound, Refusal, refuse } from '~/shared/refusal';
import type { inviteStates } from './onboarding';
import type { Invite, InviteView, JoinForm } from './onboarding.schema';

const DAY_MS = 86_400_000;
const MOST_OPEN = 20;

type State = Exclude<keyof typeof inviteStates, number>;

/** A link that lets one person join and act for this customer; shown this once, the database keeps its hash. */
export async function createInvite(tx: Tx, me: Me, input: { customerId: string; days: string }, request: Request) {
  const customer = await lockCustomer(tx, me, input.customerId);
  const open = (await listInvites(tx, me, input, request.now)).invites.filter((one) => one.state === 'OPEN');
  if (open.length >= MOST_OPEN) refuse('INVITE', `客户“${customer.name}”已有${MOST_OPEN}个未使用的邀请链接，请先作废不用的`);
  const token = `${me.tenantId}.${newToken()}`;
  const id = newId();
  const expiresAt = new Date(request.now.getTime() + Number(input.days) * DAY_MS);
  await tx
    .insertInto('customer_invite')
    .values({
      tenant_id: me.tenantId,
      id,
      customer_id: input.customerId,
      token_hash: hashToken(token),
      created_by: me.accountId,
      created_at: request.now,
      expires_at: expiresAt,
    })
    .execute();
  await audit(tx, me, {
    action: '邀请加入',
    subject: customerSubjects.customer,
    id: input.customerId,
    no: customer.code,
    after: { 有效期至: shanghaiTime(expiresAt) },
  });
  const link = new URL(`/portal/register?invite=${token}`, publicOrigin()).href;
  const text = `${me.tenantName}邀请“${customer.name}”加入${productName}在线订货：查看专属价格、自助下单、跟踪发货与对账。请在${shanghaiTime(expiresAt).slice(0, 16)}前打开链接完成加入（仅限一人使用一次）：${link}`;
  return { link, text, expiresAt };
}

export async function listInvites(tx: Tx, me: Me, input: { customerId: string }, now: Date) {
  const rows = await tx
    .selectFrom('customer_invite')
    .innerJoin('account as maker', 'maker.id', 'customer_invite.created_by')
    .leftJoin('account as user', 'user.id', 'customer_invite.used_by')
    .selectAll('customer_invite')
    .select(['maker.name as createdBy', 'user.name as userName', 'user.mobile as userMobile'])
    .where('customer_invite.tenant_id', '=', me.tenantId)
    .where('customer_invite.customer_id', '=', input.customerId)
    .orderBy('customer_invite.created_at', 'desc')
    .orderBy('customer_invite.id', 'desc')
    .limit(50)
    .execute();
  const invites = rows.map((row) => ({
    id: row.id,
    state: stateOf(row, now),
    createdBy: row.createdBy,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedBy: row.userMobile ? `${row.userName} ${maskMobile(row.userMobile)}` : '',
    usedAt: row.used_at,
  }));
  return { invites } satisfies { invites: z.output<typeof Invite>[] };
}

const stateOf = (row: { used_at: Date | null; cancelled_at: Date | null; expires_at: Date }, now: Date) =>
  row.used_at ? ('USED' as const) : row.cancelled_at ? ('CANCELLED' as const) : row.expires_at <= now ? ('EXPIRED' as const) : ('OPEN' as const);

export async function cancelInvite(tx: Tx, me: Me, input: { id: string }, now: Date): Promise<Record<string, never>> {
  const gone = await tx
    .updateTable('customer_invite')
    .set({ cancelled_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.id)
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning('customer_id')
    .executeTakeFirst();
  if (!gone) return notFound('该邀请');
  const customer = await lockCustomer(tx, me, gone.customer_id);
  await audit(tx, me, { action: '作废邀请', subject: customerSubjects.customer, id: gone.customer_id, no: customer.code });
  return {};
}

const inviteOf = (tx: Tx, token: string) =>
  tx
    .selectFrom('customer_invite')
    .innerJoin('tenant', 'tenant.id', 'customer_invite.tenant_id')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'customer_invite.tenant_id').onRef('customer.id', '=', 'customer_invite.customer_id'))
    .selectAll('customer_invite')
    .select([
      'tenant.name as tenantName',
      'tenant.status as tenantStatus',
      'customer.name as customerName',
      'customer.code as customerCode',
      'customer.status as customerStatus',
    ])
    .where('customer_invite.tenant_id', '=', BigInt(token.slice(0, token.indexOf('.'))))
    .where('customer_invite.token_hash', '=', hashToken(token));

/** What an opened link says; only a link still open names the factory and the customer. */
export async function viewInvite(token: string, request: Request): Promise<z.output<typeof InviteView>> {
  await consumeAttempt([`lookup:${request.address}`], request.now);
  const row = /^\d{1,18}\.[\w-]{43}$/.test(token) ? await database().inSystem((tx) => inviteOf(tx, token).executeTakeFirst()) : undefined;
  const state: State = row ? stateOf(row, request.now) : 'UNKNOWN';
  const open = row && state === 'OPEN' && row.tenantStatus === 'ACTIVE';
  return {
    state: state as z.output<typeof InviteView>['state'],
    tenantName: open ? row.tenantName : '',
    customerName: open ? row.customerName : '',
    expiresAt: open ? row.expires_at : null,
  };
}

/** Whoever proves the mobile number joins with its account, made when there is none, and is logged in as the dealer. */
export async function joinByInvite(input: z.output<typeof JoinForm>, request: Request): Promise<Entered> {
  await consumeAttempt([`register:${request.address}`], request.now);
  const known = await database().inSystem((tx) => activeMobile(tx, input.mobile));
  if (!known) {
    if (input.name === '') refuseField('name', '姓名不能为空');
    refuseWeak(input.password, input.mobile, 'password');
  }
  const view = await viewInvite(input.token, request);
  if (view.state !== 'OPEN') refuseInvite(view.state);
  if (!(await provesTarget(input.mobile, 'JOIN', input.code, request.now))) refuse('SMS_CODE', WRONG_CODE, { fields: { code: WRONG_CODE } });
  const passwordHash = known ? '' : await hashPassword(input.password);
  const accountId = await database().inSystem(async (tx) => {
    const id =
      known?.id ?? (await makeAccount(tx, { mobile: input.mobile, name: input.name, userType: 2, password: input.password, passwordHash }, request.now));
    await useInvite(tx, id, input.token, request);
    return id;
  });
  forgetSessions();
  return enter(accountId, { way: 'REGISTER', passwordWeak: false }, request);
}

export async function joinAsMe(me: Me, token: string, request: Request): Promise<Entered> {
  await database().inSystem((tx) => useInvite(tx, me.accountId, token, request));
  forgetSessions();
  return enter(me.accountId, { way: 'REGISTER', passwordWeak: false }, request);
}

/** Binds the account to the customer of the link and uses the link up; of two people at once one gets in. */
async function useInvite(tx: Tx, accountId: string, token: string, request: Request): Promise<void> {
  const row = await inviteOf(tx, token).forUpdate('customer_invite').executeTakeFirst();
  const state = row ? stateOf(row, request.now) : 'UNKNOWN';
  if (!row || state !== 'OPEN' || row.tenantStatus !== 'ACTIVE') return refuseInvite(state === 'OPEN' ? 'UNKNOWN' : state);
  if (row.customerStatus !== 'ACTIVE') refuse('CUSTOMER_DISABLED', `“${row.tenantName}”已停用该客户，请联系对方业务员`);
  const seat = await tx
    .selectFrom('customer_member')
    .select('customer_id')
    .where('tenant_id', '=', row.tenant_id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (seat)
    refuse(
      'ACCOUNT_RULE',
      seat.customer_id === row.customer_id ? '您已加入该企业，请直接登录' : `您已以其他客户的身份加入“${row.tenantName}”，请联系对方业务员`,
    );
  await letActForCustomers(tx, accountId, request.now);
  await bindTo(tx, { tenantId: row.tenant_id }, row.customer_id, accountId);
  await tx
    .updateTable('customer_invite')
    .set({ used_at: request.now, used_by: accountId })
    .where('tenant_id', '=', row.tenant_id)
    .where('id', '=', row.id)
    .execute();
  const account = await tx.selectFrom('account').select(['name', 'mobile']).where('id', '=', accountId).executeTakeFirstOrThrow();
  const who = `${account.name} ${maskMobile(account.mobile)}`;
  await recordEvent(tx, accountId, 'REGISTERED', request, `加入${row.tenantName}`);
  await audit(tx, { tenantId: row.tenant_id, accountId, name: account.name } as Me, {
    action: '受邀加入',
    subject: customerSubjects.customer,
    id: row.customer_id,
    no: row.customerCode,
    after: { 账号: who },
  });
  await tell(
    tx,
    { tenantId: row.tenant_id },
    {
      kind: 'customer.joined',
      title: `客户“${row.customerName}”已加入`,
      body: `${who}通过邀请链接加入，现在可以自行下单。`,
      link: href('/portal/customer/detail', { id: row.customer_id }),
      to: { side: 'account', accountId: row.created_by },
    },
  );
}

function refuseInvite(state: string): never {
  const said: Record<string, string> = {
    USED: '该邀请链接已被使用，请联系厂家重新发送',
    EXPIRED: '该邀请链接已过期，请联系厂家重新发送',
    CANCELLED: '该邀请链接已作废，请联系厂家重新发送',
  };
  return refuse('INVITE', said[state] ?? '邀请链接无效，请联系厂家重新发送');
}

function refuseField(field: string, message: string): never {
  throw new Refusal(BAD_INPUT, message, { reason: 'BAD_INPUT', fields: { [field]: message } });
}
