import { PrintFoot, PrintHead, useCompany } from '~/domains/platform/pickers/company';
import { capitals } from '~/shared/capitals';
import { useMe } from '~/shell/session';
import { PrintFlow } from '~/ui/print/PrintFlow';
import { Sheet } from '~/ui/print/Sheet';
import { formatMoney, formatTime } from '~/ui/values/format';
import { type Terms, termsWords } from '../agreed';
import { type ApplyKind, applyKinds, applyStates, guarantorKinds, kindRules } from '../apply';
import type { ApplyDetail } from '../apply.schema';

const yuan = (value: string | null, none: string): string => (value === null ? none : `${formatMoney(value)}元（${capitals(value)}）`);

/** 授信申请表 with what was decided of it, for the file. */
export default function ApplyPrint({ apply, onClose }: { apply: ApplyDetail; onClose: () => void }) {
  const company = useCompany();
  const tenant = useMe()?.tenantName ?? '';
  const rule = kindRules[apply.kind as ApplyKind];
  return (
    <PrintFlow<ApplyDetail>
      title="打印授信申请表"
      kinds={[{ value: 'A4', label: 'A4 纸', paper: 'A4' }]}
      load={async () => [apply]}
      keyOf={({ id }) => id}
      sheet={() => (
        <Sheet
          owner={<PrintHead company={company} name={company?.companyName || tenant} />}
          foot={<PrintFoot company={company} />}
          title="授信申请表"
          no={apply.no}
          facts={[
            { label: '申请类型', value: applyKinds[apply.kind as ApplyKind] },
            { label: '状态', value: applyStates[apply.status as keyof typeof applyStates] },
            { label: '客户', value: apply.customerName },
            { label: '授信类型', value: apply.typeName },
            ...(rule.amount ? [{ label: '申请额度', value: yuan(apply.requested, '不限'), wide: true }] : []),
            ...(apply.granted === null ? [] : [{ label: '核定额度', value: `${yuan(apply.granted, '')}，${apply.granter}：${apply.grantReason}`, wide: true }]),
            ...(apply.limitBefore === null ? [] : [{ label: '原额度', value: `${formatMoney(apply.limitBefore)}元` }]),
            ...(apply.suggestedHi === null ? [] : [{ label: '建议上限', value: `${formatMoney(apply.suggestedHi)}元` }]),
            ...(rule.validity ? [{ label: '有效期', value: `${apply.validFrom ?? '通过之日'}至${apply.validTo ?? '长期'}` }] : []),
            ...(apply.terms ? [{ label: '还款约定', value: termsWords(apply.terms as Terms), wide: true }] : []),
            ...(apply.guarantors.length
              ? [{ label: '担保人', value: apply.guarantors.map((one) => `${one.name}（${guarantorKinds[one.kind]}）`).join('、'), wide: true }]
              : []),
            { label: '材料', value: apply.materials.map((one) => `${one.name}${one.files.length}个`).join('、'), wide: true },
            { label: '申请原因', value: apply.reason, wide: true },
          ]}
          columns={[{ title: '时间' }, { title: '经办' }, { title: '操作' }, { title: '说明' }]}
          rows={apply.log.map((one) => [formatTime(one.at, 'minute'), one.actor, one.action, one.note])}
          totals={[]}
          signs={[`申请人：${apply.creator}`, `审批人：${apply.decider || '__________'}`, '日期：__________']}
        />
      )}
      onClose={onClose}
    />
  );
}
