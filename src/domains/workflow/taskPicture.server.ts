import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { approvalNamed } from './approvalKind.server';
import { treeOf } from './flowStore.server';
import { found } from './taskInfo.server';

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The process as it was designed when the document was submitted, with the names of those it asks. */
export async function taskPicture(tx: Tx, me: Me, { processInstanceId }: { processInstanceId: string }) {
  const { instance } = await found(tx, me, { id: '', instanceId: processInstanceId });
  const tree = await treeOf(tx, me, instance.version_id);
  const ids = sql`any(${JSON.stringify(tree).match(UUIDS) ?? []}::uuid[])`;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from member where tenant_id = ${me.tenantId} and id = ${ids}
    union all select id, name from role where tenant_id = ${me.tenantId} and id = ${ids}
    union all select id, name from department where tenant_id = ${me.tenantId} and id = ${ids}
    union all select id, name from wf_group where tenant_id = ${me.tenantId} and id = ${ids}`.execute(tx);
  return { tree, fields: [...(approvalNamed(instance.subject_type).form?.fields ?? [])], names: Object.fromEntries(rows.map(({ id, name }) => [id, name])) };
}
