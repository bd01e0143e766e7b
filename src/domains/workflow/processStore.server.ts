import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { actorName, type Me } from '~/portal/me';
import { audit, canonical } from '~/server/audit.server';
import { beyondScope, type DB, jsonb, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { lockKnown, updateKnown } from '~/server/versioned.server';
import { notFound, Refusal, refuse, WARNING } from '~/shared/refusal';
import { isSimple } from './flowProcess.server';
import type { ProcessTree } from './process';
import { checkProcess, mayPublish } from './processCheck';
import { firstTree, MOST_PROCESSES } from './processConfig';
import type { ProcessCopy, ProcessCreate, ProcessPublish, ProcessSaved, ProcessUpdate, Published } from './processConfig.schema';
import { businessOf, mustBeBusiness } from './processForm.server';
import { versionOf } from './processRead.server';
import { goneProblems, mustExist } from './processRefs.server';
import * as subjects from './subjects';

type Saved = z.output<typeof ProcessSaved>;
const NOUN = '流程';

/** A new process has a draft and is not in use. */
export async function createProcess(tx: Tx, me: Me, input: z.output<typeof ProcessCreate>, now: Date): Promise<Saved> {
  mustBeBusiness(input.key);
  return makeProcess(tx, me, { ...input, tree: firstTree() }, now, '新建');
}

/** The newest version of another, its draft where it has one. */
export async function copyProcess(tx: Tx, me: Me, input: z.output<typeof ProcessCopy>, now: Date): Promise<Saved> {
  const from = await lockKnown(tx, me, 'wf_process', NOUN, { id: input.id });
  const { tree } = await versionOf(tx, me, { id: input.id });
  return makeProcess(tx, me, { key: from.key, name: input.name, tree }, now, '复制');
}

async function makeProcess(tx: Tx, me: Me, { key, name, tree }: { key: string; name: string; tree: ProcessTree }, now: Date, action: string): Promise<Saved> {
  const counted = tx.selectFrom('wf_process').where('tenant_id', '=', me.tenantId);
  const { n } = await counted.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  if (n >= MOST_PROCESSES) refuse('PROCESS', `审批流程不能超过${MOST_PROCESSES}个，请停用不再使用的流程并在原流程上修改`);
  const id = newId();
  const stamp = { created_at: now, updated_at: now, updated_by: actorName(me) };
  await tx
    .insertInto('wf_process')
    .values({ tenant_id: me.tenantId, id, key, name, ...stamp })
    .execute();
  await insertDraft(tx, me, { id, ver: 1, tree }, now);
  await audit(tx, me, { action, subject: subjects.processSubject, id, no: name, after: { 名称: name, 适用业务: businessOf(key).title } });
  return { id, version: 1 };
}

const insertDraft = (tx: Tx, me: Me, { id, ver, tree }: { id: string; ver: number; tree: ProcessTree }, now: Date) =>
  tx
    .insertInto('wf_version')
    .values({
      ...{ tenant_id: me.tenantId, id: newId(), process_id: id, ver, tree: jsonb(tree) as never, status: 'DRAFT' },
      ...{ created_at: now, updated_at: now, updated_by: actorName(me) },
    })
    .execute();

/** Saves the draft; the first change after a publication begins the next version. Two editors at once: the second is told. */
export async function updateProcess(tx: Tx, me: Me, input: z.output<typeof ProcessUpdate>, now: Date): Promise<Saved> {
  const process = await lockKnown(tx, me, 'wf_process', NOUN, input);
  await mustExist(tx, me, input.tree, businessOf(process.key).fields);
  const newest = await versionOf(tx, me, { id: input.id });
  if (newest.status !== 'DRAFT') await insertDraft(tx, me, { id: input.id, ver: newest.ver + 1, tree: input.tree }, now);
  else await updateKnown(tx, me, 'wf_version', newest, { tree: jsonb(input.tree) as never, updated_at: now, updated_by: actorName(me) });
  const version = await touch(tx, me, process, { name: input.name }, now);
  if (input.name !== process.name)
    await audit(tx, me, {
      action: '编辑',
      subject: subjects.processSubject,
      id: process.id,
      no: input.name,
      before: { 名称: process.name },
      after: { 名称: input.name },
    });
  return { id: input.id, version };
}

/**
 * From now on new documents run by the draft; those that run go on by theirs. Checked again here, with everybody it names.
 */
export async function publishProcess(tx: Tx, me: Me, input: z.output<typeof ProcessPublish>, now: Date): Promise<z.output<typeof Published>> {
  const process = await lockKnown(tx, me, 'wf_process', NOUN, input);
  const draft = await versionOf(tx, me, { id: input.id });
  if (draft.status !== 'DRAFT') refuse('PROCESS', `流程“${process.name}”没有未发布的修改`);
  const { fields } = mustBeBusiness(process.key);
  const problems = [...checkProcess(draft.tree, fields), ...(await goneProblems(tx, me, draft.tree, fields))];
  if (!mayPublish(problems)) {
    const errors = problems.filter(({ level }) => level === 'ERROR');
    refuse('PROCESS', `流程“${process.name}”还有${errors.length}处问题，不能发布：${errors[0]?.words}`, { problems: errors });
  }
  await tx
    .updateTable('wf_version')
    .set({ status: 'RETIRED' })
    .where('tenant_id', '=', me.tenantId)
    .where('process_id', '=', input.id)
    .where('status', '=', 'PUBLISHED')
    .execute();
  await updateKnown(tx, me, 'wf_version', draft, {
    ...{ status: 'PUBLISHED', checksum: checksumOf(draft.tree), simple: isSimple(draft.tree), notes: input.notes },
    ...{ published_at: now, published_by: actorName(me) },
  });
  const version = await touch(tx, me, process, { version_id: draft.id }, now);
  const after = { 版本: `v${draft.ver}`, 发布说明: input.notes };
  await audit(tx, me, { action: '发布', subject: subjects.processSubject, id: process.id, no: process.name, after });
  return { id: input.id, version, ver: draft.ver, enabled: process.status === 'ENABLED' };
}

/** Of the tree as it is stored: the same whatever the order of its keys. */
export const checksumOf = (tree: ProcessTree): string => createHash('sha256').update(canonical(tree)).digest('hex');

/** Puts the published version in force; the one in force so far for the same business steps back, once that was agreed to. */
export async function enableProcess(tx: Tx, me: Me, input: { id: string; confirm: boolean }, now: Date): Promise<Record<string, never>> {
  const { key } = await found(tx, me, input.id);
  // Both rows in one order, so that two who swap them at once wait for each other.
  const all = await tx.selectFrom('wf_process').selectAll().where('tenant_id', '=', me.tenantId).where('key', '=', key).orderBy('id').forUpdate().execute();
  const process = all.find(({ id }) => id === input.id) ?? notFound(`该${NOUN}`);
  if (process.status === 'ENABLED') return {};
  if (!process.version_id) refuse('PROCESS', `流程“${process.name}”还没有发布过，请先在流程设计中发布`);
  const other = all.find(({ status }) => status === 'ENABLED');
  const { title } = businessOf(key);
  if (other && !input.confirm)
    throw new Refusal(
      WARNING,
      `“${title}”正在使用流程“${other.name}”。启用“${process.name}”后，新提交的单据改用它，“${other.name}”将停用；已在审批中的单据仍按原流程走完。`,
      { reason: 'PROCESS' },
    );
  if (other) await switchTo(tx, me, other, 'DISABLED', now);
  await switchTo(tx, me, process, 'ENABLED', now);
  return {};
}

/** Says what that means for documents under way, and for those to come. */
export async function disableProcess(tx: Tx, me: Me, input: { id: string; confirm: boolean }, now: Date): Promise<Record<string, never>> {
  const process = await lockKnown(tx, me, 'wf_process', NOUN, { id: input.id });
  if (process.status === 'DISABLED') return {};
  const running = await runningOf(tx, me, process.id);
  const under = running > 0 ? `还有${running}个审批正在按它运行，会按各自的版本走完，不受影响；` : '';
  if (!input.confirm)
    throw new Refusal(
      WARNING,
      `${under}停用后，“${businessOf(process.key).title}”没有可用的流程，新单据将不能提交，直到启用另一个流程。确认停用“${process.name}”吗？`,
      {
        reason: 'PROCESS',
      },
    );
  await switchTo(tx, me, process, 'DISABLED', now);
  return {};
}

type Process = Selectable<DB['wf_process']>;

async function switchTo(tx: Tx, me: Me, process: Process, status: 'ENABLED' | 'DISABLED', now: Date): Promise<void> {
  await tx
    .updateTable('wf_process')
    .set({ status, updated_at: now, updated_by: actorName(me) })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', process.id)
    .execute();
  await audit(tx, me, { action: status === 'ENABLED' ? '启用' : '停用', subject: subjects.processSubject, id: process.id, no: process.name });
}

/** Of everybody's documents, whatever part of them this person sees. */
function runningOf(tx: Tx, me: Me, processId: string): Promise<number> {
  return beyondScope(tx, me, async () => {
    const rows = tx.selectFrom('wf_instance').where('tenant_id', '=', me.tenantId).where('process_id', '=', processId).where('ended_at', 'is', null);
    return (await rows.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()).n;
  });
}

const touch = (tx: Tx, me: Me, process: Process, set: { name?: string; version_id?: string }, now: Date): Promise<number> =>
  updateKnown(tx, me, 'wf_process', process, { ...set, updated_at: now, updated_by: actorName(me) });

const found = async (tx: Tx, me: Me, id: string): Promise<Process> =>
  (await tx.selectFrom('wf_process').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst()) ?? notFound(`该${NOUN}`);
