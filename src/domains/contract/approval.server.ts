import { decide, defineApproval, hold, type Opinion, submitDocument, withdraw } from '~/domains/workflow/approval.server';
import { defineTaskCard } from '~/domains/workflow/taskCard.server';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { CONTRACT_AUDIT } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { type ContractKind, contractKinds, signOrders } from './contract';
import { refuseStale } from './draft.server';
import { drawUp } from './paper.server';
import { unsignedFile } from './sealPort.server';
import { beginSigning } from './signing.server';
import { addRevision, businessOfDoc, type Contract, docs, nowhere, type Ref, record, type Saved, savedOf, signedOf, signersOf } from './store.server';

const BASE = '/portal/supplyChain/factory/smartContract';

/** 用印审批: what goes to the signers is decided on as the very file they will sign. */
export const contractApproval = defineApproval<Contract, Opinion, Saved>({
  type: 'contract',
  key: 'contractSeal',
  title: '用印审批',
  form: {
    fields: [
      { key: 'kind', label: '合同类型', type: 'CHOICE', choices: contractKinds },
      { key: 'amount', label: '合同金额', type: 'AMOUNT' },
      { key: 'uploaded', label: '上传的文件', type: 'BOOLEAN' },
    ],
    values: (_tx, _me, doc) => ({
      kind: doc.kind,
      ...(doc.amount === null ? {} : { amount: formatYuan(doc.amount) }),
      uploaded: String(doc.source === 'UPLOAD'),
    }),
    summary: (doc) => [
      { label: '合同', value: doc.title },
      { label: '类型', value: contractKinds[doc.kind as ContractKind] },
      ...(doc.amount === null ? [] : [{ label: '金额', value: `${saidYuan(doc.amount)}元` }]),
    ],
    route: ({ id }) => href(`${BASE}/detail`, { id }),
  },
  decide: [CONTRACT_AUDIT],
  lock: (tx, me, ref) => docs.lock(tx, me, ref),
  subject: (doc) => ({ id: doc.id, no: doc.no, name: docs.title(doc), customerId: doc.customer_id }),
  mustAllow(doc, decision, { opinion }) {
    docs.mustBecome(doc, decision === 'PASS' ? 'SIGNING' : 'DRAFT', decision === 'PASS' ? '通过用印审批' : '驳回');
    if (decision === 'REJECT' && opinion === '') refuse('BAD_STATE', `驳回${docs.title(doc)}请填写原因`);
  },
  submitters: async (_tx, _me, doc) => ({ accounts: [doc.submitted_by], why: `${docs.title(doc)}由您提交，须由其他人审批用印` }),
  own: ['REJECT'],
  stays: (_tx, _me, doc) => savedOf(doc),
  on: {
    PASS: async (tx, me, doc, { opinion }, now) => {
      await record(tx, me, doc, { action: '用印审批通过', note: opinion, sha256: doc.sha256 }, nowhere(now));
      return beginSigning(tx, me, doc, now);
    },
    REJECT: async (tx, me, doc, { opinion }, now) => {
      const version = await backToDraft(tx, me, doc, opinion, now);
      await record(tx, me, doc, { action: '驳回用印', note: opinion }, nowhere(now));
      await tellSubmitter(tx, me, doc, '被驳回', opinion);
      return savedOf(doc, version);
    },
  },
  withdraw: (tx, me, doc, reason, now) => takeBack(tx, me, doc, reason, now),
});

/** Draws the file up as it will be signed, and asks for the approval. */
export async function submitContract(tx: Tx, me: Me, doc: Contract, now: Date): Promise<Saved> {
  docs.mustBecome(doc, 'REVIEWING', '提交');
  if (doc.deadline < shanghaiDate(now)) refuse('CONTRACT_RULE', `${docs.title(doc)}的签署截止日期${doc.deadline}已过，请修改后再提交`);
  await refuseStale(tx, me, doc, '请编辑合同并保存，再提交');
  const about = signedOf(doc, '');
  if (about) await businessOfDoc(doc)?.mustStand?.(tx, me, about);
  const drawn = await drawUp(tx, me, doc, now);
  const bytes = await unsignedFile(tx, me, { ...drawn, doc, signers: await signersOf(tx, me, doc.id) });
  const file = await addRevision(tx, me, doc, bytes, null, now);
  const version = await docs.update(tx, me, doc, { status: 'REVIEWING', state_reason: '', submitted_by: me.accountId, updated_at: now, ...file });
  const submitted = { ...doc, ...file, status: 'REVIEWING' as const, submitted_by: me.accountId, version };
  await record(tx, me, submitted, { action: '提交用印审批', note: `${drawn.pages}页`, sha256: file.sha256 }, nowhere(now));
  const { done } = await submitDocument(tx, me, contractApproval, submitted, now, {
    notice: {
      kind: 'contract.submitted',
      title: `${docs.title(doc)}待用印审批`,
      body: `${doc.title}，${signOrders[doc.sign_order as 'SEQ']}，请审批用印`,
      link: href(`${BASE}/detail`, { id: doc.id }),
      to: { side: 'factory', code: CONTRACT_AUDIT, about: { customerIds: [doc.customer_id] } },
    },
  });
  return done ?? savedOf(submitted);
}
export const submitById = async (tx: Tx, me: Me, ref: Ref, now: Date): Promise<Saved> => submitContract(tx, me, await docs.lock(tx, me, ref), now);

export async function decideContract(tx: Tx, me: Me, { pass, opinion, ...ref }: Ref & { pass: boolean; opinion: string }, now: Date): Promise<Saved> {
  return decide(tx, me, await hold(tx, me, contractApproval, ref), pass ? 'PASS' : 'REJECT', { opinion }, now);
}

export async function withdrawContract(tx: Tx, me: Me, { reason, ...ref }: Ref & { reason: string }, now: Date): Promise<Saved> {
  return takeBack(tx, me, await docs.lock(tx, me, ref), reason, now);
}

async function takeBack(tx: Tx, me: Me, doc: Contract, reason: string, now: Date): Promise<Saved> {
  docs.mustBe(doc, 'REVIEWING', { said: '没有可撤回的用印审批' });
  await withdraw(tx, me, contractApproval, doc, reason, now);
  const version = await backToDraft(tx, me, doc, reason, now);
  await record(tx, me, doc, { action: '撤回用印审批', note: reason }, nowhere(now));
  return savedOf(doc, version);
}

const backToDraft = (tx: Tx, me: Me, doc: Contract, reason: string, now: Date): Promise<number> =>
  docs.update(tx, me, doc, { status: 'DRAFT', state_reason: reason, updated_at: now });

async function tellSubmitter(tx: Tx, me: Me, doc: Contract, what: string, opinion: string): Promise<void> {
  if (!doc.submitted_by || doc.submitted_by === me.accountId) return;
  await tell(tx, me, {
    kind: 'contract.decided',
    title: `${docs.title(doc)}的用印审批${what}`,
    body: `${doc.title}${opinion ? `：${opinion}` : ''}`,
    link: href(`${BASE}/detail`, { id: doc.id }),
    to: { side: 'account', accountId: doc.submitted_by },
  });
}

defineTaskCard('contract', async (tx, me, id) => {
  const row = await tx
    .selectFrom('ct_contract')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'ct_contract.tenant_id').onRef('customer.id', '=', 'ct_contract.customer_id'))
    .select([
      'ct_contract.title',
      'ct_contract.kind',
      'ct_contract.source',
      'ct_contract.biz_no',
      'ct_contract.deadline',
      'ct_contract.sign_order',
      'customer.name as customer',
    ])
    .where('ct_contract.tenant_id', '=', me.tenantId)
    .where('ct_contract.id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    facts: [
      { key: 'title', label: '合同', text: row.title, tone: 'strong' },
      { key: 'customer', label: '客户', text: row.customer },
      { key: 'kind', label: '类型', text: contractKinds[row.kind as ContractKind] },
      row.biz_no !== '' && { key: 'biz', label: '关联单据', text: row.biz_no },
      { key: 'order', label: '签署顺序', text: signOrders[row.sign_order as 'SEQ'] },
      { key: 'deadline', label: '签署截止', text: row.deadline },
    ],
    warnings: row.source === 'UPLOAD' ? ['内容来自上传的文件，金额未与单据核对，请逐页审阅'] : [],
  };
});
