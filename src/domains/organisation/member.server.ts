import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { sendFirstPassword } from '~/domains/account/firstPassword.server';
import { hashPassword } from '~/domains/account/password.server';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { granting } from '~/server/granting.server';
import { newId } from '~/server/ids.server';
import { publish, tell } from '~/server/outbox.server';
import { queueOutboundMessages } from '~/server/outgoing/outgoing.server';
import type { Request } from '~/server/serve.server';
import { forgetSessions } from '~/server/session.server';
import { lockKnown, updateKnown } from '~/server/versioned.server';
import { maskMobile } from '~/shared/mask';
import { refuse, refuseField } from '~/shared/refusal';
import type { MemberInvite, MemberSwitch, MemberUpdate } from './member.schema';
import { departmentsOf, rolesOf } from './memberList.server';
import * as subjects from './subjects';

const INVITATION_DAYS = 7;
const NOUN = '账号';
type Saved = { id: string };

/**
 * A seat in this company for the person of a mobile number. Whoever has no account gets one without a usable password and a link
 * by SMS to set the first one. People who have one hear of it by SMS and inside the portal.
 */
export const inviteMember = (tx: Tx, me: Me, input: MemberInvite, request: Pick<Request, 'now' | 'origin'>): Promise<Saved & { created: boolean }> =>
  granting(tx, me, 'roleIds', () => addMember(tx, me, input, request));

/** The invitation itself, for changes that are inside `granting` already; people are not told where `quiet`. `hash` saves the time of making one that opens nothing. */
export async function addMember(
  tx: Tx,
  me: Me,
  input: MemberInvite,
  request: Pick<Request, 'now' | 'origin'>,
  { quiet = false, hash = '' }: { quiet?: boolean; hash?: string } = {},
): Promise<Saved & { created: boolean }> {
  await checkSeat(tx, me, input, false);
  await refuseBeyondQuota(tx, me);
  const { rows } = await sql<{
    account_id: string | null;
    created: boolean;
  }>`select * from account_for_member(${input.mobile}, ${newId()}, ${input.name}, ${hash || (await unusableHash())})`.execute(tx);
  const accountId = rows[0]?.account_id;
  if (!accountId) refuseField('mobile', `手机号${maskMobile(input.mobile)}的账号已被平台停用，不能邀请`);
  const seat = await tx
    .selectFrom('member')
    .select(['name', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (seat)
    refuseField('mobile', `手机号${maskMobile(input.mobile)}已是本企业账号“${seat.name}”${seat.status === 'DISABLED' ? '（已停用，可在列表中启用）' : ''}`);
  const id = newId();
  await tx
    .insertInto('member')
    .values({ tenant_id: me.tenantId, id, account_id: accountId, name: input.name, job_title: input.jobTitle, is_admin: input.isAdmin })
    .execute();
  await place(tx, me, id, input);
  await audit(tx, me, { action: '邀请账号', subject: subjects.member, id, no: input.name, after: await snapshotOf(tx, me, id) });
  const created = rows[0]?.created ?? false;
  forgetSessions();
  if (quiet) return { id, created };
  if (created) await sendFirstPassword(tx, me, { id: accountId, mobile: input.mobile }, request);
  else
    await queueOutboundMessages(tx, [
      {
        channel: 'SMS',
        address: input.mobile,
        body: `${me.tenantName}的${me.name}邀请您加入，登录账号为${input.mobile}。请用原账号登录，在右上角切换到该企业。`,
        link: '/portal/login',
        kind: 'member.invited',
        accountId,
        expiresAt: new Date(request.now.getTime() + INVITATION_DAYS * 86_400_000),
      },
    ]);
  await tell(tx, me, {
    kind: 'member.invited',
    title: `您已加入${me.tenantName}`,
    body: `${me.name}为您开通了账号，请查看您的菜单与待办`,
    link: '/portal/temphome',
    to: { side: 'account', accountId },
  });
  return { id, created };
}

/** The hash of a password nobody knows. */
export const unusableHash = (): Promise<string> => hashPassword(randomUUID());

export const updateMember = (tx: Tx, me: Me, input: MemberUpdate): Promise<Saved> => granting(tx, me, 'roleIds', () => writeMember(tx, me, input));

/** For changes that are inside `granting` already. */
export async function writeMember(tx: Tx, me: Me, input: MemberUpdate): Promise<Saved> {
  const current = await lockKnown(tx, me, 'member', NOUN, input);
  await checkSeat(tx, me, input, current.is_admin);
  if (current.is_admin && !input.isAdmin) await refuseLastAdmin(tx, me, input.id, '取消其管理员身份');
  const before = await snapshotOf(tx, me, input.id);
  await updateKnown(tx, me, 'member', current, { name: input.name, job_title: input.jobTitle, is_admin: input.isAdmin, updated_at: sql`now()` });
  await place(tx, me, input.id, input);
  await audit(tx, me, {
    action: '编辑账号',
    subject: subjects.member,
    id: input.id,
    no: input.name,
    before,
    after: await snapshotOf(tx, me, input.id),
  });
  forgetSessions();
  return { id: input.id };
}

/** A disabled person is out at once: their sessions here end with the change. What they answered for stays theirs until it is handed over. */
export const switchMember = (tx: Tx, me: Me, input: MemberSwitch): Promise<Saved> => granting(tx, me, 'status', () => writeStatus(tx, me, input));

/** For changes that are inside `granting` already. */
export async function writeStatus(tx: Tx, me: Me, input: MemberSwitch): Promise<Saved> {
  const current = await lockKnown(tx, me, 'member', NOUN, input);
  if (current.account_id === me.accountId) refuse('ORGANISATION', '不能停用自己的账号，请由其他管理员操作');
  if (current.is_admin && !me.isAdmin) refuse('ORGANISATION', '只有管理员可以停用管理员账号');
  if (current.is_admin && input.status === 'DISABLED') await refuseLastAdmin(tx, me, input.id, '停用');
  await updateKnown(tx, me, 'member', current, { status: input.status, updated_at: sql`now()` });
  if (input.status === 'ACTIVE') await refuseBeyondQuota(tx, me, 0);
  if (input.status === 'DISABLED') {
    await sql`select end_member_sessions(${current.account_id})`.execute(tx);
    await publish(tx, me, 'member.disabled', { memberId: input.id });
  }
  await audit(tx, me, { action: input.status === 'ACTIVE' ? '启用账号' : '停用账号', subject: subjects.member, id: input.id, no: current.name });
  forgetSessions();
  return { id: input.id };
}

/**
 * Nobody learns a password: the old one stops working, every session ends, and the person sets a new one by SMS code. Of people who act for
 * another company as well only they themselves do so.
 */
export async function resetPassword(tx: Tx, me: Me, input: { id: string }, now: Date): Promise<{ mobile: string }> {
  const current = await lockMember(tx, me, input.id);
  if (current.is_admin && !me.isAdmin) refuse('ORGANISATION', '只有管理员可以重置管理员的密码');
  const { mobile } = await tx.selectFrom('account').select('mobile').where('id', '=', current.account_id).executeTakeFirstOrThrow();
  const { rows } = await sql<{ ended: number }>`select end_member_sessions(${current.account_id}, ${await unusableHash()}) as ended`.execute(tx);
  if (rows[0]?.ended === -1) refuse('ORGANISATION', `“${current.name}”的账号也用于其他企业，不能由本企业重置密码，请本人在登录页的“忘记密码”中重新设置`);
  await queueOutboundMessages(tx, [
    {
      channel: 'SMS',
      address: mobile,
      body: `${me.tenantName}的管理员已重置您的登录密码，原密码已失效。请用短信验证码登录，或在“忘记密码”中设置新密码。`,
      link: '/portal/login',
      kind: 'member.reset',
      accountId: current.account_id,
      expiresAt: new Date(now.getTime() + INVITATION_DAYS * 86_400_000),
    },
  ]);
  await audit(tx, me, { action: '重置密码', subject: subjects.member, id: input.id, no: current.name });
  forgetSessions();
  return { mobile: maskMobile(mobile) };
}

export const lockMember = (tx: Tx, me: Pick<Me, 'tenantId'>, id: string) => lockKnown(tx, me, 'member', NOUN, { id });

/** Administrators are made by administrators; roles and departments exist and are in use. How far they reach is for `granting`. */
async function checkSeat(tx: Tx, me: Me, input: { roleIds: string[]; isAdmin: boolean; departmentIds: string[] }, wasAdmin: boolean): Promise<void> {
  if (input.isAdmin !== wasAdmin && !me.isAdmin) refuseField('isAdmin', '只有管理员可以设置或取消管理员');
  if (wasAdmin && !me.isAdmin) refuse('ORGANISATION', '只有管理员可以修改管理员账号');
  const roles = await tx.selectFrom('role').select('id').where('tenant_id', '=', me.tenantId).execute();
  if (input.roleIds.some((id) => !roles.some((one) => one.id === id))) refuseField('roleIds', '所选角色不存在或已删除');
  const departments = await tx.selectFrom('department').select(['id', 'name', 'status']).where('tenant_id', '=', me.tenantId).execute();
  for (const id of input.departmentIds) {
    const department = departments.find((one) => one.id === id) ?? refuseField('departmentIds', '所选部门不存在或已删除');
    if (department.status !== 'ACTIVE') refuseField('departmentIds', `部门“${department.name}”已停用`);
  }
}

/** After `more` further seats no more are active than the company has opened. */
async function refuseBeyondQuota(tx: Tx, me: Me, more = 1): Promise<void> {
  const { quota, active } = await tx
    .selectFrom('tenant')
    .select('member_quota as quota')
    .select(sql<number>`(select count(*)::int from member where tenant_id = ${me.tenantId} and status = 'ACTIVE')`.as('active'))
    .where('id', '=', me.tenantId)
    .executeTakeFirstOrThrow();
  if (active + more > quota) refuse('ORGANISATION', `企业账号已用${active}个，上限${quota}个，请先停用不用的账号，或联系平台扩容`);
}

async function refuseLastAdmin(tx: Tx, me: Me, id: string, what: string): Promise<void> {
  const others = await tx
    .selectFrom('member')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('is_admin', '=', true)
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (!others.some((one) => one.id !== id)) refuse('ORGANISATION', `这是企业唯一的管理员，不能${what}，请先设置另一位管理员`);
}

async function place(tx: Tx, me: Me, id: string, seat: { departmentIds: string[]; roleIds: string[] }): Promise<void> {
  await tx.deleteFrom('member_department').where('tenant_id', '=', me.tenantId).where('member_id', '=', id).execute();
  await tx.deleteFrom('member_role').where('tenant_id', '=', me.tenantId).where('member_id', '=', id).execute();
  const departments = [...new Set(seat.departmentIds)].map((departmentId, index) => ({
    tenant_id: me.tenantId,
    member_id: id,
    department_id: departmentId,
    is_primary: index === 0,
  }));
  const roles = [...new Set(seat.roleIds)].map((roleId) => ({ tenant_id: me.tenantId, member_id: id, role_id: roleId }));
  if (departments.length) await tx.insertInto('member_department').values(departments).execute();
  if (roles.length) await tx.insertInto('member_role').values(roles).execute();
}

async function snapshotOf(tx: Tx, me: Me, id: string): Promise<Record<string, string>> {
  const member = await tx
    .selectFrom('member')
    .select(['name', 'job_title', 'is_admin'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const [departments, roles] = [await departmentsOf(tx, me, [id]), await rolesOf(tx, me, [id])];
  const names = (list?: { name: string }[]): string => list?.map((one) => one.name).join('、') ?? '';
  return { 姓名: member.name, 职务: member.job_title, 管理员: member.is_admin ? '是' : '否', 部门: names(departments.get(id)), 角色: names(roles.get(id)) };
}
