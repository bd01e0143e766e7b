import { sql } from 'kysely';
import type { Tx } from '~/server/db.server';
import type { LocalDepartment } from './departmentPlan';
import type { Basis, Choice, Link, LinkKind } from './directory';
import type { LocalMember } from './memberPlan';
import type { Here } from './plan';

/** Departments, people and links of the tenant as they are now. */
export async function readHere(tx: Tx, tenantId: bigint): Promise<Here> {
  const departments = await tx
    .selectFrom('department')
    .select(['id', 'parent_id as parentId', 'name', 'status', 'version'])
    .where('tenant_id', '=', tenantId)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const { rows: members } = await sql<LocalMember>`
    select m.id, m.name, m.job_title as "jobTitle", a.mobile, m.status, m.is_admin as "isAdmin", m.version,
      coalesce((select array_agg(md.department_id::text order by md.is_primary desc, md.department_id) from member_department md
        where md.tenant_id = m.tenant_id and md.member_id = m.id), '{}') as departments
    from member m join account a on a.id = m.account_id where m.tenant_id = ${tenantId} order by m.id`.execute(tx);
  const links = await tx
    .selectFrom('dingtalk_link')
    .select(['kind', 'external_id', 'local_id', 'choice', 'present', 'basis'])
    .where('tenant_id', '=', tenantId)
    .orderBy('kind')
    .orderBy('external_id')
    .execute();
  return {
    departments: departments as LocalDepartment[],
    members,
    links: links.map((one) => ({
      kind: one.kind as LinkKind,
      externalId: one.external_id,
      localId: one.local_id,
      choice: one.choice as Choice,
      present: one.present,
      basis: one.basis as Basis,
    })) satisfies Link[],
  };
}
