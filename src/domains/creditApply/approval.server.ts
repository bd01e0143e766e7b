import { reactions } from '~/domains/creditRule/rule';
import { type Approval, decide, defineApproval, hold, type Opinion, withdraw } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { CREDIT_AUDIT } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { formatYuan } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { agreementAwaited } from './agreements.server';
import { type ApplyKind, type ApplyState, applyKinds, applyStates, approvalTypeOf, kindRules } from './apply';
import { type Apply, applies, askedWords, log } from './applyStore.server';
import { takeEffect } from './effect.server';

export const detail = (id: string) => href('/portal/creditSystem/creditCreate/{id}', { id });

/** Three kinds of decision about one kind of document: what is granted, what is changed, and what ends. */
const approvalOf = (type: ReturnType<typeof approvalTypeOf>, key: string, title: string): Approval<Apply, Opinion, void> =>
  defineApproval<Apply, Opinion, void>({
    type,
    key,
    title,
    form: {
      fields: [
        { key: 'kind', label: '申请类型', type: 'CHOICE', choices: kindsOf(type) },
        { key: 'amount', label: '申请额度', type: 'AMOUNT' },
        { key: 'verdict', label: '规则预检', type: 'CHOICE', choices: reactions },
        { key: 'beyond', label: '超过建议额度', type: 'BOOLEAN' },
      ],
      values: (_tx, _me, doc) => ({
        kind: doc.kind,
        ...(doc.requested === null ? {} : { amount: formatYuan(doc.requested) }),
        ...(doc.verdict ? { verdict: doc.verdict } : {}),
        beyond: String(doc.requested !== null && doc.suggested_hi !== null && doc.requested > doc.suggested_hi),
      }),
      summary: (doc) => [
        { label: '申请事项', value: askedWords(doc) },
        { label: '原因', value: doc.reason },
      ],
      route: ({ id }) => detail(id),
    },
    decide: [CREDIT_AUDIT],
    lock: applies.lock,
    subject: (doc) => ({ id: doc.id, no: doc.no, name: applies.title(doc), customerId: doc.customer_id }),
    mustAllow: (doc, decision, { opinion }) => {
      if (approvalTypeOf(doc.kind) !== type) refuse('BAD_STATE', `${applies.title(doc)}不属于${title}`);
      applies.mustBecome(doc, decision === 'PASS' ? 'EFFECTIVE' : decision === 'RETURN' ? 'RETURNED' : 'REJECTED', named[decision]);
      if (decision !== 'PASS' && opinion === '')
        refuse('BAD_STATE', `请写明${named[decision]}${applies.title(doc)}的原因`, { fields: { opinion: '请写明原因' } });
    },
    submitters: async (_tx, _me, doc) => ({ accounts: [doc.created_by], why: `${applies.title(doc)}由您提交，须由其他人审批` }),
    on: {
      PASS: async (tx, me, doc, { opinion }, now) => {
        if (await agreementAwaited(tx, me, doc.id)) return endApply(tx, me, doc, 'SIGNING', opinion, now);
        const accountId = await takeEffect(tx, me, doc, now);
        await endApply(tx, me, doc, 'EFFECTIVE', opinion, now, { account_id: accountId });
      },
      REJECT: (tx, me, doc, { opinion }, now) => endApply(tx, me, doc, 'REJECTED', opinion, now),
      RETURN: (tx, me, doc, { opinion }, now) => endApply(tx, me, doc, 'RETURNED', opinion, now),
    },
    withdraw: takeBack,
  });
const named = { PASS: '通过', REJECT: '拒绝', RETURN: '退回' } as const;
export const kindsOf = (type: string): Record<string, string> =>
  Object.fromEntries((Object.keys(kindRules) as ApplyKind[]).filter((kind) => kindRules[kind].approval === type).map((kind) => [kind, applyKinds[kind]]));

export const applyApprovals = {
  credit_apply: approvalOf('credit_apply', 'creditStart', '授信申请审批'),
  credit_change: approvalOf('credit_change', 'changeCredit', '额度变更审批'),
  credit_expire: approvalOf('credit_expire', 'expiredCredit', '额度失效审批'),
};
export const approvalFor = (doc: Pick<Apply, 'kind'>): Approval<Apply, Opinion, void> => applyApprovals[approvalTypeOf(doc.kind)];

export async function decideApply(
  tx: Tx,
  me: Me,
  { id, version, decision, opinion }: { id: string; version: number; decision: 'PASS' | 'REJECT' | 'RETURN'; opinion: string },
  now: Date,
) {
  const doc = await applies.lock(tx, me, { id, version });
  await decide(tx, me, await hold(tx, me, approvalFor(doc), { id, version }), decision, { opinion }, now);
  return { id };
}

export async function withdrawApply(tx: Tx, me: Me, { id, version, reason }: { id: string; version: number; reason: string }, now: Date) {
  const doc = await applies.lock(tx, me, { id, version });
  if (doc.created_by !== me.accountId) refuse('BAD_STATE', `${applies.title(doc)}由${doc.creator}提交，只有本人可以撤回`);
  await takeBack(tx, me, doc, reason, now);
  return { id };
}

/** A draft is dropped; what is on its way is taken out of its process. */
async function takeBack(tx: Tx, me: Me, doc: Apply, reason: string, now: Date): Promise<void> {
  applies.mustBecome(doc, 'WITHDRAWN', '撤回');
  if (doc.status !== 'DRAFT') await withdraw(tx, me, approvalFor(doc), doc, reason, now);
  await applies.update(tx, me, doc, { status: 'WITHDRAWN', updated_at: now, opinion: reason });
  await log(tx, me, doc, doc.status === 'DRAFT' ? '作废草稿' : '撤回', reason);
}

/** Writes where it got to, and tells whoever asked. */
export async function endApply(tx: Tx, me: Me, doc: Apply, status: ApplyState, opinion: string, now: Date, more: { account_id?: string } = {}): Promise<void> {
  await applies.update(tx, me, doc, { status, opinion, decided_at: now, decider: actorName(me), updated_at: now, ...more });
  await log(
    tx,
    me,
    doc,
    status === 'EFFECTIVE' ? '通过' : status === 'SIGNING' ? '通过，待签约' : status === 'LAPSED' ? '未签失效' : applyStates[status].slice(1),
    opinion,
  );
  if (doc.created_by)
    await tell(tx, me, {
      kind: 'credit.decided',
      title: `${applies.title(doc)}${applyStates[status]}`,
      body: `${askedWords(doc)}${applyStates[status]}${opinion ? `：${opinion}` : ''}`,
      link: detail(doc.id),
      to: { side: 'account', accountId: doc.created_by },
    });
}
