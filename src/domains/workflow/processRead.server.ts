import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { beyondScope, type Tx } from '~/server/db.server';
import { notFound } from '~/shared/refusal';
import type { ProcessTree } from './process';
import type { ProcessState, VersionState } from './processConfig';
import type { DiffAnswer, ProcessChoices, ProcessDetail, ProcessHome, VersionRow } from './processConfig.schema';
import { treeDiff } from './processDiff';
import { businesses, businessOf } from './processForm.server';
import { namesIn } from './processRefs.server';

const MOST_VERSIONS = 200;

/** Everything there is: companies keep tens of processes, and what runs by them is counted from an index. */
export async function listProcesses(tx: Tx, me: Me): Promise<z.output<typeof ProcessHome>> {
  const rows = await beyondScope(tx, me, () =>
    tx
      .selectFrom('wf_process as p')
      .leftJoin('wf_version as v', (on) => on.onRef('v.tenant_id', '=', 'p.tenant_id').onRef('v.id', '=', 'p.version_id'))
      .select(['p.id', 'p.key', 'p.name', 'p.status', 'p.updated_at as updatedAt', 'p.updated_by as updatedBy'])
      .select(['v.ver', 'v.published_at as publishedAt', sql<string>`coalesce(v.published_by, '')`.as('publishedBy')])
      .select(sql<boolean>`exists (select from wf_version d where d.tenant_id = p.tenant_id and d.process_id = p.id and d.status = 'DRAFT')`.as('draft'))
      .select(
        sql<number>`(select count(*)::int from wf_instance i where i.tenant_id = p.tenant_id and i.process_id = p.id and i.ended_at is null)`.as('running'),
      )
      .where('p.tenant_id', '=', me.tenantId)
      .orderBy('p.key')
      .orderBy('p.status', 'desc')
      .orderBy('p.created_at')
      .execute(),
  );
  const all = businesses();
  return {
    processes: rows.map((row) => ({ ...row, status: row.status as ProcessState, business: businessOf(row.key).title })),
    businesses: all.map(({ key, title }) => ({ key, title })),
  };
}

/** The draft if there is one, else what is in force; or the version asked for. */
export async function getProcess(tx: Tx, me: Me, input: { id: string; ver?: number | undefined }): Promise<z.output<typeof ProcessDetail>> {
  const process = await tx
    .selectFrom('wf_process')
    .select(['id', 'key', 'name', 'status', 'version'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  if (!process) return notFound('该流程');
  const { ver, status, tree, updated_at: updatedAt, updated_by: updatedBy } = await versionOf(tx, me, input);
  const { title: business, fields } = businessOf(process.key);
  return {
    ...process,
    status: process.status as ProcessState,
    business,
    ver,
    state: status as VersionState,
    tree,
    fields: [...fields],
    names: await namesIn(tx, me, [tree], fields),
    updatedAt,
    updatedBy,
  };
}

/** Without a number the newest, which is the draft where there is one. */
export async function versionOf(tx: Tx, me: Pick<Me, 'tenantId'>, { id, ver }: { id: string; ver?: number | undefined }) {
  let rows = tx.selectFrom('wf_version').selectAll().where('tenant_id', '=', me.tenantId).where('process_id', '=', id);
  if (ver) rows = rows.where('ver', '=', ver);
  const row = await rows.orderBy('ver', 'desc').limit(1).executeTakeFirst();
  return row ? { ...row, tree: row.tree as unknown as ProcessTree } : notFound(ver ? '该版本' : '该流程');
}

export async function listVersions(tx: Tx, me: Me, { id }: { id: string }): Promise<{ versions: z.output<typeof VersionRow>[] }> {
  const rows = await beyondScope(tx, me, () =>
    tx
      .selectFrom('wf_version as v')
      .select(['v.ver', 'v.status', 'v.notes', 'v.checksum', 'v.published_at as publishedAt', 'v.published_by as publishedBy', 'v.updated_at as updatedAt'])
      .select(
        sql<number>`(select count(*)::int from wf_instance i where i.tenant_id = v.tenant_id and i.process_id = v.process_id
        and i.version_id = v.id and i.ended_at is null)`.as('running'),
      )
      .where('v.tenant_id', '=', me.tenantId)
      .where('v.process_id', '=', id)
      .orderBy('v.ver', 'desc')
      .limit(MOST_VERSIONS)
      .execute(),
  );
  if (rows.length === 0) notFound('该流程');
  return { versions: rows.map(({ status, ...row }) => ({ ...row, state: status as VersionState })) };
}

export async function diffVersions(tx: Tx, me: Me, input: { id: string; from: number; to: number }): Promise<z.output<typeof DiffAnswer>> {
  const { key } = await getProcess(tx, me, { id: input.id });
  const { fields } = businessOf(key);
  const [before, after] = [await versionOf(tx, me, { id: input.id, ver: input.from }), await versionOf(tx, me, { id: input.id, ver: input.to })];
  const names = await namesIn(tx, me, [before.tree, after.tree], fields);
  return { changes: treeDiff(before.tree, after.tree, { fields, nameOf: (id) => names[id] ?? '已删除' }) };
}

/** Whom a process may ask. */
export async function processChoices(tx: Tx, me: Me): Promise<z.output<typeof ProcessChoices>> {
  const { rows } = await sql<{ kind: string; id: string; name: string; hint: string }>`
    select 'members' as kind, m.id, m.name, concat_ws(' · ', nullif(m.job_title, ''), (select d.name from member_department md
      join department d on d.tenant_id = md.tenant_id and d.id = md.department_id
      where md.tenant_id = m.tenant_id and md.member_id = m.id order by md.is_primary desc, d.id limit 1)) as hint
    from member m where m.tenant_id = ${me.tenantId} and m.status = 'ACTIVE'
    union all select 'roles', r.id, r.name, (select count(*) from member_role mr join member m on m.tenant_id = mr.tenant_id and m.id = mr.member_id
      where mr.tenant_id = r.tenant_id and mr.role_id = r.id and m.status = 'ACTIVE') || '人' from role r where r.tenant_id = ${me.tenantId}
    union all select 'departments', d.id, d.name, coalesce('负责人：' || l.name, '未设负责人') from department d
      left join member l on l.tenant_id = d.tenant_id and l.id = d.leader_id where d.tenant_id = ${me.tenantId} and d.status = 'ACTIVE'
    union all select 'groups', g.id, g.name, cardinality(g.member_ids) || '人' from wf_group g where g.tenant_id = ${me.tenantId}
    order by 3, 2`.execute(tx);
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id, name, hint }) => ({ id, name, hint: hint ?? '' }));
  return { members: of('members'), roles: of('roles'), departments: of('departments'), groups: of('groups') };
}
