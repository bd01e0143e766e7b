import { useState } from 'react';
import { Explain, VerdictTag } from '~/domains/creditRule/pickers/Explain';
import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { fileHref } from '~/domains/file/pickers/fileHref';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { CONTRACT_CREATE, CREDIT_AUDIT } from '~/portal/permissions';
import { call, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { confirm } from '~/ui/kit/confirm';
import { late } from '~/ui/kit/late';
import { DateTime } from '~/ui/values/DateTime';
import { formatMoney } from '~/ui/values/format';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { type Terms, termsWords } from '../agreed';
import { type ApplyKind, applyKinds, applyStates, approvalTypeOf, guarantorKinds, isEditable, kindRules } from '../apply';
import type { ApplyDetail } from '../apply.schema';
import { applyDecide, applyWithdraw } from '../calls';
import { ApplyForm } from './ApplyForm';
import type { Options } from './ApplyHome';
import { AskedAmount } from './ApplyList';

const ApplyPrint = late(() => import('./ApplyPrint'));
const GrantDialog = late(() => import('./GrantDialog'));
const back = href('/portal/creditSystem/creditCreate', { tab: 'list' });

async function decided(apply: ApplyDetail, decision: 'PASS' | 'REJECT' | 'RETURN'): Promise<boolean> {
  const pass = decision === 'PASS';
  const word = pass ? '通过' : decision === 'REJECT' ? '拒绝' : '退回';
  const agreed = await confirm({
    title: `${word}${applyKinds[apply.kind as ApplyKind]}申请${apply.no}？`,
    ...(pass ? { body: '全部审批通过后，额度立即变更生效。' } : { tone: 'danger' as const, reason: { label: `${word}原因`, max: 200 } }),
    ok: word,
  });
  if (!agreed) return false;
  await call(applyDecide, { id: apply.id, version: apply.version, decision, opinion: agreed.reason }, { key: newKey() });
  return true;
}

async function takenBack(apply: ApplyDetail): Promise<boolean> {
  const agreed = await confirm({ title: `${apply.status === 'DRAFT' ? '作废草稿' : '撤回申请'}${apply.no}？`, tone: 'danger' });
  if (!agreed) return false;
  await call(applyWithdraw, { id: apply.id, version: apply.version, reason: '' }, { key: newKey() });
  return true;
}

/** An application: its form while its maker may still write in it, else what it asks for, why, and how it was decided. */
export default function ApplyPage({ first, options }: { first: ApplyDetail; options: Options }) {
  const mayDecide = useCan(CREDIT_AUDIT) && first.status === 'REVIEWING' && !first.mine;
  const canSign = useCan(CONTRACT_CREATE);
  const editable = first.mine && isEditable(first.status);
  const mayGrant = mayDecide && kindRules[first.kind as ApplyKind].amount !== null;
  const [printing, setPrinting] = useState(false);
  const [granting, setGranting] = useState(false);
  const again = async (work: Promise<boolean>) => {
    if (await work) location.reload();
  };
  const leave = async () => {
    if (await takenBack(first)) location.assign(back);
  };
  return (
    <div className="flex flex-col gap-3">
      <DetailPage
        title={`${applyKinds[first.kind as ApplyKind]}申请`}
        no={first.no}
        status={<StatusTag status={first.status} names={applyStates} />}
        facts={[
          ...(kindRules[first.kind as ApplyKind].amount ? [{ label: '申请额度(元)', value: <AskedAmount row={first} /> }] : []),
          ...(first.granted === null ? [] : [{ label: '核定额度(元)', value: <Money value={first.granted} /> }]),
          ...(first.limitBefore === null ? [] : [{ label: '原额度(元)', value: <Money value={first.limitBefore} /> }]),
          ...(first.suggestedHi === null ? [] : [{ label: '建议上限(元)', value: <Money value={first.suggestedHi} /> }]),
        ]}
        actions={[
          mayDecide && { label: '通过', tone: 'primary', onPress: () => again(decided(first, 'PASS')) },
          mayGrant && { label: '核定额度', onPress: () => setGranting(true) },
          mayDecide && { label: '退回', onPress: () => again(decided(first, 'RETURN')) },
          mayDecide && { label: '拒绝', tone: 'danger', onPress: () => again(decided(first, 'REJECT')) },
          first.mine && ['DRAFT', 'RETURNED', 'REVIEWING'].includes(first.status) && { label: first.status === 'DRAFT' ? '作废草稿' : '撤回', onPress: leave },
          canSign &&
            ['REVIEWING', 'SIGNING'].includes(first.status) &&
            ['NEW', 'INCREASE', 'TEMP', 'RENEW'].includes(first.kind) && {
              label: '发起授信协议',
              href: href('/portal/supplyChain/factory/smartContract/create', { kind: 'CREDIT', bizType: 'credit_apply', bizId: first.id }),
            },
          !editable && { label: '打印', onPress: () => setPrinting(true) },
          approvalWay(approvalTypeOf(first.kind), first.id, editable),
        ]}
        backHref={back}
      >
        {!editable && <Contents apply={first} />}
      </DetailPage>
      {editable && <ApplyForm options={options} apply={first} />}
      {printing && <ApplyPrint apply={first} onClose={() => setPrinting(false)} />}
      {granting && <GrantDialog apply={first} onClose={() => setGranting(false)} onDone={() => location.reload()} />}
    </div>
  );
}

function Contents({ apply }: { apply: ApplyDetail }) {
  const rule = kindRules[apply.kind as ApplyKind];
  const files = apply.materials.filter((one) => one.files.length > 0);
  return (
    <>
      <DetailSection title="申请内容">
        <Descriptions
          items={[
            { label: '客户', value: <CustomerLink of={apply} /> },
            { label: '授信类型', value: apply.typeName },
            { label: '授信账户', value: apply.accountNo || '尚未开立' },
            rule.validity !== null && { label: '有效期', value: `${apply.validFrom ?? '通过之日'}至${apply.validTo ?? '长期'}` },
            apply.perOrderLimit !== null && { label: '单笔限额(元)', value: <Money value={apply.perOrderLimit} /> },
            apply.terms !== null && { label: '还款约定', value: termsWords(apply.terms as Terms) },
            apply.guarantors.length > 0 && { label: '担保人', value: apply.guarantors.map((one) => `${one.name}（${guarantorKinds[one.kind]}）`).join('、') },
            { label: '申请原因', value: apply.reason },
            { label: '申请人', value: apply.creator },
            { label: '提交时间', value: <DateTime value={apply.submittedAt ?? undefined} /> },
            apply.granted !== null && { label: '核定额度', value: `${apply.granter}核定${formatMoney(apply.granted)}元：${apply.grantReason}` },
            apply.decider !== '' && { label: '审批人', value: apply.decider },
            apply.opinion !== '' && { label: '意见', value: apply.opinion },
          ]}
        />
      </DetailSection>
      {apply.suggestReasons.length > 0 && (
        <DetailSection title="建议额度的依据">
          <ul className="list-disc pl-5">
            {apply.suggestReasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </DetailSection>
      )}
      {apply.verdict !== '' && (
        <DetailSection title="提交时的规则检查">
          <p className="mb-2">
            <VerdictTag verdict={apply.verdict} />
          </p>
          <Explain rules={apply.rules} />
        </DetailSection>
      )}
      {files.length > 0 && (
        <DetailSection title="材料">
          <Descriptions
            items={files.map((one) => ({
              label: one.name,
              value: (
                <span className="flex flex-wrap gap-3">
                  {one.files.map((file) => (
                    <a key={file.key} href={fileHref(file.key)} target="_blank" rel="noreferrer">
                      {file.name}
                    </a>
                  ))}
                </span>
              ),
            }))}
          />
        </DetailSection>
      )}
      <DetailSection title="操作日志">
        <LogTimeline log={apply.log} />
      </DetailSection>
    </>
  );
}
