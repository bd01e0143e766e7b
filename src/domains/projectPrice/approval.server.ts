import { decide, defineApproval, hold, type Opinion, submitDocument, withdraw } from '~/domains/workflow/approval.server';
import { defineTaskCard } from '~/domains/workflow/taskCard.server';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { PRICE_PROJECT_AUDIT } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { refuse } from '~/shared/refusal';
import type { SheetChange, SheetContent } from './projectPrice';
import { addVersion, contentOf, docs, log, type Saved, type Sheet } from './projectPriceSave.server';
import { refuseOverlaps, writeLines } from './sheetLines.server';

const BASE = '/portal/supplyChain/factory/projectPrice';
const savedOf = (sheet: Sheet): Saved => ({ id: sheet.id, no: sheet.no, version: sheet.version });

/** 工程价审批: a new sheet, or a change of one that holds. */
export const projectPriceApproval = defineApproval<Sheet, Opinion, Saved>({
  type: 'projectPrice',
  key: 'projectPriceProcess',
  title: '工程价审批',
  form: {
    fields: [
      { key: 'lineCount', label: '商品行数', type: 'NUMBER' },
      { key: 'change', label: '是否变更', type: 'CHOICE', choices: { YES: '变更', NO: '新建' } },
    ],
    values: (_tx, _me, sheet) => ({ lineCount: String(sheet.line_count), change: sheet.content_version > 0 ? 'YES' : 'NO' }),
    summary: (sheet) => [
      { label: '有效期', value: `${sheet.valid_from}~${sheet.valid_to}` },
      { label: '商品行数', value: String(sheet.line_count) },
    ],
    route: ({ id }) => href(`${BASE}/detail`, { id }),
  },
  decide: [PRICE_PROJECT_AUDIT],
  lock: (tx, me, ref) => docs.lock(tx, me, ref),
  subject: (sheet) => ({ id: sheet.id, no: sheet.no, name: docs.title(sheet), customerId: sheet.customer_id }),
  mustAllow(sheet, decision, { opinion }) {
    docs.mustBe(sheet, () => sheet.pending_version_id !== null, { said: '没有待审批的内容' });
    if (decision === 'REJECT' && opinion === '') refuse('BAD_STATE', '驳回请填写原因');
  },
  submitters: async (_tx, _me, sheet) => ({ accounts: [sheet.submitted_by], why: `${docs.title(sheet)}由您提交，须由其他人审批` }),
  own: ['REJECT'],
  stays: (_tx, _me, sheet) => savedOf(sheet),
  on: { PASS: pass, REJECT: reject },
  withdraw: (tx, me, sheet, reason, now) => takeBack(tx, me, sheet, reason, now),
});

/** Submits a draft, or the change that was just asked for. */
export async function submitSheet(tx: Tx, me: Me, given: Sheet, now: Date): Promise<Saved> {
  let sheet = given;
  if (!sheet.pending_version_id) {
    docs.mustBecome(sheet, 'PENDING_AUDIT', '提交');
    const content = await contentOf(tx, me, sheet);
    await refuseOverlaps(tx, me, sheet, content);
    sheet = await addVersion(tx, me, sheet, content, null, now);
    const version = await docs.update(tx, me, sheet, { status: 'PENDING_AUDIT' });
    sheet = { ...sheet, status: 'PENDING_AUDIT', version };
  }
  await log(tx, me, sheet, sheet.status === 'ACTIVE' ? '提交变更' : '提交审批', sheet.reason);
  const { done } = await submitDocument(tx, me, projectPriceApproval, sheet, now, {
    notice: {
      kind: 'projectPrice.submitted',
      title: `工程价${sheet.no}待审批`,
      body: `${sheet.creator}提交了工程价${sheet.no}，请审批`,
      link: href(`${BASE}/detail`, { id: sheet.id }),
      to: { side: 'factory', code: PRICE_PROJECT_AUDIT, about: { customerIds: [sheet.customer_id] } },
    },
  });
  return done ?? savedOf(sheet);
}
export const submitDraft = async (tx: Tx, me: Me, ref: { id: string; version: number }, now: Date): Promise<Saved> =>
  submitSheet(tx, me, await docs.lock(tx, me, ref), now);

export async function decideSheet(
  tx: Tx,
  me: Me,
  { pass: passes, opinion, ...ref }: { id: string; version: number; pass: boolean; opinion: string },
  now: Date,
) {
  return decide(tx, me, await hold(tx, me, projectPriceApproval, ref), passes ? 'PASS' : 'REJECT', { opinion }, now);
}

async function pass(tx: Tx, me: Me, sheet: Sheet, { opinion }: Opinion, now: Date): Promise<Saved> {
  const pending = await pendingOf(tx, me, sheet);
  const content = pending.content as unknown as SheetContent;
  await refuseOverlaps(tx, me, sheet, content);
  await writeLines(tx, me, sheet, content, 'ACTIVE');
  await close(tx, me, pending.id, 'EFFECTIVE', now);
  const version = await docs.update(tx, me, sheet, {
    status: 'ACTIVE',
    valid_from: content.validFrom,
    valid_to: content.validTo,
    reason: content.reason,
    line_count: content.lines.length,
    content_version: pending.version,
    pending_version_id: null,
    approver: me.name,
    approved_at: now,
    updated_at: now,
  });
  await decided(tx, me, sheet, '审批通过', opinion);
  return { ...savedOf(sheet), version };
}

async function reject(tx: Tx, me: Me, sheet: Sheet, { opinion }: Opinion, now: Date): Promise<Saved> {
  await close(tx, me, (await pendingOf(tx, me, sheet)).id, 'REJECTED', now);
  const first = sheet.status === 'PENDING_AUDIT';
  const version = await docs.update(tx, me, sheet, {
    pending_version_id: null,
    updated_at: now,
    ...(first ? { status: 'REJECTED', state_reason: opinion } : {}),
  });
  await decided(tx, me, sheet, '驳回', opinion);
  return { ...savedOf(sheet), version };
}

/** 撤回: a new sheet is a draft again, a change is gone. */
export async function withdrawSheet(tx: Tx, me: Me, { reason, ...ref }: { id: string; version: number; reason: string }, now: Date): Promise<Saved> {
  return takeBack(tx, me, await docs.lock(tx, me, ref), reason, now);
}

async function takeBack(tx: Tx, me: Me, sheet: Sheet, reason: string, now: Date): Promise<Saved> {
  if (!sheet.pending_version_id) refuse('BAD_STATE', `${docs.title(sheet)}没有待审批的内容，不能撤回`);
  await close(tx, me, sheet.pending_version_id, 'WITHDRAWN', now);
  await withdraw(tx, me, projectPriceApproval, sheet, reason, now);
  const version = await docs.update(tx, me, sheet, {
    pending_version_id: null,
    updated_at: now,
    ...(sheet.status === 'PENDING_AUDIT' ? { status: 'DRAFT' } : {}),
  });
  await log(tx, me, sheet, '撤回', reason);
  return { ...savedOf(sheet), version };
}

async function pendingOf(tx: Tx, me: Me, sheet: Sheet) {
  return tx
    .selectFrom('project_price_version')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', sheet.pending_version_id as string)
    .executeTakeFirstOrThrow();
}

const close = (tx: Tx, me: Me, id: string, state: 'EFFECTIVE' | 'REJECTED' | 'WITHDRAWN', now: Date) =>
  tx.updateTable('project_price_version').set({ state, decided_at: now }).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();

async function decided(tx: Tx, me: Me, sheet: Sheet, what: string, opinion: string): Promise<void> {
  await log(tx, me, sheet, what, opinion);
  if (sheet.submitted_by && sheet.submitted_by !== me.accountId)
    await tell(tx, me, {
      kind: 'projectPrice.decided',
      title: `工程价${sheet.no}${what === '驳回' ? '被驳回' : '已通过'}`,
      body: `${me.name}${what}了工程价${sheet.no}${opinion ? `：${opinion}` : ''}`,
      link: href(`${BASE}/detail`, { id: sheet.id }),
      to: { side: 'account', accountId: sheet.submitted_by },
    });
}

defineTaskCard('projectPrice', async (tx, me, id) => {
  const row = await tx
    .selectFrom('project_price')
    .innerJoin('project', (on) => on.onRef('project.tenant_id', '=', 'project_price.tenant_id').onRef('project.id', '=', 'project_price.project_id'))
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'project_price.tenant_id').onRef('customer.id', '=', 'project_price.customer_id'))
    .leftJoin('project_price_version', (on) =>
      on.onRef('project_price_version.tenant_id', '=', 'project_price.tenant_id').onRef('project_price_version.id', '=', 'project_price.pending_version_id'),
    )
    .select([
      'project.name as project',
      'customer.name as customer',
      'project_price.content_version',
      'project_price_version.content',
      'project_price_version.diff',
    ])
    .where('project_price.tenant_id', '=', me.tenantId)
    .where('project_price.id', '=', id)
    .executeTakeFirstOrThrow();
  const content = row.content as unknown as SheetContent | null;
  const changes = (row.diff as unknown as SheetChange[] | null) ?? [];
  return {
    facts: [
      { key: 'project', label: '项目', text: row.project, tone: 'strong' },
      { key: 'customer', label: '客户', text: row.customer },
      { key: 'kind', label: '类型', text: row.content_version > 0 ? `变更，${changes.length}处不同` : '新建' },
      content !== null && { key: 'valid', label: '有效期', text: `${content.validFrom}~${content.validTo}` },
      content !== null && { key: 'lines', label: '商品', text: `${content.lines.length}行` },
      content !== null && content.reason !== '' && { key: 'reason', label: '说明', text: content.reason },
    ],
    warnings: [],
  };
});
