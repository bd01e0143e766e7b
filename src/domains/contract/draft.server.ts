import { sql } from 'kysely';
import { readBase } from '~/domains/platform/base.server';
import { actorName, type Me } from '~/portal/me';
import { mayOpenFile } from '~/server/attachments.server';
import { jsonb, type Tx } from '~/server/db.server';
import { bytesOf, findTenantFile } from '~/server/files.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { addDays, isDate, shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { businessesOf, businessNamed, businessOf, type Snapshot } from './business.server';
import { type ContractKind, contractKinds, contractStates, isEditable, sides } from './contract';
import type { ContractInput } from './contract.schema';
import { isAmount } from './figures';
import type { OwnField } from './fill';
import { type Contract, type ContractData, dataOf, docs, nowhere, partiesOf, type Ref, record, type Saved, savedOf, signedOf } from './store.server';
import * as subjects from './subjects';
import { type TemplateBody, templateBody, templatesFor } from './templates.server';
import { pagesOf } from './upload.server';
import { type ValueKind, valueKinds } from './variables';

/** Days people have to sign unless told. */
const DAYS_TO_SIGN = 15;
type Submit = (tx: Tx, me: Me, doc: Contract, now: Date) => Promise<Saved>;

/** What the form begins with: the document's figures, the templates of the kind and what the chosen one asks for. */
export async function prefill(
  tx: Tx,
  me: Me,
  input: { kind: ContractKind; bizType: string; bizId: string; customerId: string; templateId: string },
  now: Date,
) {
  const found = input.bizId ? await businessNamed(input.kind, input.bizType).snapshot(tx, me, input.bizId) : null;
  const customerId = found?.customerId ?? input.customerId;
  const parties = customerId ? await partiesOf(tx, me, customerId) : undefined;
  const templates = await templatesFor(tx, me, input.kind);
  const chosen = templates.find((one) => one.id === input.templateId) ?? templates[0];
  const body = chosen ? await templateBody(tx, me, chosen.id) : null;
  return {
    title: found?.title ?? (parties ? `${parties.name}${body?.title ?? contractKinds[input.kind]}` : (body?.title ?? '')),
    customerId: customerId || '',
    customerName: parties?.name ?? '',
    bizNo: found?.no ?? '',
    amount: found?.amount ?? null,
    validFrom: found?.validFrom ?? '',
    validTo: found?.validTo ?? '',
    deadline: addDays(shanghaiDate(now), DAYS_TO_SIGN),
    templates,
    fields: body?.fields ?? [],
    values: Object.entries(found?.values ?? {}).map(([label, value]) => ({ label, value, kind: 'text' as const })),
  };
}

export async function bizOptions(tx: Tx, me: Me, { kind, word, customerId }: { kind: ContractKind; word: string; customerId: string }) {
  const found = await Promise.all(
    businessesOf(kind).map(async (one) => (await one.options(tx, me, { word, customerId })).map((option) => ({ ...option, type: one.type }))),
  );
  return { options: found.flat().slice(0, 30) };
}

export async function saveContract(tx: Tx, me: Me, input: ContractInput, now: Date, submit: Submit): Promise<Saved> {
  const old = input.id ? await docs.lock(tx, me, { id: input.id, version: input.version }) : null;
  if (old) docs.mustBe(old, isEditable, '编辑');
  if (old?.rescinds_id && input.kind !== 'RESCISSION') refuse('CONTRACT_RULE', `${docs.title(old)}是解约协议，不能改为其他类型`);
  const snapshot = input.bizId ? await businessNamed(input.kind, input.bizType).snapshot(tx, me, input.bizId) : null;
  if (snapshot && snapshot.customerId !== input.customerId)
    refuse('CONTRACT_RULE', `关联单据${snapshot.no}不是所选客户的，请重新选择`, { fields: { customerId: '与关联单据的客户不一致' } });
  if (input.source === 'UPLOAD') await mustSign(tx, me, input.uploadKey, input.title);
  if (input.deadline < shanghaiDate(now)) refuse('CONTRACT_RULE', `签署截止日期${input.deadline}早于今天`, { fields: { deadline: '不能早于今天' } });
  const body = input.source === 'TEMPLATE' ? await templateBody(tx, me, input.templateId) : null;
  if (body && body.kind !== input.kind)
    refuse('CONTRACT_RULE', `模板“${body.name}”用于${contractKinds[body.kind]}，不能用于${contractKinds[input.kind]}`, { fields: { templateId: '类型不符' } });
  if (body) mustFit(body.fields, input.own);
  await refuseSecond(tx, me, input, old?.id ?? '');
  const row = rowOf(input, body, snapshot, old, now);
  const doc = old ?? (await insertDraft(tx, me, row, now));
  const version = old ? await docs.update(tx, me, old, row) : doc.version;
  const saved = old ? { ...(await docs.lock(tx, me, { id: old.id })), version } : doc;
  await setSigners(tx, me, saved, input);
  await record(tx, me, saved, { action: old ? '编辑' : '新建', note: contentWords(saved) }, nowhere(now));
  return input.submit ? submit(tx, me, saved, now) : savedOf(saved);
}

const kindFits: Record<ValueKind, (value: string) => boolean> = {
  text: () => true,
  // Its capitals go as far as 分.
  yuan: (value) => isAmount(value) && !/\.\d{3}/.test(value),
  qty: isAmount,
  date: isDate,
};
/** What was typed is of the kind the template says; whether anything is missing is asked when it is submitted. */
function mustFit(fields: readonly OwnField[], own: ContractInput['own']): void {
  for (const [at, { label, value }] of own.entries()) {
    const kind = fields.find((one) => one.label === label)?.kind ?? 'text';
    if (value !== '' && !kindFits[kind](value))
      refuse('CONTRACT_RULE', `“${label}”应为${valueKinds[kind]}，“${value.slice(0, 40)}”不是`, { fields: { [`own.${at}.value`]: `应为${valueKinds[kind]}` } });
  }
}

/** The input as the row keeps it, with the document's figures as they are now. A rescission keeps what it says of the contract it ends. */
function rowOf(input: ContractInput, body: TemplateBody | null, snapshot: Snapshot | null, old: Contract | null, now: Date) {
  return {
    title: input.title,
    kind: input.kind,
    source: input.source,
    template_id: body?.id ?? null,
    template_no: body?.no ?? null,
    upload_key: body ? null : input.uploadKey,
    customer_id: input.customerId,
    biz_type: snapshot ? input.bizType : null,
    biz_id: snapshot ? input.bizId : null,
    biz_no: snapshot?.no ?? '',
    amount: input.amount === '' ? null : input.amount,
    sign_order: input.signOrder,
    deadline: input.deadline,
    valid_from: input.validFrom || null,
    valid_to: input.validTo || null,
    riding: input.riding,
    real_name: input.realName,
    signers: input.signers.length,
    data: jsonb({
      values: snapshot?.values ?? (old?.rescinds_id ? dataOf(old).values : {}),
      tables: snapshot?.tables ?? {},
      own: input.own.filter((one) => one.value !== ''),
    } satisfies ContractData) as never,
    updated_at: now,
  };
}

/** A file the person may open, and that can be signed. */
async function mustSign(tx: Tx, me: Me, key: string, title: string): Promise<void> {
  if (!(await mayOpenFile(tx, me, key))) notFound('该合同文件');
  await pagesOf(await bytesOf(await findTenantFile(tx, me.tenantId, key)), `合同“${title}”`);
}

const contentWords = (doc: Contract): string =>
  [
    contractKinds[doc.kind as ContractKind],
    doc.title,
    doc.amount === null ? '' : `${saidYuan(doc.amount)}元`,
    doc.biz_no && `关联${doc.biz_no}`,
    `${doc.deadline}前签署`,
  ]
    .filter(Boolean)
    .join('，');

type Row = Omit<Parameters<typeof docs.update>[3], 'version'>;
/** A draft that was just decided on; `rescinds` names the contract it ends. */
export async function insertDraft(tx: Tx, me: Me, row: Row, now: Date): Promise<Contract> {
  const id = newId();
  await tx
    .insertInto('ct_contract')
    .values({
      ...(row as { title: string; kind: string; source: 'TEMPLATE'; customer_id: string; deadline: string }),
      tenant_id: me.tenantId,
      id,
      no: await oneNumber(tx, me, subjects.contract, now),
      created_by: me.accountId,
      owner_id: me.memberId,
      creator: actorName(me),
      created_at: now,
    })
    .execute();
  return docs.lock(tx, me, { id });
}

/** One on its way about a document and a kind: the other is named. */
async function refuseSecond(tx: Tx, me: Me, input: ContractInput, own: string): Promise<void> {
  if (!input.bizId) return;
  const other = await tx
    .selectFrom('ct_contract')
    .select(['id', 'no', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('biz_id', '=', input.bizId)
    .where('kind', '=', input.kind)
    .where('status', 'in', ['DRAFT', 'REVIEWING', 'SIGNING'])
    .where('id', '<>', own || '00000000-0000-0000-0000-000000000000')
    .executeTakeFirst();
  if (other) refuse('CONTRACT_RULE', `该单据已有${contractStates[other.status as 'DRAFT']}的${contractKinds[input.kind]}${other.no}，请处理后再发起`);
}

type SignerInput = ContractInput['signers'][number];
/** Who signs, in their order. Each has a field of its own in the file. */
export async function setSigners(tx: Tx, me: Me, doc: Contract, input: { signers: readonly SignerInput[] }): Promise<void> {
  const parties = await partiesOf(tx, me, doc.customer_id);
  if (!parties) return notFound('所选客户');
  const { settings } = await readBase(tx, me);
  const names = { OURS: settings.companyName || parties.our_name, THEIRS: parties.name };
  for (const side of ['OURS', 'THEIRS'] as const)
    if (!input.signers.some((one) => one.side === side))
      refuse('CONTRACT_RULE', `签署方缺少${sides[side]}“${names[side]}”，合同须由双方签署`, { fields: { signers: `请添加${sides[side]}` } });
  await tx.deleteFrom('ct_signer').where('tenant_id', '=', me.tenantId).where('contract_id', '=', doc.id).execute();
  await tx
    .insertInto('ct_signer')
    .values(
      input.signers.map((one, at) => ({
        tenant_id: me.tenantId,
        id: newId(),
        contract_id: doc.id,
        customer_id: doc.customer_id,
        seq: at + 1,
        side: one.side,
        role_name: one.roleName,
        org_name: names[one.side],
        seal_kind: one.sealKind,
        place: one.place === null ? null : (jsonb(one.place) as never),
        field: `Sign${at + 1}`,
      })),
    )
    .execute();
}

/** 盖章位置, dragged on the pages of a draft. */
export async function placeSeals(tx: Tx, me: Me, input: Ref & { places: { signerId: string; place: object }[] }, now: Date): Promise<Saved> {
  const doc = await docs.lock(tx, me, input);
  docs.mustBe(doc, 'DRAFT', { said: '盖章位置已固定' });
  for (const { signerId, place } of input.places) {
    const { numUpdatedRows } = await tx
      .updateTable('ct_signer')
      .set({ place: jsonb(place) as never })
      .where('tenant_id', '=', me.tenantId)
      .where('contract_id', '=', doc.id)
      .where('id', '=', signerId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) notFound('该签署方');
  }
  const version = await docs.update(tx, me, doc, { updated_at: now });
  await record(tx, me, doc, { action: '设置盖章位置', note: `${input.places.length}处` }, nowhere(now));
  return savedOf(doc, version);
}

/** Nothing was submitted yet: it goes without a trace but the log. */
export async function deleteDraft(tx: Tx, me: Me, input: Ref, now: Date): Promise<Saved> {
  const doc = await docs.lock(tx, me, input);
  if (doc.submitted_by) refuse('BAD_STATE', `${docs.title(doc)}提交过用印审批，只能删除未提交的草稿`);
  docs.mustBe(doc, 'DRAFT', { said: '只能删除未提交的草稿' });
  await record(tx, me, doc, { action: '删除草稿', note: doc.title }, nowhere(now));
  const about = signedOf(doc, '');
  if (about) await businessOf(doc.kind, doc.biz_type)?.ended?.(tx, me, about, { status: 'DRAFT', reason: '草稿已删除' }, now);
  await sql`select ct_forget_draft(${doc.id}::uuid)`.execute(tx);
  if (doc.rescinds_id)
    await tx.updateTable('ct_contract').set({ rescission: 'NONE' }).where('tenant_id', '=', me.tenantId).where('id', '=', doc.rescinds_id).execute();
  return savedOf(doc);
}

/** What the document says otherwise now than when its figures were written into the contract. */
export async function changedSince(tx: Tx, me: Me, doc: Pick<Contract, 'kind' | 'biz_type' | 'biz_id' | 'data'>): Promise<string[]> {
  const business = doc.biz_id === null ? undefined : businessOf(doc.kind, doc.biz_type);
  if (!business || doc.biz_id === null) return [];
  const now = await business.snapshot(tx, me, doc.biz_id);
  const { values, tables } = dataOf(doc);
  const changed = [...new Set([...Object.keys(values), ...Object.keys(now.values)])].filter((label) => (values[label] ?? '') !== (now.values[label] ?? ''));
  if (changed.length) return changed.slice(0, 3).map((label) => `${label}由“${values[label] ?? ''}”变为“${now.values[label] ?? ''}”`);
  return JSON.stringify(tables) === JSON.stringify(now.tables) ? [] : ['明细已变化'];
}

/** What people decide on and sign must be what is so. */
export async function refuseStale(tx: Tx, me: Me, doc: Contract, next: string): Promise<void> {
  const words = await changedSince(tx, me, doc);
  if (words.length) refuse('CONTRACT_STATE', `${docs.title(doc)}起草后关联单据${doc.biz_no}已变化：${words.join('；')}。${next}`);
}

/** Everything the text may name, as it is filled in on `day`. */
export async function fillingOf(tx: Tx, me: Me, doc: Contract, day: string): Promise<ContractData> {
  const data = dataOf(doc);
  const parties = await partiesOf(tx, me, doc.customer_id);
  const { settings } = await readBase(tx, me);
  const amount = doc.amount === null ? '' : formatYuan(doc.amount);
  return {
    ...data,
    values: {
      ...data.values,
      合同编号: doc.no,
      合同名称: doc.title,
      我方名称: settings.companyName || parties?.our_name || '',
      我方信用代码: parties?.our_uscc ?? '',
      我方地址: settings.address,
      我方电话: settings.phone,
      客户名称: parties?.name ?? '',
      客户信用代码: parties?.uscc ?? '',
      客户地址: parties?.address ?? '',
      客户联系人: parties?.contact ?? '',
      客户电话: parties?.mobile ?? '',
      合同金额: amount,
      签订日期: day,
      生效日期: doc.valid_from ?? '',
      终止日期: doc.valid_to ?? '',
      签署截止: doc.deadline,
      ...Object.fromEntries(data.own.map((one) => [one.label, one.value])),
    },
  };
}
