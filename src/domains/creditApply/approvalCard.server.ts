import { rateWarnings } from '~/domains/credit/lpr';
import { guardOf } from '~/domains/credit/lpr.server';
import { termsWords } from '~/domains/credit/terms';
import { traceWords } from '~/domains/creditRule/judge';
import { type Reaction, reactions } from '~/domains/creditRule/rule';
import { defineTaskCard } from '~/domains/workflow/taskCard.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { saidYuan } from '~/shared/said';
import { type ApplyKind, applyKinds, guarantorKinds, kindRules } from './apply';
import { getApply } from './applyViews.server';
import { exposureOf } from './exposure.server';

type Doc = Awaited<ReturnType<typeof getApply>>;
const words = (fen: bigint | null): string => (fen === null ? '不限' : `${saidYuan(fen)}元`);

/** 申请 vs 建议 vs 现有, the rules' answer, the files, and for what takes credit away whom it touches. */
async function card(tx: Tx, me: Me, id: string, now: Date) {
  const doc = await getApply(tx, me, { id });
  const kind = doc.kind as ApplyKind;
  const rule = kindRules[kind];
  const exposure = doc.accountId ? await exposureOf(tx, me, doc.accountId) : null;
  const hits = (doc.rules as { name: string; hint: string; outcome: string; reaction: Reaction }[]).filter(({ outcome }) => outcome === 'HIT');
  const rates = doc.terms ? rateWarnings(doc.terms, await guardOf(tx, me), shanghaiDate(now)) : [];
  const beyond = doc.requested !== null && doc.suggestedHi !== null && rule.amount !== null && doc.requested > doc.suggestedHi;
  return {
    facts: [
      { key: 'customer', label: '客户', text: doc.customerName, tone: 'strong' as const },
      { key: 'kind', label: '申请类型', text: applyKinds[kind] },
      { key: 'type', label: '授信类型', text: doc.typeName },
      rule.amount !== null && doc.requested !== null && { key: 'amount', label: '申请额度(元)', amount: doc.requested, tone: 'strong' as const },
      doc.unlimited && { key: 'amount', label: '申请额度', text: '不限', tone: 'warn' as const },
      doc.granted !== null && { key: 'granted', label: '核定额度(元)', amount: doc.granted, tone: 'strong' as const },
      doc.granted !== null && { key: 'granter', label: '核定人', text: `${doc.granter}：${doc.grantReason}` },
      doc.limitBefore !== null && { key: 'limitBefore', label: '现有额度(元)', amount: doc.limitBefore },
      doc.suggestedHi !== null && { key: 'suggestedHi', label: '建议额度上限(元)', amount: doc.suggestedHi },
      exposure !== null && { key: 'usedAmount', label: '已用(元)', amount: exposure.used },
      exposure !== null && { key: 'heldAmount', label: '占用(元)', amount: exposure.held },
      rule.validity !== null && { key: 'validTo', label: '有效期', text: `${doc.validFrom ?? '通过之日'}至${doc.validTo ?? '长期'}` },
      doc.terms !== null && { key: 'terms', label: '还款约定', text: termsWords(doc.terms) },
      doc.guarantors.length > 0 && {
        key: 'guarantors',
        label: '担保人',
        text: doc.guarantors.map((one) => `${one.name}（${guarantorKinds[one.kind]}）`).join('、'),
      },
      { key: 'materials', label: '材料', text: doc.materials.map((one) => `${one.name}${one.files.length}个`).join('、') || '没有要求' },
      { key: 'reason', label: '原因', text: doc.reason },
      { key: 'creator', label: '申请人', text: doc.creator },
    ],
    ...(rule.amount === 'limit' && doc.accountId
      ? { changes: [{ label: '授信额度', before: words(doc.limitBefore), after: words(doc.granted ?? doc.requested) }] }
      : {}),
    tables: [
      ...(doc.suggestReasons.length
        ? [{ title: '建议额度的依据', columns: [{ key: 'reason', title: '依据' }], rows: doc.suggestReasons.map((text) => [{ text }]) }]
        : []),
      ...(doc.rules.length
        ? [
            {
              title: '规则预检',
              columns: [
                { key: 'rule', title: '规则' },
                { key: 'outcome', title: '结果' },
                { key: 'hint', title: '要通过需' },
              ],
              rows: (doc.rules as { name: string; hint: string; outcome: string; reaction: Reaction }[]).map((one) => [
                { text: one.name },
                { text: one.outcome === 'HIT' ? reactions[one.reaction] : '未命中' },
                { text: one.hint },
              ]),
            },
          ]
        : []),
    ],
    warnings: [beyond && `申请额度超过建议上限${saidYuan(doc.suggestedHi ?? 0n)}元`, ...rates, ...hits.map(traceWords), ...impactOf(kind, doc, exposure)],
  };
}

/** What taking credit away does to what is under way. */
function impactOf(kind: ApplyKind, doc: Doc, exposure: { used: bigint; held: bigint; orders: number } | null): string[] {
  if (!exposure || (kind !== 'DECREASE' && kind !== 'EXPIRE')) return [];
  const taken = exposure.used + exposure.held;
  const wanted = doc.granted ?? doc.requested;
  const over = kind === 'DECREASE' && wanted !== null && taken > wanted ? taken - wanted : 0n;
  return [
    over > 0n ? `通过后将超额${saidYuan(over)}元：已发货的照常还款，不能再用信` : '',
    exposure.orders > 0 ? `影响未完成的用信单${exposure.orders}笔（占用${saidYuan(exposure.held)}元）` : '',
  ].filter(Boolean);
}

for (const type of ['credit_apply', 'credit_change', 'credit_expire']) defineTaskCard(type, card);
