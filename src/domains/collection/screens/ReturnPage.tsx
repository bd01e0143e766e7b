import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { URGE_AUDIT } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { confirm } from '~/ui/kit/confirm';
import { Link } from '~/ui/kit/Link';
import { DateTime } from '~/ui/values/DateTime';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { returnDecide, type returnGet, returnWithdraw } from '../calls';
import { returnStages, returnStates } from '../case';

type Doc = AnswerOf<typeof returnGet>;

async function decided(doc: Doc, pass: boolean): Promise<void> {
  const word = pass ? '通过' : '驳回';
  const agreed = await confirm({
    title: `${word}阶段回款${doc.no}？`,
    ok: word,
    ...(pass ? {} : { tone: 'danger' as const, reason: { label: '驳回原因', max: 200 } }),
  });
  if (!agreed) return;
  await call(returnDecide, { id: doc.id, version: doc.version, pass, opinion: agreed.reason }, { key: newKey() });
  location.reload();
}
async function takenBack(doc: Doc): Promise<void> {
  const agreed = await confirm({ title: `撤回阶段回款${doc.no}？`, tone: 'danger', ok: '撤回' });
  if (!agreed) return;
  await call(returnWithdraw, { id: doc.id, version: doc.version, opinion: '' }, { key: newKey() });
  location.reload();
}

/** A stage return after it was entered. */
export default function ReturnPage({ first }: { first: Doc }) {
  const mayDecide = useCan(URGE_AUDIT) && first.status === 'REVIEWING' && !first.mine;
  return (
    <DetailPage
      title="阶段回款"
      no={first.no}
      status={<StatusTag status={first.status} names={returnStates} />}
      facts={[
        { label: '回款金额', value: <Money value={first.amount} sign /> },
        { label: '归属人', value: first.memberName },
        { label: '分成比例', value: `${first.ratio}%` },
      ]}
      actions={[
        mayDecide && { label: '通过', tone: 'primary', onPress: () => decided(first, true) },
        mayDecide && { label: '驳回', tone: 'danger', onPress: () => decided(first, false) },
        first.mine && first.status === 'REVIEWING' && { label: '撤回', onPress: () => takenBack(first) },
        approvalWay('urge_stage_return', first.id),
      ]}
      backHref={href('/portal/receiveAdmin/collection/detail', { id: first.caseId })}
    >
      <DetailSection title="回款信息">
        <Descriptions
          items={[
            { label: '催收案件', value: <Link href={href('/portal/receiveAdmin/collection/detail', { id: first.caseId })}>{first.caseNo}</Link> },
            { label: '客户', value: first.customerName },
            { label: '阶段', value: returnStages[first.stage] },
            { label: '关联到账', value: first.receiptNo || '未关联' },
            { label: '到账日', value: first.receivedOn },
            { label: '登记人', value: first.creator },
            { label: '登记时间', value: <DateTime value={first.createdAt} /> },
            { label: '备注', value: first.remark },
            first.decider !== '' && { label: '审批人', value: first.decider },
            first.opinion !== '' && { label: '意见', value: first.opinion },
          ]}
        />
      </DetailSection>
    </DetailPage>
  );
}
