import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { PROCESS_CONFIG } from '~/portal/permissions';
import { beyondScope, type Tx } from '~/server/db.server';
import { nameDecidingRoles } from '~/server/decidingRoles.server';
import { refuse } from '~/shared/refusal';
import type { FormField, FormValues, ProcessTree } from './process';
import { calledNode, errorAt, type Problem } from './processProblem';
import { type NodeRef, type RefKind, refKinds, refsOf } from './processRefs';

interface Found {
  kind: RefKind;
  id: string;
  name: string;
  active: boolean;
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const idsOf = (refs: readonly NodeRef[]): string[] => refs.map(({ id }) => id);
async function foundOf(tx: Tx, me: Pick<Me, 'tenantId'>, named: readonly string[]): Promise<Map<string, Found>> {
  const ids = [...new Set(named)].filter((id) => UUID.test(id));
  if (ids.length === 0) return new Map();
  const any = sql`any(${ids}::uuid[])`;
  const { rows } = await sql<Found>`
    select 'MEMBER' as kind, id, name, status = 'ACTIVE' as active from member where tenant_id = ${me.tenantId} and id = ${any}
    union all select 'ROLE', id, name, true from role where tenant_id = ${me.tenantId} and id = ${any}
    union all select 'DEPARTMENT', id, name, status = 'ACTIVE' from department where tenant_id = ${me.tenantId} and id = ${any}
    union all select 'GROUP', id, name, true from wf_group where tenant_id = ${me.tenantId} and id = ${any}`.execute(tx);
  return new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
}

/** What people call those the trees name; who is gone for good has no name. */
export async function namesIn(tx: Tx, me: Pick<Me, 'tenantId'>, trees: readonly ProcessTree[], fields: readonly FormField[]): Promise<Record<string, string>> {
  const found = await foundOf(
    tx,
    me,
    trees.flatMap((tree) => idsOf(refsOf(tree, fields))),
  );
  return Object.fromEntries([...found.values()].map(({ id, name, active }) => [id, active ? name : `${name}（已停用）`]));
}

/** What people call the members and departments that values of these fields name. */
export async function namesOfValues(tx: Tx, me: Pick<Me, 'tenantId'>, fields: readonly FormField[], values: FormValues): Promise<Record<string, string>> {
  const ids = fields.filter(({ type }) => type === 'MEMBER' || type === 'DEPARTMENT').flatMap(({ key }) => [values[key] ?? []].flat());
  return Object.fromEntries([...(await foundOf(tx, me, ids)).values()].map(({ id, name }) => [id, name]));
}

/** Refuses a tree that names what this company does not have: another company's is as if missing. */
export async function mustExist(tx: Tx, me: Pick<Me, 'tenantId'>, tree: ProcessTree, fields: readonly FormField[]): Promise<void> {
  const refs = refsOf(tree, fields);
  const found = await foundOf(tx, me, idsOf(refs));
  const missing = refs.find(({ kind, id }) => !found.has(`${kind} ${id}`));
  if (missing) refuse('PROCESS', `${calledNode(missing.node)}选择的${refKinds[missing.kind]}不存在或已删除，请重新选择`, { nodeId: missing.node.id });
}

/** What was there when it was chosen and is no longer in use. */
export async function goneProblems(tx: Tx, me: Pick<Me, 'tenantId'>, tree: ProcessTree, fields: readonly FormField[]): Promise<Problem[]> {
  const refs = refsOf(tree, fields);
  const found = await foundOf(tx, me, idsOf(refs));
  return refs.flatMap(({ kind, id, node }) => {
    const one = found.get(`${kind} ${id}`);
    if (one?.active) return [];
    return [errorAt(node, 'NO_CANDIDATES', `${calledNode(node)}选择的${refKinds[kind]}${one ? `“${one.name}”已停用` : '不存在或已删除'}，请重新选择`)];
  });
}

/** Roles in what new documents run by and in what documents still run by, seen or not: a step asks their members when it is reached. */
nameDecidingRoles({
  setBy: PROCESS_CONFIG,
  async roles(tx, me) {
    const { rows } = await beyondScope(tx, me, () =>
      sql<{ id: string }>`
        select id from role where tenant_id = ${me.tenantId} and exists (
          select 1 from wf_version v where v.tenant_id = role.tenant_id and v.status <> 'DRAFT' and position(role.id::text in v.tree::text) > 0
            and (exists (select 1 from wf_process p where p.tenant_id = v.tenant_id and p.version_id = v.id and p.status = 'ENABLED')
              or exists (select 1 from wf_instance i where i.tenant_id = v.tenant_id and i.version_id = v.id and i.status in ('RUNNING', 'RETURNED'))))`.execute(
        tx,
      ),
    );
    return rows.map(({ id }) => id);
  },
});
