import type { Me } from '~/portal/me';
import { jsonb, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { type Approval, definedApprovals } from './approvalKind.server';
import type { ProcessTree } from './process';
import { oneStep } from './processTree';

/** Anybody who holds the permission decides: what every company starts with. */
export const simpleTree = oneStep('audit', '待审核');

/** Whether a document comes to wait by one statement: nobody has to be found, and nothing is timed. */
export function isSimple({ nodes, rules }: ProcessTree): boolean {
  const [start, task, end, ...more] = nodes;
  if (start?.kind !== 'START' || task?.kind !== 'APPROVE' || end?.kind !== 'END' || more.length) return false;
  if (rules?.summary.length) return false;
  const anybody = task.candidates.length === 1 && task.candidates[0]?.kind === 'PERMISSION';
  return anybody && task.mode.kind === 'ANY' && task.onSelf === 'ALLOW' && !task.timeOut;
}

/** Makes the published simple process of every kind of approval the tenant has none for, and says whether there was any; two at once make one. */
export async function ensureProcesses(tx: Tx, me: Pick<Me, 'tenantId' | 'name'>, now: Date, of: readonly Approval[] = definedApprovals()): Promise<boolean> {
  const keyed = of.flatMap((approval) => (approval.key ? [{ key: approval.key, title: approval.title }] : []));
  const known = await tx.selectFrom('wf_process').select('key').distinct().where('tenant_id', '=', me.tenantId).execute();
  const missing = keyed.filter(({ key }) => !known.some((one) => one.key === key));
  for (const { key, title } of missing) await makeProcess(tx, me, key, title, now);
  return missing.length > 0;
}

async function makeProcess(tx: Tx, me: Pick<Me, 'tenantId' | 'name'>, key: string, name: string, now: Date): Promise<void> {
  const [id, version] = [newId(), newId()];
  const made = await tx
    .insertInto('wf_process')
    .values({ tenant_id: me.tenantId, id, key, name, status: 'ENABLED', created_at: now, updated_at: now, updated_by: '系统' })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return;
  await tx
    .insertInto('wf_version')
    .values({
      ...{ tenant_id: me.tenantId, id: version, process_id: id, ver: 1, tree: jsonb(simpleTree) as never, simple: true, status: 'PUBLISHED' },
      ...{ notes: '系统预置：有审核权限的人审批一次', created_at: now, updated_at: now, updated_by: '系统', published_at: now, published_by: '系统' },
    })
    .execute();
  await tx.updateTable('wf_process').set({ version_id: version }).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();
}
