import type { Me } from '~/portal/me';
import { jsonb, type Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { type ContractKind, contractKinds, rescissions, type SealKind, type SignSide, takenBack } from './contract';
import { insertDraft, setSigners } from './draft.server';
import { type ContractData, docs, nowhere, type Ref, record, type Saved, savedOf, signersOf } from './store.server';
import { templateBody, templatesFor } from './templates.server';

const unalterable: Partial<Record<ContractKind, string>> = {
  STATEMENT: '确认的是已经发生的往来，不能解约；有差异请在对账单中登记调整',
  RESCISSION: '不能再解约',
};

/** 解约: a new contract of the same signers which ends the old one when both have signed it. */
export async function rescindContract(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<Saved> {
  const doc = await docs.lock(tx, me, input);
  docs.mustBe(doc, 'DONE', { said: '只有已完成的合同可以解约' });
  if (doc.rescission !== 'NONE') refuse('CONTRACT_STATE', `${docs.title(doc)}${rescissions[doc.rescission as 'DONE']}，不能重复发起解约`);
  const kind = doc.kind as ContractKind;
  if (takenBack[kind] === null) refuse('CONTRACT_RULE', `${docs.title(doc)}是${contractKinds[kind]}，${unalterable[kind] ?? '不能解约'}`);
  const [template] = await templatesFor(tx, me, 'RESCISSION');
  if (!template) return refuse('CONTRACT_RULE', '没有启用的解约协议模板，请先在合同模板中新建或使用标准模板');
  const body = await templateBody(tx, me, template.id);
  const draft = await insertDraft(
    tx,
    me,
    {
      title: `《${doc.title}》解约协议`.slice(0, 100),
      kind: 'RESCISSION',
      source: 'TEMPLATE',
      template_id: body.id,
      template_no: body.no,
      customer_id: doc.customer_id,
      amount: null,
      sign_order: doc.sign_order,
      deadline: addDays(shanghaiDate(now), 15),
      real_name: doc.real_name,
      signers: doc.signers,
      rescinds_id: doc.id,
      data: jsonb({ values: { 原合同编号: doc.no, 原合同名称: doc.title, 解约原因: input.reason }, tables: {}, own: [] } satisfies ContractData) as never,
      updated_at: now,
    },
    now,
  );
  const signers = await signersOf(tx, me, doc.id);
  await setSigners(tx, me, draft, {
    signers: signers.map((one) => ({ side: one.side as SignSide, roleName: one.role_name, sealKind: one.seal_kind as SealKind, place: null })),
  });
  await docs.update(tx, me, doc, { rescission: 'ONGOING', updated_at: now });
  await record(tx, me, doc, { action: '发起解约', note: `${input.reason}（解约协议${draft.no}）`, sha256: doc.sha256 }, nowhere(now));
  await record(tx, me, draft, { action: '新建', note: `解除合同${doc.no}：${input.reason}` }, nowhere(now));
  return savedOf(draft);
}
