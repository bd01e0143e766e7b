import { actorName, type Me } from '~/portal/me';
import { setAttachments } from '~/server/attachments.server';
import { audit } from '~/server/audit.server';
import { jsonb, type Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { eachOf } from '~/server/each.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { notFound, refuse } from '~/shared/refusal';
import type { RowResult } from '~/shared/rowResults.schema';
import { changesOf, isEditable, isHolding, type SheetContent, type SheetStatus, sheetFlow } from './projectPrice';
import type { SheetInput } from './projectPrice.schema';
import { contentLines, linesOf, refuseOverlaps, warnOfFloor, writeLines } from './sheetLines.server';
import * as subjects from './subjects';

export const docs = defineDocument({ table: 'project_price', noun: '工程价', title: (doc) => `工程价${doc.no}`, states: sheetFlow });
export type Sheet = Awaited<ReturnType<typeof docs.lock>>;
interface Ref {
  id: string;
  version: number;
}
export interface Saved {
  id: string;
  no: string;
  version: number;
}
type Submit = (tx: Tx, me: Me, sheet: Sheet, now: Date) => Promise<Saved>;

/** A draft as it is typed, or a change of a sheet that holds: that waits in a version of its own until it is decided. */
export async function saveSheet(tx: Tx, me: Me, input: SheetInput, now: Date, submit: Submit): Promise<Saved> {
  const old = input.id ? await docs.lock(tx, me, { id: input.id, version: input.version }) : null;
  if (old) docs.mustBe(old, isEditable, '编辑');
  const project = await projectOf(tx, me, old?.project_id ?? input.projectId, old !== null);
  const lines = await contentLines(tx, me, project.customer_id, input.lines);
  if (!input.confirm) warnOfFloor(lines);
  const content: SheetContent = {
    validFrom: input.validFrom,
    validTo: input.validTo,
    reason: input.reason,
    lines: lines.map(({ floor, ...line }) => line),
  };
  const sheet = old ?? (await insertSheet(tx, me, project, content, now));
  await refuseOverlaps(tx, me, sheet, content);
  if (input.attachments) await setAttachments(tx, me, { subject: subjects.projectPrice, id: sheet.id, customerId: sheet.customer_id }, input.attachments);
  if (isHolding(sheet.status as SheetStatus)) return submit(tx, me, await askChange(tx, me, sheet, content, now), now);
  await writeLines(tx, me, sheet, content, 'DRAFT');
  const version = await docs.update(tx, me, sheet, {
    valid_from: content.validFrom,
    valid_to: content.validTo,
    reason: content.reason,
    line_count: content.lines.length,
    updated_by: me.accountId,
    updated_at: now,
  });
  await log(tx, me, sheet, old ? '编辑' : '新建', `${content.validFrom}~${content.validTo}，${content.lines.length}行`);
  return input.submit ? submit(tx, me, { ...sheet, version }, now) : { id: sheet.id, no: sheet.no, version };
}

async function insertSheet(tx: Tx, me: Me, project: Project, content: SheetContent, now: Date): Promise<Sheet> {
  const id = newId();
  await tx
    .insertInto('project_price')
    .values({
      tenant_id: me.tenantId,
      id,
      no: await oneNumber(tx, me, subjects.projectPrice, now),
      project_id: project.id,
      customer_id: project.customer_id,
      valid_from: content.validFrom,
      valid_to: content.validTo,
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
      updated_at: now,
    })
    .execute();
  return docs.lock(tx, me, { id });
}

interface Project {
  id: string;
  customer_id: string;
}
async function projectOf(tx: Tx, me: Me, id: string, known: boolean): Promise<Project> {
  const found = await tx
    .selectFrom('project')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'project.tenant_id').onRef('customer.id', '=', 'project.customer_id'))
    .select(['project.id', 'project.customer_id', 'project.name', 'project.status', 'customer.status as customerStatus'])
    .where('project.tenant_id', '=', me.tenantId)
    .where('project.id', '=', id)
    .executeTakeFirst();
  if (!found) return notFound('所选项目');
  if (!known && found.status !== 'ACTIVE')
    refuse('PROJECT_STATE', `项目“${found.name}”不是进行中，不能新建工程价`, { fields: { projectId: '请选择进行中的项目' } });
  return found;
}

/** Keeps what was asked for as the pending version; what holds stays as it is. */
async function askChange(tx: Tx, me: Me, sheet: Sheet, content: SheetContent, now: Date): Promise<Sheet> {
  if (sheet.pending_version_id) refuse('BAD_STATE', `${docs.title(sheet)}已有待审批的变更，请先处理或撤回`);
  const before = await contentOf(tx, me, sheet);
  if (!changesOf(before, content).length) refuse('BAD_STATE', `${docs.title(sheet)}的内容没有变化`);
  return addVersion(tx, me, sheet, content, before, now);
}

/** The content a version is about to be decided on. */
export async function addVersion(tx: Tx, me: Me, sheet: Sheet, content: SheetContent, before: SheetContent | null, now: Date): Promise<Sheet> {
  const id = newId();
  const { last } = await tx
    .selectFrom('project_price_version')
    .select((of) => of.fn.max('version').as('last'))
    .where('tenant_id', '=', me.tenantId)
    .where('sheet_id', '=', sheet.id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('project_price_version')
    .values({
      tenant_id: me.tenantId,
      id,
      sheet_id: sheet.id,
      customer_id: sheet.customer_id,
      version: Number(last ?? 0) + 1,
      content: jsonb(content) as never,
      diff: jsonb(changesOf(before, content)) as never,
      reason: content.reason,
      state: 'PENDING',
      actor: actorName(me),
      created_by: me.accountId,
      created_at: now,
    })
    .execute();
  const version = await docs.update(tx, me, sheet, { pending_version_id: id, submitted_by: me.accountId, updated_by: me.accountId, updated_at: now });
  return { ...sheet, pending_version_id: id, submitted_by: me.accountId, version };
}

/** What the sheet says as its rows stand. */
export async function contentOf(tx: Tx, me: Me, sheet: Pick<Sheet, 'id' | 'customer_id' | 'valid_from' | 'valid_to' | 'reason'>): Promise<SheetContent> {
  const rows = (await linesOf(tx, me, sheet.id)).filter((line) => line.status !== 'DISABLED');
  const lines = await contentLines(
    tx,
    me,
    sheet.customer_id,
    rows.map((line) => ({ skuId: line.sku_id, unitId: line.unit_id, price: line.price, capQty: line.cap_qty ?? '', remark: line.remark })),
  );
  return { validFrom: sheet.valid_from, validTo: sheet.valid_to, reason: sheet.reason, lines: lines.map(({ floor, ...line }) => line) };
}

/** 停用: its prices are gone from now on; orders that have them keep them. */
export async function disableSheets(tx: Tx, me: Me, input: { items: readonly Ref[]; reason: string }, now: Date): Promise<{ results: RowResult[] }> {
  const results = await eachOf(tx, input.items, async (item) => {
    const sheet = await docs.lock(tx, me, item);
    docs.mustBecome(sheet, 'DISABLED', '停用');
    if (sheet.pending_version_id) refuse('BAD_STATE', `${docs.title(sheet)}有待审批的变更，请先处理或撤回`);
    await tx.updateTable('project_price_line').set({ status: 'DISABLED' }).where('tenant_id', '=', me.tenantId).where('sheet_id', '=', sheet.id).execute();
    await docs.update(tx, me, sheet, { status: 'DISABLED', state_reason: input.reason, updated_by: me.accountId, updated_at: now });
    await log(tx, me, sheet, '停用', input.reason);
    return `${docs.title(sheet)}已停用`;
  });
  return { results };
}

/** 批量延期: a change of each sheet's last day, to be approved like any other. */
export async function extendSheets(
  tx: Tx,
  me: Me,
  input: { items: readonly Ref[]; validTo: string; reason: string },
  now: Date,
  submit: Submit,
): Promise<{ results: RowResult[] }> {
  const results = await eachOf(tx, input.items, async (item) => {
    const sheet = await docs.lock(tx, me, item);
    docs.mustBe(sheet, 'ACTIVE', { said: '只有生效中的可以延期' });
    if (input.validTo <= sheet.valid_to) refuse('BAD_STATE', `${docs.title(sheet)}现在到${sheet.valid_to}，新的失效日期须更晚`);
    const content = { ...(await contentOf(tx, me, sheet)), validTo: input.validTo, reason: input.reason };
    await refuseOverlaps(tx, me, sheet, content);
    await submit(tx, me, await askChange(tx, me, sheet, content, now), now);
    return `${docs.title(sheet)}的延期已提交审批`;
  });
  return { results };
}

export async function deleteSheet(tx: Tx, me: Me, input: Ref, now: Date): Promise<Saved> {
  const sheet = await docs.lock(tx, me, input);
  docs.mustBe(sheet, (state) => state === 'DRAFT' && sheet.content_version === 0, { said: '只能删除草稿' });
  await writeLines(tx, me, sheet, { validFrom: sheet.valid_from, validTo: sheet.valid_to, reason: '', lines: [] }, 'DRAFT');
  await tx.deleteFrom('project_price').where('tenant_id', '=', me.tenantId).where('id', '=', sheet.id).execute();
  await log(tx, me, sheet, '删除', now.toISOString().slice(0, 10));
  return { id: sheet.id, no: sheet.no, version: sheet.version };
}

export const log = (tx: Tx, me: Me, sheet: { id: string; no: string }, action: string, note: string) =>
  audit(tx, me, { action, subject: subjects.projectPrice, id: sheet.id, no: sheet.no, after: { note } });
