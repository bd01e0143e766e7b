import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { type Notice, tell, tellingOf } from '~/server/outbox.server';
import { refuse } from '~/shared/refusal';
import { type Approval, type Opinion, type SummaryLine, subjectOf } from './approvalKind.server';
import { valueWords } from './condition';
import { conclude } from './flowEnd.server';
import { ensureProcesses } from './flowProcess.server';
import { enter, type Moving, moving, whoIsNext } from './flowStep.server';
import { amountOf, change, emptyFlow, type Flow, type Instance, lockFlows, note, stateOfFlow, treeOf } from './flowStore.server';
import type { FormValues, ProcessNode, ProcessTree } from './process';
import { namesOfValues } from './processRefs.server';
import { findNode, rulesOf } from './processTree';

/** How a document is submitted. */
export interface Submitting {
  /** Whom the starter chose, by node. */
  choices?: Record<string, string[]>;
  /** Accounts it is not offered to, as they made it; those of `submitters` where it is left out. */
  barred?: readonly string[];
  /** The values of its form, where the caller knows them. */
  values?: FormValues;
  /** What those who may decide are told where the process does not tell whom it asks. */
  notice?: Notice;
}
export interface Submitted<Done> {
  status: string;
  /** In words: who is asked; '' when the simple process asks whoever may. */
  next: string;
  /** Whether the process tells those it asks; by the simple one whoever may decide is told by `notice`, or, of several at once, by the document. */
  tells: boolean;
  /** What it became when nobody had to be asked. */
  done?: Done | undefined;
}

/**
 * The document has come to wait: from now on it runs by the process in force. Its row is written and locked. By the simple process this is
 * one statement; any other finds the people, and may pass the document at once.
 */
export async function submitDocument<Doc, Given extends Opinion, Done>(
  tx: Tx,
  me: Me,
  approval: Approval<Doc, Given, Done>,
  doc: Doc,
  now: Date,
  how: Submitting = {},
): Promise<Submitted<Done>> {
  const values = how.values ?? (await valuesOf(tx, me, approval, doc));
  const barred = how.barred ?? (await barredOf(tx, me, approval, doc));
  const simply = async () => !how.choices && (await startSimple(tx, me, approval, doc, now, { values, barred, notice: how.notice }));
  // Where there is no process of the key yet, the simple one is made and tried.
  if ((await simply()) || ((await ensureProcesses(tx, me, now, [approval])) && (await simply()))) return { status: 'RUNNING', next: '', tells: false };
  const [flow] = await lockFlows(tx, me, keyOf(approval), [approval.subject(doc).id]);
  if (flow?.instance.status === 'RUNNING') {
    if (how.notice) await tell(tx, me, how.notice);
    return { status: 'RUNNING', next: '', tells: false };
  }
  if (flow) note(flow, me, now, { action: 'RESUBMIT' });
  const on = flow ? await again(tx, me, approval, flow, doc, values, now, how) : await started(tx, me, approval, doc, values, now, how);
  await enter(on, firstOf(on.flow));
  const ended = on.outcome ? await approval.lock(tx, me, { id: on.flow.instance.subject_id }) : doc;
  const done = await conclude(on, approval, ended, givenAlone(approval), { opinion: '' });
  return { status: on.flow.instance.status, next: on.outcome ? '' : await whoIsNext(on), tells: true, done };
}

const barredOf = async <Doc, Given extends Opinion, Done>(tx: Tx, me: Me, approval: Approval<Doc, Given, Done>, doc: Doc): Promise<string[]> =>
  ((await approval.submitters?.(tx, me, doc))?.accounts ?? []).filter((one) => one !== null);

export const keyOf = (approval: Pick<Approval, 'key' | 'type'>): string => approval.key ?? approval.type;
/** What is decided by nobody brings no opinion of anybody. */
export const givenAlone = <Doc, Given extends Opinion, Done>({ given }: Approval<Doc, Given, Done>, opinion = '按审批流程自动处理'): Given =>
  given ? given(opinion, {}) : ({ opinion } as Given);

export async function valuesOf<Doc, Given extends Opinion, Done>(tx: Tx, me: Me, { form }: Approval<Doc, Given, Done>, doc: Doc): Promise<FormValues> {
  return (await form?.values(tx, me, doc)) ?? {};
}

/** One statement for what most companies run by; false where another process is in force or the document has been through one that is not over. */
async function startSimple(
  tx: Tx,
  me: Me,
  approval: Approval,
  doc: unknown,
  now: Date,
  { values: vars, barred, notice }: { values: FormValues; barred: readonly string[]; notice: Notice | undefined },
): Promise<boolean> {
  const { id, no, name, warehouseId = null, customerId: about } = approval.subject(doc);
  const customerId = me.customerId ?? about;
  const [instance, run, task, key, type] = [newId(), newId(), newId(), keyOf(approval), approval.type];
  const summary = JSON.stringify(approval.form?.summary(doc) ?? []);
  const { rows } = await sql<{ id: string }>`
    with process as (
      select p.id, p.version_id, v.tree->'nodes'->1->>'id' as node_id, v.tree->'nodes'->1->>'name' as node_name
      from wf_process p join wf_version v on v.tenant_id = p.tenant_id and v.id = p.version_id
      where p.tenant_id = ${me.tenantId} and p.key = ${key} and p.status = 'ENABLED' and v.simple
        and not exists (select from wf_instance a where a.tenant_id = ${me.tenantId} and a.subject_id = ${id} and a.key = ${key} and a.ended_at is null)
    ), instance as (
      insert into wf_instance (tenant_id, id, process_id, version_id, key, subject_type, subject_id, subject_no, subject_name, title, summary, customer_id,
        warehouse_id, vars, starter_id, starter_member_id, starter, round, node_seq, at_node, started_at, updated_at)
      select ${me.tenantId}, ${instance}, p.id, p.version_id, ${key}, ${type}, ${id}, ${no}, ${name}, ${approval.title}, ${summary}::jsonb, ${customerId}::uuid,
        ${warehouseId}::uuid, ${JSON.stringify(vars)}::jsonb, ${me.accountId}, ${me.memberId}::uuid, ${actorName(me)}, ${nextRound(me, id, key)}, 1, p.node_name,
        ${now}, ${now} from process p
    ), run as (
      insert into wf_node_run (tenant_id, id, instance_id, node_id, node_name, kind, seq, opened_at)
      select ${me.tenantId}, ${run}, ${instance}, p.node_id, p.node_name, 'APPROVE', 1, ${now} from process p
    )${notice ? sql`, told as (${tellingOf(me, notice, sql`process`)})` : sql``}
    insert into wf_task (tenant_id, id, instance_id, run_id, key, subject_type, subject_id, customer_id, warehouse_id, node_id, node_name, pool, barred, why, created_at,
      starter, amount)
    select ${me.tenantId}, ${task}, ${instance}, ${run}, ${key}, ${type}, ${id}, ${customerId}::uuid, ${warehouseId}::uuid, p.node_id, p.node_name, ${type},
      ${[...barred]}::uuid[], ${`有“${approval.title}”权限`}, ${now}, ${actorName(me)}, ${amountOf(vars)}::bigint from process p returning id`.execute(tx);
  return rows.length > 0;
}
const nextRound = (me: Pick<Me, 'tenantId'>, subjectId: string, key: string) =>
  sql<number>`coalesce((select max(b.round) from wf_instance b where b.tenant_id = ${me.tenantId} and b.subject_id = ${subjectId} and b.key = ${key}), 0) + 1`;

/** Who a document is by, when that is not whoever's transaction this is. */
type Starter = Pick<Instance, 'starter_id' | 'starter_member_id' | 'starter'>;
const starterOf = (me: Me): Starter => ({ starter_id: me.accountId, starter_member_id: me.memberId, starter: actorName(me) });

/** A new instance of the version in force, at its start. */
export async function started<Doc, Given extends Opinion, Done>(
  tx: Tx,
  me: Me,
  approval: Approval<Doc, Given, Done>,
  doc: Doc,
  vars: FormValues,
  now: Date,
  { choices, starter = starterOf(me) }: Submitting & { starter?: Starter } = {},
): Promise<Moving> {
  const key = keyOf(approval);
  const process = await inForce(tx, me, approval, now);
  const subject = subjectOf(approval, doc);
  const { round } = await tx.selectNoFrom(nextRound(me, subject.id, key).as('round')).executeTakeFirstOrThrow();
  const instance: Instance = {
    ...{ tenant_id: me.tenantId, id: newId(), process_id: process.id, version_id: process.version_id, key, title: approval.title, vars: vars as never },
    ...{ subject_type: subject.type, subject_id: subject.id, subject_no: subject.no, subject_name: subject.name },
    // What a dealer submits is about its own customer, also where the document is about none.
    customer_id: me.customerId ?? subject.customerId,
    ...{ warehouse_id: subject.warehouseId ?? null, summary: [] as never, ...starter, status: 'RUNNING' },
    ...{ state: (choices ? { choices } : {}) as never, round, node_seq: 0, at_node: '', started_at: now, updated_at: now, ended_at: null },
  };
  const flow = emptyFlow(instance, await treeOf(tx, me, process.version_id));
  instance.summary = (await summaryOf(tx, me, approval, flow.tree, doc, vars)) as never;
  flow.fresh.add(instance);
  return moving({ tx, me, approval: approval, flow, now });
}

/** A returned document, submitted again: from the start, or where it was returned from. */
async function again(tx: Tx, me: Me, approval: Approval, flow: Flow, doc: unknown, vars: FormValues, now: Date, { choices }: Submitting): Promise<Moving> {
  const { instance } = flow;
  const state = { ...stateOfFlow(flow), ...(choices ? { choices } : {}), since: instance.node_seq };
  change(flow, instance, { status: 'RUNNING', round: instance.round + 1, vars: vars as never, state: state as never });
  change(flow, instance, { summary: (await summaryOf(tx, me, approval, flow.tree, doc, vars)) as never });
  return moving({ tx, me, approval: approval, flow, now });
}
function firstOf(flow: Flow): ProcessNode {
  const { resume } = stateOfFlow(flow);
  const node = (resume && findNode(flow.tree, resume)) || flow.tree.nodes[0];
  if (resume) change(flow, flow.instance, { state: { ...stateOfFlow(flow), resume: undefined } as never });
  if (!node) throw new Error('a published process has no start');
  return node;
}

/** What lists of tasks tell of the document: the fields the process names, else what its kind does. */
async function summaryOf(tx: Tx, me: Me, { form }: Approval, tree: ProcessTree, doc: unknown, values: FormValues): Promise<SummaryLine[]> {
  const fields = rulesOf(tree).summary.flatMap((key) => form?.fields.filter((field) => field.key === key) ?? []);
  if (!fields.length) return form?.summary(doc) ?? [];
  const names = await namesOfValues(tx, me, fields, values);
  return fields.map((field) => ({
    label: field.label,
    value: [values[field.key] ?? '']
      .flat()
      .map((text) => valueWords(field, text, (id) => names[id] ?? ''))
      .join('、'),
  }));
}

/** Whether the process lets its starter take the document back as it stands. */
export async function mayTakeBack(tx: Tx, tree: ProcessTree, instance: Pick<Instance, 'tenant_id' | 'id' | 'round' | 'starter_id'>): Promise<boolean> {
  const { withdraw } = rulesOf(tree);
  if (withdraw !== 'UNTOUCHED') return withdraw === 'RUNNING';
  const acted = await tx
    .selectFrom('wf_task as task')
    .innerJoin('wf_node_run as run', (on) => on.onRef('run.tenant_id', '=', 'task.tenant_id').onRef('run.id', '=', 'task.run_id'))
    .select('task.id')
    .where('task.tenant_id', '=', instance.tenant_id)
    .where('task.instance_id', '=', instance.id)
    .where('run.round', '=', instance.round)
    .where('task.acted_by', '<>', instance.starter_id)
    .limit(1)
    .executeTakeFirst();
  return acted === undefined;
}

export async function inForce(tx: Tx, me: Me, approval: Approval, now: Date): Promise<{ id: string; version_id: string }> {
  const find = () =>
    tx
      .selectFrom('wf_process')
      .select(['id', 'version_id'])
      .where('tenant_id', '=', me.tenantId)
      .where('key', '=', keyOf(approval))
      .where('status', '=', 'ENABLED')
      .executeTakeFirst();
  let found = await find();
  if (!found) {
    await ensureProcesses(tx, me, now, [approval]);
    found = await find();
  }
  if (!found?.version_id) refuse('BAD_STATE', `“${approval.title}”的审批流程已停用，请联系管理员启用后再提交`);
  return { id: found.id, version_id: found.version_id };
}

/**
 * The running flow of a document that waits, with its rows locked. One that came to wait before there were processes, or outside of
 * `submitDocument`, is started here by whoever made it: nothing is decided beside the process in force.
 */
export async function running<Doc, Given extends Opinion, Done>(
  tx: Tx,
  me: Me,
  approval: Approval<Doc, Given, Done>,
  doc: Doc,
  known: Flow | undefined,
  now: Date,
): Promise<Flow> {
  if (known?.instance.status === 'RUNNING') return known;
  const values = await valuesOf(tx, me, approval, doc);
  const on = known
    ? await again(tx, me, approval, known, doc, values, now, {})
    : await started(tx, me, approval, doc, values, now, { starter: await submitterOf(tx, me, approval, doc) });
  await enter(on, firstOf(on.flow));
  // Nobody was asked: it is decided by whoever is here now, as whatever they say.
  if (on.outcome) refuse('BAD_STATE', `${on.flow.instance.subject_name}的审批流程已变更，请撤回后重新提交`);
  return on.flow;
}

async function submitterOf<Doc, Given extends Opinion, Done>(tx: Tx, me: Me, approval: Approval<Doc, Given, Done>, doc: Doc): Promise<Starter> {
  const account = (await approval.submitters?.(tx, me, doc))?.accounts.find((one) => one !== null);
  if (!account) return starterOf(me);
  const member = await tx.selectFrom('member').select(['id', 'name']).where('tenant_id', '=', me.tenantId).where('account_id', '=', account).executeTakeFirst();
  return { starter_id: account, starter_member_id: member?.id ?? null, starter: member?.name ?? '' };
}
