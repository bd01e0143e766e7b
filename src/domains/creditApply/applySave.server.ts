import { answerOf, judgeNow, wordsOf } from '~/domains/creditRule/check.server';
import { keepRefused } from '~/domains/creditRule/trace.server';
import { submitDocument } from '~/domains/workflow/approval.server';
import { actorName, type Me } from '~/portal/me';
import { CREDIT_APPLY, CREDIT_AUDIT, CREDIT_QUOTA } from '~/portal/permissions';
import { defineAttachments, setAttachments } from '~/server/attachments.server';
import { orRefuse } from '~/server/db/errors.server';
import { jsonb, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound, Refusal, refuse, refuseField, WARNING } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { type ApplyKind, applyKinds, isEditable, kindRules, type MaterialFiles, problemOf } from './apply';
import type { ApplyInput } from './apply.schema';
import { type Apply, applies, askedWords, log, standingOf } from './applyStore.server';
import { approvalFor } from './approval.server';
import { materialsFor } from './material.server';
import * as subjects from './subjects';
import { suggestedFor } from './suggest.server';

defineAttachments({
  subject: subjects.creditApply,
  title: '授信申请',
  see: [CREDIT_QUOTA, CREDIT_APPLY, CREDIT_AUDIT],
  edit: [CREDIT_APPLY],
  dealer: 'none',
  most: 200,
  find: async (tx, me, id) => {
    const row = await tx.selectFrom('credit_apply').select(['no', 'customer_id']).where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
    return row ? { no: row.no, customerId: row.customer_id } : null;
  },
});

interface Saved {
  id: string;
  no: string;
  version: number;
  status: string;
  next: string;
}

/** Saves a draft, or what was returned; `submit` sends it on its way in the same step. */
export async function saveApply(tx: Tx, me: Me, input: ApplyInput, now: Date): Promise<Saved> {
  const before = input.id ? await applies.lock(tx, me, { id: input.id, version: input.version }) : null;
  if (before) applies.mustBe(before, isEditable, '编辑');
  if (before && before.created_by !== me.accountId) refuse('BAD_STATE', `${applies.title(before)}由${before.creator}填写，只有本人可以修改`);
  if (before && (before.kind !== input.kind || before.customer_id !== input.customerId || before.credit_type_id !== input.creditTypeId))
    refuse('BAD_STATE', `${applies.title(before)}的申请类型、客户和授信类型不能改，请撤回后重新申请`);
  const account = await standingOf(tx, me, input);
  const values = { ...columnsOf(input), account_id: account?.id ?? null, updated_at: now };
  const id = before?.id ?? newId();
  if (before) await applies.update(tx, me, before, values);
  else await insert(tx, me, id, input, values, now);
  const files = input.materials.flatMap((one) => one.files);
  await setAttachments(tx, me, { subject: subjects.creditApply, id, customerId: input.customerId }, files);
  const doc = await applies.lock(tx, me, { id });
  if (!input.submit) {
    await log(tx, me, doc, before ? '编辑' : '新建', askedWords(doc));
    return { id, no: doc.no, version: doc.version, status: doc.status, next: '' };
  }
  return submitApply(tx, me, { id, version: doc.version, confirm: input.confirm }, now);
}

function columnsOf(input: ApplyInput) {
  const { amount, validity, terms } = kindRules[input.kind];
  const unlimited = input.unlimited && (input.kind === 'NEW' || input.kind === 'INCREASE');
  return {
    requested: amount && !unlimited ? (input.requested ?? 0n) : null,
    per_order_limit: terms && input.perOrderLimit ? input.perOrderLimit : null,
    valid_from: validity === 'span' && input.validFrom ? input.validFrom : null,
    valid_to: validity && input.validTo ? input.validTo : null,
    terms: jsonb(terms && input.terms ? input.terms : {}),
    guarantors: jsonb(terms ? input.guarantors : []),
    reason: input.reason,
    materials: jsonb(
      input.materials.filter(({ files }) => files.length).map(({ materialId, files }): MaterialFiles => ({ materialId, keys: files.map(({ key }) => key) })),
    ),
  };
}

async function insert(
  tx: Tx,
  me: Me,
  id: string,
  input: ApplyInput,
  values: ReturnType<typeof columnsOf> & { account_id: string | null },
  now: Date,
): Promise<void> {
  const no = await oneNumber(tx, me, subjects.creditApply, now);
  const row = tx.insertInto('credit_apply').values({
    tenant_id: me.tenantId,
    id,
    no,
    kind: input.kind,
    customer_id: input.customerId,
    credit_type_id: input.creditTypeId,
    ...values,
    created_by: me.accountId,
    creator: actorName(me),
    created_at: now,
  });
  await orRefuse(row.execute(), {
    taken: () => refuse('CREDIT_STATE', `该客户已有同类的${applyKinds[input.kind]}等申请未办结，请先办结或撤回`),
    linked: () => notFound('该客户或授信类型'),
  });
}

/** Checks what the kind asks for, the files and the rules, keeps what they said, and sends it to those who decide. */
export async function submitApply(tx: Tx, me: Me, { id, version, confirm }: { id: string; version: number; confirm: boolean }, now: Date): Promise<Saved> {
  const doc = await applies.lock(tx, me, { id, version });
  applies.mustBecome(doc, 'REVIEWING', '提交');
  if (doc.created_by !== me.accountId) refuse('BAD_STATE', `${applies.title(doc)}由${doc.creator}填写，须由本人提交`);
  const kind = doc.kind as ApplyKind;
  const account = await standingOf(tx, me, { customerId: doc.customer_id, creditTypeId: doc.credit_type_id });
  const today = shanghaiDate(now);
  if (kind === 'TEMP' && !doc.valid_to) refuseField('validTo', '请填写临时额度的有效期止');
  const problem = problemOf({ kind, requested: doc.requested, validFrom: doc.valid_from, validTo: doc.valid_to }, account, today, saidYuan);
  if (problem) refuse('CREDIT_STATE', problem, { fields: { [fieldOf(kind)]: problem } });
  if (doc.reason === '') refuseField('reason', '请填写申请原因');
  await refuseMissingFiles(tx, me, doc);
  const checked = await checkRules(tx, me, doc, account?.id ?? null, now, confirm);
  const suggested = kindRules[kind].amount ? await suggestedFor(tx, me, doc.customer_id, today) : null;
  await applies.update(tx, me, doc, {
    status: 'REVIEWING',
    account_id: account?.id ?? null,
    limit_before: account?.limit ?? null,
    verdict: checked?.verdict ?? '',
    rules: jsonb(checked?.rules ?? []),
    suggested_lo: suggested?.lo ?? null,
    suggested_hi: suggested?.hi ?? null,
    suggest_reasons: jsonb(suggested?.reasons ?? []),
    granted: null,
    granter: '',
    granted_by: null,
    granted_at: null,
    grant_reason: '',
    submitted_at: now,
    updated_at: now,
  });
  return send(tx, me, id, now);
}

const fieldOf = (kind: ApplyKind): string => (kindRules[kind].amount ? 'requested' : kindRules[kind].validity ? 'validTo' : 'kind');

async function refuseMissingFiles(tx: Tx, me: Me, doc: Apply): Promise<void> {
  const kind = doc.kind as ApplyKind;
  const unlimited = kindRules[kind].amount === 'limit' && doc.requested === null;
  const asked = await materialsFor(tx, me, { kind, customerId: doc.customer_id, creditTypeId: doc.credit_type_id, requested: doc.requested }, unlimited);
  const given = new Map((doc.materials as unknown as MaterialFiles[]).map((one) => [one.materialId, one.keys.length]));
  const missing = asked.filter((one) => one.required && !given.get(one.id));
  if (missing.length) refuse('CREDIT_STATE', `缺少必传材料：${missing.map(({ name }) => name).join('、')}`, { fields: { materials: '请上传必传材料' } });
  const many = asked.find((one) => (given.get(one.id) ?? 0) > one.most);
  if (many) refuse('CREDIT_STATE', `材料“${many.name}”最多${many.most}个文件，现有${given.get(many.id)}个`, { fields: { materials: '文件过多' } });
}

/** What the rules would say of it now, by the function that decides when it is submitted. */
export async function precheckApply(tx: Tx, me: Me, { amount, ...of }: { customerId: string; creditTypeId: string; amount: bigint }, now: Date) {
  const account = await standingOf(tx, me, of);
  return answerOf(
    await judgeNow(
      tx,
      me,
      { checkpoint: 'APPLY', customerId: of.customerId, accountId: account?.id ?? null, typeId: of.creditTypeId, amount },
      shanghaiDate(now),
      { all: true },
    ),
  );
}

/** Blocked is refused; what wants special approval goes on and is seen by those who decide; a warning wants a second click. */
async function checkRules(tx: Tx, me: Me, doc: Apply, accountId: string | null, now: Date, confirm: boolean) {
  if (!kindRules[doc.kind as ApplyKind].checked) return null;
  const asked = { checkpoint: 'APPLY' as const, customerId: doc.customer_id, accountId, typeId: doc.credit_type_id, amount: doc.requested ?? 0n };
  const { verdict } = await judgeNow(tx, me, asked, shanghaiDate(now), { all: true });
  if (verdict.verdict === 'BLOCK') {
    keepRefused(me, { ...asked, bizType: 'credit_apply', bizId: doc.id, bizNo: doc.no, verdict: 'BLOCK', rules: verdict.rules }, now);
    refuse('CREDIT_RULE', wordsOf(verdict, applies.title(doc)));
  }
  if (verdict.verdict === 'WARN' && !confirm) throw new Refusal(WARNING, `${wordsOf(verdict, '')}。仍要提交吗？`, { reason: 'CREDIT_RULE' });
  return verdict;
}

async function send(tx: Tx, me: Me, id: string, now: Date): Promise<Saved> {
  const doc = await applies.lock(tx, me, { id });
  await log(tx, me, doc, '提交', askedWords(doc));
  const submitted = await submitDocument(tx, me, approvalFor(doc), doc, now, {
    notice: {
      kind: 'credit.applied',
      title: `${applies.title(doc)}待审批`,
      body: `${actorName(me)}提交了${applies.title(doc)}：${askedWords(doc)}`,
      link: `/portal/process/backLog`,
      to: { side: 'factory', code: CREDIT_AUDIT, about: { customerIds: [doc.customer_id] } },
    },
  });
  const after = await applies.lock(tx, me, { id });
  return { id, no: after.no, version: after.version, status: after.status, next: submitted.next };
}
