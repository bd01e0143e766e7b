import { graceModes, ratePercent, type Terms, termsWords } from '~/domains/credit/terms';
import { agreementFailed, agreementRescinded, agreementSigned } from '~/domains/creditApply/agreement.server';
import { defineAgreements } from '~/domains/creditApply/agreements.server';
import type { Guarantor } from '~/domains/creditApply/apply';
import { type Apply, applies, askedWords, grantedOf } from '~/domains/creditApply/applyStore.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { literally } from '~/server/list.server';
import { formatYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { defineContractBusiness } from '../business.server';
import { changedSince } from '../draft.server';
import { openAbout, rescindedAbout, signedAbout } from '../views.server';

/** Kinds whose agreement says an amount or a span both sides settle on. */
const KINDS = ['NEW', 'INCREASE', 'TEMP', 'RENEW'];
const STATES = ['REVIEWING', 'SIGNING'];

async function applyOf(tx: Tx, me: Pick<Me, 'tenantId'>, id: string): Promise<Apply & { type: string; customer: string }> {
  const row = await tx
    .selectFrom('credit_apply')
    .innerJoin('credit_type', (on) =>
      on.onRef('credit_type.tenant_id', '=', 'credit_apply.tenant_id').onRef('credit_type.id', '=', 'credit_apply.credit_type_id'),
    )
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'credit_apply.tenant_id').onRef('customer.id', '=', 'credit_apply.customer_id'))
    .selectAll('credit_apply')
    .select(['credit_type.name as type', 'customer.name as customer'])
    .where('credit_apply.tenant_id', '=', me.tenantId)
    .where('credit_apply.id', '=', id)
    .executeTakeFirst();
  return row ?? notFound('该授信申请');
}

/** 授信协议: drawn up while the application is decided on; the last signature brings what passed into force. */
defineContractBusiness({
  kind: 'CREDIT',
  type: 'credit_apply',
  async snapshot(tx, me, id) {
    const row = await applyOf(tx, me, id);
    if (!KINDS.includes(row.kind) || !STATES.includes(row.status))
      refuse('CONTRACT_RULE', `${applies.title(row)}不在审批中或待签约，或不需要协议，不能发起授信协议`);
    const terms = row.terms as unknown as Partial<Terms>;
    const agreed = terms.way ? (terms as Terms) : null;
    const guarantors = (row.guarantors as unknown as Guarantor[]).map((one) => one.name).join('、');
    return {
      no: row.no,
      title: `${row.customer}授信协议（${row.no}）`.slice(0, 100),
      customerId: row.customer_id,
      amount: grantedOf(row),
      validFrom: row.valid_from,
      validTo: row.valid_to,
      values: {
        申请单号: row.no,
        授信类型: row.type,
        申请事项: askedWords(row),
        授信额度: grantedOf(row) === null ? '' : formatYuan(grantedOf(row) ?? 0n),
        授信额度说明: grantedOf(row) === null ? (row.kind === 'RENEW' ? '额度不变，有效期续展' : '不设额度上限') : '',
        单笔限额: row.per_order_limit === null ? '' : formatYuan(row.per_order_limit),
        授信起始: row.valid_from ?? '签署生效之日',
        授信截止: row.valid_to ?? '',
        还款条款: agreed ? termsWords(agreed) : '',
        宽限约定: agreed?.graceDays ? `宽限${agreed.graceDays}天，${graceModes[agreed.graceMode]}` : '',
        违约金日率: agreed?.penaltyPpm ? ratePercent(agreed.penaltyPpm) : '',
        担保人: guarantors,
      },
      tables: {},
    };
  },
  async options(tx, me, { word, customerId }) {
    let rows = tx
      .selectFrom('credit_apply')
      .selectAll()
      .where('tenant_id', '=', me.tenantId)
      .where('kind', 'in', KINDS as never)
      .where('status', 'in', STATES as never);
    if (customerId) rows = rows.where('customer_id', '=', customerId);
    if (word) rows = rows.where('no', 'ilike', `%${literally(word)}%`);
    const found = await rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(20).execute();
    return found.map((row) => ({ id: row.id, no: row.no, note: askedWords(row) }));
  },
  async mustStand(tx, me, contract) {
    const row = await applyOf(tx, me, contract.bizId);
    if (!STATES.includes(row.status)) refuse('CONTRACT_STATE', `合同${contract.no}关联的${applies.title(row)}已不在审批中或待签约，不能再签署，请撤销合同`);
  },
  signed: (tx, me, contract, now) => agreementSigned(tx, me, contract.bizId, contract.no, now),
  rescinded: (tx, me, contract, now) => agreementRescinded(tx, me, contract.bizId, contract.no, now),
  ended: (tx, me, contract, { reason }, now) => agreementFailed(tx, me, contract.bizId, `授信协议${contract.no}未签署：${reason}`.slice(0, 200), now),
});

defineAgreements({
  open: async (tx, me, id) => (await openAbout(tx, me, [id])).length > 0,
  awaited: async (tx, me, id) => {
    if ([...(await openAbout(tx, me, [id])), ...(await rescindedAbout(tx, me, [id]))].length > 0) return true;
    const signed = await signedAbout(tx, me, 'CREDIT', id);
    return signed !== undefined && (await changedSince(tx, me, signed)).length > 0;
  },
});
