import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Me } from '~/portal/me';
import { screenOf } from '~/portal/screens';
import type { Tx } from '~/server/db.server';
import { containing } from '~/server/list.server';
import { holdsNumber, valuesHolding } from '~/server/search.server';
import { approvalNamed } from './approvalKind.server';
import { treeOf } from './flowStore.server';
import type { FormValues, ProcessTree, TaskNode } from './process';
import { findNode, isTask } from './processTree';

/** More customers are not what somebody looks for by a word. */
const MOST_CUSTOMERS = 500;

/** Runs of processes by id, with the starter's departments in words. */
export async function instancesOf(tx: Tx, me: Pick<Me, 'tenantId'>, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('wf_instance as i')
    .selectAll('i')
    .select(
      sql<string>`coalesce((select string_agg(d.name, '、' order by d.name) from member_department md
        join department d on d.tenant_id = md.tenant_id and d.id = md.department_id
        where md.tenant_id = i.tenant_id and md.member_id = i.starter_member_id), '')`.as('department'),
    )
    .where('i.tenant_id', '=', me.tenantId)
    .where('i.id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
export type Instance = Awaited<ReturnType<typeof instancesOf>> extends Map<string, infer Row> ? Row : never;

/** What every list of tasks shows of the process: the fields that the specification names, and the document in a few lines. */
export function rowOf(instance: Instance) {
  const vars = instance.vars as Record<string, unknown>;
  const summary = instance.summary as unknown as { label: string; value: string }[];
  return {
    processInstanceId: instance.id,
    processDefinitionKey: instance.key,
    commonBusVars: { id: instance.subject_id, riskFlag: String(vars['riskFlag'] ?? '') },
    title: instance.title,
    subjectNo: instance.subject_no,
    subjectName: instance.subject_name,
    // One sentence each: what is hidden from a role is taken out of words by the name it follows.
    summary: summary.slice(0, 3).map(({ label, value }) => `${label}：${value}`),
    starter: instance.starter,
    department: instance.department,
    startedAt: instance.started_at,
    document: documentOf(instance),
  };
}

/** The page of the document itself, where the product has built it (spec section 7). */
function documentOf(instance: Instance): string {
  const vars = { ...(instance.vars as unknown as FormValues), id: instance.subject_id };
  const address = approvalNamed(instance.subject_type).form?.route(vars, instance.at_node) ?? '';
  return screenOf(address.split('?')[0] ?? '') ? address : '';
}

/** The designed steps of the versions these run by. */
export async function stepsOf(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  instances: readonly { version_id: string }[],
): Promise<(versionId: string, nodeId: string) => TaskNode | undefined> {
  const trees = new Map<string, ProcessTree>();
  for (const { version_id } of instances) if (!trees.has(version_id)) trees.set(version_id, await treeOf(tx, me, version_id));
  return (versionId, nodeId) => {
    const tree = trees.get(versionId);
    const node = tree && findNode(tree, nodeId);
    return node && isTask(node) ? node : undefined;
  };
}

/** What words typed narrow `task` to: documents by number or by their customer, and those of who began them; null where nothing is found. */
export async function foundBy(tx: Tx, me: Me, { keyword, starter }: { keyword: string; starter: string }): Promise<RawBuilder<SqlBool>[] | null> {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (keyword) {
    const customers = await customersNamed(tx, me, keyword);
    const numbered = await holdsNumber(tx, 'task.instance_id', 'wf_instance_text', 'no', keyword);
    conditions.push(customers.length ? sql<SqlBool>`(${numbered} or task.customer_id = any(${customers}::uuid[]))` : numbered);
  }
  if (starter) {
    const names = await valuesHolding(tx, me, 'wf_instance', 'starter', starter);
    if (names.length === 0) return null;
    conditions.push(sql<SqlBool>`task.starter = any(${names})`);
  }
  return conditions;
}

async function customersNamed(tx: Tx, me: Me, word: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('customer')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('name', 'ilike', containing(word))
    .limit(MOST_CUSTOMERS)
    .execute();
  return rows.map(({ id }) => id);
}
