import { sql } from 'kysely';
import type { z } from 'zod';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { type Approval, decide, defineApproval, hold, type Opinion, submitDocument, withdraw } from '~/domains/workflow/approval.server';
import { defineTaskCard } from '~/domains/workflow/taskCard.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { URGE_AUDIT } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { tell } from '~/server/outbox.server';
import { shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { type ReturnState, returnFlow, returnStages, returnStates } from './case';
import { note } from './caseStore.server';
import type { ReturnForm } from './return.schema';
import { getReturn } from './returnViews.server';
import * as subjects from './subjects';

const PAGE = '/portal/receiveAdmin/collection/createPayment';
const docs = defineDocument({ table: 'urge_stage_return', noun: '阶段回款', title: (doc) => `阶段回款${doc.no}`, states: returnFlow });
type Doc = Awaited<ReturnType<typeof docs.lock>>;

const approval: Approval<Doc, Opinion, void> = defineApproval<Doc, Opinion, void>({
  type: 'urge_stage_return',
  key: 'collectionPayment',
  title: '催收阶段回款审批',
  form: {
    fields: [
      { key: 'stage', label: '阶段', type: 'CHOICE', choices: returnStages },
      { key: 'amount', label: '回款金额', type: 'AMOUNT' },
    ],
    values: (_tx, _me, doc) => ({ stage: doc.stage, amount: formatYuan(doc.amount) }),
    summary: (doc) => [
      { label: '回款', value: `${saidYuan(doc.amount)}元，归属${doc.member_name}` },
      { label: '分成', value: `${doc.ratio / 10_000}%` },
    ],
    route: ({ id }) => href(PAGE, { id }),
  },
  decide: [URGE_AUDIT],
  lock: docs.lock,
  subject: (doc) => ({ id: doc.id, no: doc.no, name: docs.title(doc), customerId: doc.customer_id }),
  mustAllow: (doc, decision, { opinion }) => {
    docs.mustBecome(doc, decision === 'PASS' ? 'PASSED' : 'REJECTED', decision === 'PASS' ? '通过' : '驳回');
    if (decision !== 'PASS' && opinion === '') refuse('BAD_STATE', `请写明驳回${docs.title(doc)}的原因`, { fields: { opinion: '请写明原因' } });
  },
  submitters: async (_tx, _me, doc) => ({ accounts: [doc.created_by], why: `${docs.title(doc)}由您登记，须由其他人审批` }),
  on: {
    PASS: async (tx, me, doc, { opinion }, now) => {
      await mustFit(tx, me, doc, doc.id);
      await end(tx, me, doc, 'PASSED', opinion, now);
    },
    REJECT: (tx, me, doc, { opinion }, now) => end(tx, me, doc, 'REJECTED', opinion, now),
    RETURN: (tx, me, doc, { opinion }, now) => end(tx, me, doc, 'REJECTED', opinion, now),
  },
  withdraw: takeBack,
});

/** What is attributed of a receipt is never more than the receipt. Asked under the customer's lock when it is entered, and again when it passes. */
async function mustFit(
  tx: Tx,
  me: Me,
  one: { receipt_id: string | null; receipt_no: string; amount: bigint; customer_id: string },
  own: string,
): Promise<void> {
  if (!one.receipt_id) return;
  await lockCustomerMoney(tx, me, [one.customer_id]);
  const { rows } = await sql<{ no: string; status: string; customer_id: string; amount: string; taken: string }>`
    select p.no, p.status, p.customer_id, p.amount::text, coalesce((select sum(s.amount) from urge_stage_return s
      where s.tenant_id = p.tenant_id and s.receipt_id = p.id and s.status in ('REVIEWING', 'PASSED') and s.id <> ${own}), 0)::text as taken
    from receipt p where p.tenant_id = ${me.tenantId} and p.id = ${one.receipt_id}`.execute(tx);
  const [receipt] = rows;
  if (!receipt || receipt.customer_id !== one.customer_id) return notFound('该客户的收款单');
  if (receipt.status !== 'CONFIRMED') refuse('BAD_STATE', `收款单${receipt.no}已冲销，不能登记阶段回款`, { fields: { receiptId: '已冲销' } });
  const left = BigInt(receipt.amount) - BigInt(receipt.taken);
  if (one.amount > left)
    refuse('QTY_EXCEED', `收款单${receipt.no}还有${saidYuan(left)}元未归属，本次${saidYuan(one.amount)}元超出`, {
      fields: { amount: `不能超过${saidYuan(left)}元` },
    });
}

/** 登记阶段回款: somebody else agrees whose doing the money is. */
export async function saveReturn(tx: Tx, me: Me, form: z.output<typeof ReturnForm>, now: Date): Promise<{ id: string; no: string; next: string }> {
  const found = await tx
    .selectFrom('urge_case')
    .select(['customer_id', 'no'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', form.caseId)
    .executeTakeFirst();
  if (!found) return notFound('该催收案件');
  const today = shanghaiDate(now);
  if (form.receivedOn > today) refuse('BAD_STATE', `到账日${form.receivedOn}不能晚于今天${today}`, { fields: { receivedOn: '不能晚于今天' } });
  const member = await tx.selectFrom('member').select('name').where('tenant_id', '=', me.tenantId).where('id', '=', form.memberId).executeTakeFirst();
  if (!member) return notFound('该归属人');
  const receipt = form.receiptId
    ? await tx.selectFrom('receipt').select('no').where('tenant_id', '=', me.tenantId).where('id', '=', form.receiptId).executeTakeFirst()
    : undefined;
  if (form.receiptId && !receipt) return notFound('该收款单');
  const id = newId();
  await mustFit(tx, me, { receipt_id: form.receiptId || null, receipt_no: receipt?.no ?? '', amount: form.amount, customer_id: found.customer_id }, id);
  const [whole = '0', part = ''] = form.ratio.split('.');
  const doc = await tx
    .insertInto('urge_stage_return')
    .values({
      tenant_id: me.tenantId,
      id,
      no: await oneNumber(tx, me, subjects.stageReturn, now),
      case_id: form.caseId,
      customer_id: found.customer_id,
      stage: form.stage,
      receipt_id: form.receiptId || null,
      receipt_no: receipt?.no ?? '',
      amount: form.amount,
      member_id: form.memberId,
      member_name: member.name,
      ratio: Number(whole) * 10_000 + Number(part.padEnd(4, '0')),
      received_on: form.receivedOn,
      remark: form.remark,
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await said(tx, me, doc, '登记', form.remark, now);
  const submitted = await submitDocument(tx, me, approval, doc, now, {
    notice: {
      kind: 'collection.return',
      title: `${docs.title(doc)}待审批`,
      body: `案件${found.no}回款${saidYuan(doc.amount)}元，归属${member.name}`,
      link: '/portal/process/backLog/collectionPayment',
      to: { side: 'factory', code: URGE_AUDIT, about: { customerIds: [doc.customer_id] } },
    },
  });
  return { id, no: doc.no, next: submitted.next };
}

export async function decideReturn(tx: Tx, me: Me, input: { id: string; version: number; pass: boolean; opinion: string }, now: Date): Promise<{ id: string }> {
  await decide(tx, me, await hold(tx, me, approval, { id: input.id, version: input.version }), input.pass ? 'PASS' : 'REJECT', { opinion: input.opinion }, now);
  return { id: input.id };
}

export async function withdrawReturn(
  tx: Tx,
  me: Me,
  { id, version, opinion }: { id: string; version: number; opinion: string },
  now: Date,
): Promise<{ id: string }> {
  const doc = await docs.lock(tx, me, { id, version });
  if (doc.created_by !== me.accountId) refuse('BAD_STATE', `${docs.title(doc)}由${doc.creator}登记，只有本人可以撤回`);
  await takeBack(tx, me, doc, opinion, now);
  return { id };
}

async function takeBack(tx: Tx, me: Me, doc: Doc, reason: string, now: Date): Promise<void> {
  docs.mustBecome(doc, 'WITHDRAWN', '撤回');
  await withdraw(tx, me, approval, doc, reason, now);
  await docs.update(tx, me, doc, { status: 'WITHDRAWN', opinion: reason, decided_at: now });
  await said(tx, me, doc, '撤回', reason, now);
}

async function end(tx: Tx, me: Me, doc: Doc, status: ReturnState, opinion: string, now: Date): Promise<void> {
  await docs.update(tx, me, doc, { status, opinion, decided_at: now, decider: actorName(me) });
  await said(tx, me, doc, returnStates[status], opinion, now);
  if (doc.created_by)
    await tell(tx, me, {
      kind: 'collection.decided',
      title: `${docs.title(doc)}${returnStates[status]}`,
      body: `回款${saidYuan(doc.amount)}元${returnStates[status]}${opinion ? `：${opinion}` : ''}`,
      link: href(PAGE, { id: doc.id }),
      to: { side: 'account', accountId: doc.created_by },
    });
}

async function said(tx: Tx, me: Me, doc: Doc, action: string, words: string, now: Date): Promise<void> {
  await audit(tx, me, { action, subject: subjects.stageReturn, id: doc.id, no: doc.no, after: { note: words } });
  await note(
    tx,
    me,
    [
      {
        caseId: doc.case_id,
        customerId: doc.customer_id,
        kind: 'RETURN',
        content: `阶段回款${doc.no}${action}：${saidYuan(doc.amount)}元归属${doc.member_name}${words ? `，${words}` : ''}`,
        refId: doc.id,
      },
    ],
    now,
  );
}

defineTaskCard('urge_stage_return', async (tx, me, id) => {
  const doc = (await getReturn(tx, me, { id })) as {
    customerName: string;
    caseNo: string;
    stage: keyof typeof returnStages;
    receiptNo: string;
    amount: bigint;
    memberName: string;
    ratio: string;
    receivedOn: string;
    creator: string;
    remark: string;
  };
  return {
    facts: [
      { key: 'customer', label: '客户', text: doc.customerName, tone: 'strong' },
      { key: 'amount', label: '回款金额(元)', amount: doc.amount, tone: 'strong' },
      { key: 'caseNo', label: '催收案件', text: doc.caseNo },
      { key: 'stage', label: '阶段', text: returnStages[doc.stage] },
      { key: 'receiptNo', label: '关联到账', text: doc.receiptNo || '未关联收款单', tone: doc.receiptNo ? '' : 'warn' },
      { key: 'receivedOn', label: '到账日', text: doc.receivedOn },
      { key: 'memberName', label: '归属人', text: doc.memberName },
      { key: 'ratio', label: '分成比例', text: `${doc.ratio}%` },
      { key: 'creator', label: '登记人', text: doc.creator },
      doc.remark !== '' && { key: 'remark', label: '备注', text: doc.remark },
    ],
    warnings: [doc.receiptNo === '' && '没有关联收款单，请核对款项是否到账'],
  };
});
