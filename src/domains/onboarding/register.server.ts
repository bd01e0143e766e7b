import { sql } from 'kysely';
import type { z } from 'zod';
import { type Entered, enter } from '~/domains/account/entrance.server';
import { makeAccount, refuseRegistered } from '~/domains/account/newAccount.server';
import { hashPassword } from '~/domains/account/password.server';
import { type CodeSent, provesTarget, sendCode, WRONG_CODE } from '~/domains/account/proofCode.server';
import { refuseWeak } from '~/domains/account/reset.server';
import { recordEvent } from '~/domains/account/securityLog.server';
import { consumeAttempt } from '~/domains/account/throttle.server';
import { addCompany } from '~/domains/organisation/company.server';
import { seatAdministrator } from '~/domains/organisation/seat.server';
import { isPlace } from '~/domains/region/region.server';
import { audit } from '~/server/audit.server';
import { orRefuse } from '~/server/db/errors.server';
import { database, type Tx } from '~/server/db.server';
import { log } from '~/server/log.server';
import type { Request } from '~/server/serve.server';
import { loadMe } from '~/server/session.server';
import { maskMobile } from '~/shared/mask';
import { refuse, refuseField } from '~/shared/refusal';
import type { CompanyCheck, RegisterForm } from './onboarding.schema';
import * as subjects from './subjects';
import { defaultApps, makeRoles, startDomains } from './tenantDefaults.server';

const KNOWN_CODE = '该统一社会信用代码已注册，请联系贵公司管理员为您开通账号';

type Registration = z.output<typeof RegisterForm>;

export async function validateCompany(input: z.output<typeof CompanyCheck>, request: Request): Promise<Record<string, never>> {
  await consumeAttempt([`lookup:${request.address}`], request.now);
  await database().inSystem((tx) => refuseKnownCompany(tx, input));
  return {};
}

/** For the person who is registering: a few numbers an hour, so that nobody sorts a list of numbers by who is a customer here. */
export async function isRegistered(mobile: string, request: Request): Promise<{ isRegister: boolean }> {
  await consumeAttempt([`phone:${request.address}`], request.now);
  return { isRegister: await database().inSystem((tx) => hasAccount(tx, mobile)) };
}

/** Registering needs a number without an account; joining by a link takes either. */
export async function sendOnboardingCode(input: { mobile: string; scene: 'REGISTER' | 'JOIN' }, request: Request): Promise<CodeSent> {
  if (input.scene === 'REGISTER' && (await isRegistered(input.mobile, request)).isRegister) refuseRegistered();
  return sendCode(input.mobile, input.scene, request, async () => true);
}

/** Makes the tenant, its roles and dictionaries and its first administrator, and logs them in. */
export async function registerCompany(input: Registration, request: Request): Promise<Entered> {
  refuseWeak(input.password, input.mobile, 'password');
  if (!isPlace(input.province, input.city, input.district)) refuseField('province', '请选择完整的省、市、区');
  await consumeAttempt([`register:${request.address}`], request.now);
  await database().inSystem((tx) => refuseKnownCompany(tx, input));
  if (!(await provesTarget(input.mobile, 'REGISTER', input.code, request.now))) refuse('SMS_CODE', WRONG_CODE, { fields: { code: WRONG_CODE } });
  const passwordHash = await hashPassword(input.password);
  const accountId = await database().inSystem((tx) => openTenant(tx, input, passwordHash, request));
  return enter(accountId, { way: 'REGISTER', passwordWeak: false }, request);
}

async function openTenant(tx: Tx, input: Registration, passwordHash: string, request: Request): Promise<string> {
  const { rows } = await sql<{ id: bigint }>`select nextval('tenant_number') as id`.execute(tx);
  const tenantId = (rows[0] as { id: bigint }).id;
  const company = {
    id: tenantId,
    code: `T${tenantId}`,
    name: input.companyName,
    short_name: input.shortName || input.companyName.slice(0, 20),
    uscc: input.uscc,
    apps: [...defaultApps],
    province: input.province,
    city: input.city,
    district: input.district,
    address: input.address,
    created_at: request.now,
  };
  await orRefuse(addCompany(tx, company), { taken: (constraint) => constraint === 'tenant_uscc' && refuseField('uscc', KNOWN_CODE) });
  await makeRoles(tx, tenantId);
  const accountId = await makeAccount(tx, { mobile: input.mobile, name: input.name, userType: 1, password: input.password, passwordHash }, request.now);
  await seatAdministrator(tx, { tenantId, accountId, name: input.name });
  const me = await loadMe(tx, accountId, tenantId, '1');
  if (!me) throw new Error('the new administrator has no seat');
  await startDomains(tx, me, request.now);
  await recordEvent(tx, accountId, 'REGISTERED', request, input.companyName);
  await audit(tx, me, {
    action: '注册开通',
    subject: subjects.tenant,
    id: tenantId.toString(),
    no: `T${tenantId}`,
    after: { 企业名称: input.companyName, 统一社会信用代码: input.uscc, 管理员: `${input.name} ${maskMobile(input.mobile)}` },
  });
  log.info({ tenant: tenantId.toString() }, 'a company registered');
  return accountId;
}

const hasAccount = async (tx: Tx, mobile: string): Promise<boolean> =>
  Boolean(
    await tx
      .selectFrom('account')
      .select('id')
      .where((or) => or.or([or('mobile', '=', mobile), or('login_account', '=', mobile)]))
      .executeTakeFirst(),
  );

async function refuseKnownCompany(tx: Tx, input: { companyName: string; uscc: string }): Promise<void> {
  const known = await tx
    .selectFrom('tenant')
    .select('uscc')
    .where((or) => or.or([or('uscc', '=', input.uscc), or('name', '=', input.companyName)]))
    .executeTakeFirst();
  if (!known) return;
  if (known.uscc === input.uscc) refuseField('uscc', KNOWN_CODE);
  refuseField('companyName', '该企业名称已注册，请联系贵公司管理员为您开通账号');
}
