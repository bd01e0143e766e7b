import { hashPassword } from '~/domains/account/password.server';
import { makeRoles } from '~/domains/onboarding/tenantDefaults.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { usccCheckCharacter } from '~/shared/uscc';
import { DEMO_PASSWORD, departments, factories, operator, people } from './factories';

/** Tenants, their roles and members. Registration makes the same rows one tenant at a time. */
export async function makePeople(tx: Tx): Promise<void> {
  const password = await hashPassword(DEMO_PASSWORD);
  await tx
    .insertInto('tenant')
    .values(
      factories.map((one) => ({
        id: one.id,
        code: one.code,
        name: one.name,
        short_name: one.shortName,
        uscc: withCheck(`91440101MA5D${String(one.uscc).padStart(5, '0')}`),
        apps: [...one.apps],
      })),
    )
    .execute();
  for (const { id } of factories) await makeRoles(tx, id);
  await makeAccount(tx, { mobile: '13800000002', name: '陈海燕', userType: 2, password });
  for (const person of people) {
    const tenantId = factories[person.factory].id;
    const accountId = await makeAccount(tx, { mobile: person.mobile, name: person.name, userType: person.userType, password });
    const memberId = newId();
    await tx
      .insertInto('member')
      .values({ tenant_id: tenantId, id: memberId, account_id: accountId, name: person.name, is_admin: person.admin, job_title: person.role ?? '管理员' })
      .execute();
    if (!person.role) continue;
    const role = await tx.selectFrom('role').select('id').where('tenant_id', '=', tenantId).where('name', '=', person.role).executeTakeFirstOrThrow();
    await tx.insertInto('member_role').values({ tenant_id: tenantId, member_id: memberId, role_id: role.id }).execute();
  }
  await makeDepartments(tx);
  await makeOperator(tx, password);
}

/** The platform's own company, whose people decide real-name applications. */
async function makeOperator(tx: Tx, password: string): Promise<void> {
  const { id, name, shortName, mobile, person } = operator;
  await tx.insertInto('tenant').values({ id, code: 'PLATFORM', name, short_name: shortName, apps: [], operator: true }).execute();
  const accountId = await makeAccount(tx, { mobile, name: person, userType: 1, password });
  await tx.insertInto('member').values({ tenant_id: id, id: newId(), account_id: accountId, name: person, is_admin: true, job_title: '平台运营' }).execute();
}

async function makeDepartments(tx: Tx): Promise<void> {
  const tenantId = factories[0].id;
  const members = await tx
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select(['member.id', 'account.mobile'])
    .where('member.tenant_id', '=', tenantId)
    .execute();
  const ids = new Map<string, string>();
  for (const [sort, { name, below, people: inside }] of departments.entries()) {
    const id = newId();
    ids.set(name, id);
    const seats = members.filter((one) => (inside as readonly string[]).includes(one.mobile));
    const leader = seats[0]?.id ?? null;
    await tx
      .insertInto('department')
      .values({ tenant_id: tenantId, id, parent_id: below ? (ids.get(below) ?? null) : null, name, sort, leader_id: leader })
      .execute();
    await tx
      .insertInto('member_department')
      .values(seats.map((one) => ({ tenant_id: tenantId, member_id: one.id, department_id: id, is_primary: true })))
      .execute();
  }
}

export async function makeAccount(tx: Tx, account: { mobile: string; name: string; userType: number; password: string }): Promise<string> {
  const id = newId();
  await tx
    .insertInto('account')
    .values({ id, login_account: account.mobile, mobile: account.mobile, name: account.name, user_type: account.userType, password_hash: account.password })
    .execute();
  return id;
}

export const withCheck = (first17: string): string => first17 + usccCheckCharacter(first17);
