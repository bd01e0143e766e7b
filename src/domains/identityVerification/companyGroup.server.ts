import { sql } from 'kysely';
import type { z } from 'zod';
import { changeCompany } from '~/domains/organisation/company.server';
import { apps } from '~/portal/apps';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { isOperator } from '~/server/operator.server';
import { notFound, refuseField } from '~/shared/refusal';
import type { Company, GroupSaved, TenantApplication } from './identityVerification.schema';
import * as subjects from './subjects';

interface Tenant {
  id: bigint;
  code: string;
  name: string;
  parent_id: bigint | null;
}
const companyOf = ({ id, code, name }: Tenant): z.output<typeof Company> => ({ tenantId: id.toString(), tenantCode: code, tenantName: name });

/** Companies directly below one: the own, or any below it. Of others a person learns nothing. */
export async function companySons(tx: Tx, me: Me, tenantId: string): Promise<{ sons: z.output<typeof Company>[] }> {
  const asked = tenantId === '' ? me.tenantId : BigInt(tenantId);
  if (!(await lineOf(tx, asked)).some(({ id }) => id === me.tenantId)) notFound('该企业');
  return { sons: (await sonsOf(tx, asked)).map(companyOf) };
}

/** The company one belongs to and those below it. */
export async function companyGroup(tx: Tx, tenantId: bigint): Promise<{ parent: z.output<typeof Company> | null; sons: z.output<typeof Company>[] }> {
  const [, parent] = await lineOf(tx, tenantId);
  return { parent: parent ? companyOf(parent) : null, sons: (await sonsOf(tx, tenantId)).map(companyOf) };
}

/** By the operator, from the company's papers; '' takes it out of the group. Refuses a circle. Written down in the company's own log. */
export async function saveGroup(tx: Tx, me: Me, input: z.output<typeof GroupSaved>): Promise<Record<string, never>> {
  if (!(await isOperator(tx, me))) notFound('该企业');
  const id = BigInt(input.tenantId);
  // Two operators who put two companies below each other wait here for one another.
  await sql`select pg_advisory_xact_lock(hashtext('tenant.parent_id'))`.execute(tx);
  const [own, before] = await lineOf(tx, id);
  if (!own) return notFound('该企业');
  const parent =
    input.parentCode === '' ? null : await tx.selectFrom('tenant').select(['id', 'code', 'name']).where('code', '=', input.parentCode).executeTakeFirst();
  if (parent === undefined) return refuseField('parentCode', `没有编号为${input.parentCode}的企业`);
  if (parent && (await lineOf(tx, parent.id)).some((one) => one.id === id))
    refuseField('parentCode', parent.id === id ? '上级企业不能是该企业自己' : `“${parent.name}”是“${own.name}”的下级企业，不能作为其上级`);
  await changeCompany(tx, id, { parent_id: parent?.id ?? null });
  await audit(
    tx,
    { ...me, tenantId: id },
    {
      action: '平台设置上级企业',
      subject: subjects.identityVerification,
      id: input.tenantId,
      no: own.name,
      before: { 上级企业: before?.name ?? '' },
      after: { 上级企业: parent?.name ?? '' },
    },
  );
  return {};
}

/** Modules of the company: which it has opened, and until when all of them run ('' for ever). */
export async function tenantApplications(tx: Tx, me: Me): Promise<{ applications: z.output<typeof TenantApplication>[] }> {
  const tenant = await tx.selectFrom('tenant').select(['apps', 'expires_on']).where('id', '=', me.tenantId).executeTakeFirstOrThrow();
  return {
    applications: apps
      .filter((app) => app.module)
      .map(({ key, tag, name }) => ({ tag, name, open: tenant.apps.includes(key), expiresOn: tenant.expires_on ?? '' })),
  };
}

/** A company and those above it, nearest first. */
async function lineOf(tx: Tx, id: bigint): Promise<Tenant[]> {
  const { rows } = await sql<Tenant>`
    with recursive line as (
      select id, code, name, parent_id, 0 as height from tenant where id = ${id}
      union all select t.id, t.code, t.name, t.parent_id, height + 1 from tenant t join line on t.id = line.parent_id
    ) select id, code, name, parent_id from line order by height`.execute(tx);
  return rows;
}

const sonsOf = (tx: Tx, id: bigint): Promise<Tenant[]> =>
  tx.selectFrom('tenant').select(['id', 'code', 'name', 'parent_id']).where('parent_id', '=', id).orderBy('code').execute();
