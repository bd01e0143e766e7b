import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { FUND_CONFIRM } from '~/portal/permissions';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { Link } from '~/ui/kit/Link';
import { DateTime } from '~/ui/values/DateTime';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { adjustStates } from '../statement';
import type { AdjustDetail as Adjust } from '../statement.schema';
import { passAdjust, rejectAdjust, withdrawAdjust } from './statementActions';

const R = '/portal/supplyChain/factory/finance/receivables';
const again = async (work: Promise<boolean>) => {
  if (await work) location.reload();
};

export default function AdjustDetail({ first }: { first: Adjust }) {
  const canDecide = useCan(FUND_CONFIRM);
  const waits = first.status === 'PENDING';
  const mine = first.mine ? { disabled: true, reason: '由您登记，须由其他人审批' } : {};
  return (
    <DetailPage
      title="应收调整单"
      no={first.no}
      status={<StatusTag status={first.status} names={adjustStates} />}
      backHref={href(`${R}/accountCheckDetail`, { id: first.statementId })}
      facts={[{ label: '调整金额(元)', value: <Money value={first.amount} signed /> }]}
      actions={[
        waits && canDecide && { label: '通过', tone: 'primary', ...mine, onPress: () => again(passAdjust(first)) },
        waits && canDecide && { label: '驳回', tone: 'danger', onPress: () => again(rejectAdjust(first)) },
        waits && first.mine && { label: '撤回', onPress: () => again(withdrawAdjust(first)) },
        approvalWay('statement_adjust', first.id),
      ]}
    >
      <DetailSection title="基本信息">
        <Descriptions
          items={[
            { label: '客户', value: <CustomerLink of={first} /> },
            { label: '对账单', value: <Link href={href(`${R}/accountCheckDetail`, { id: first.statementId })}>{first.statementNo}</Link> },
            { label: '调整原因', value: first.reason, span: 2 },
            { label: '登记人', value: first.creator },
            { label: '登记时间', value: <DateTime value={first.createdAt} /> },
            { label: '审批人', value: first.decider },
            { label: '审批时间', value: <DateTime value={first.decidedAt ?? undefined} /> },
            first.opinion !== '' && { label: '意见', value: first.opinion },
            first.receivableId !== null && {
              label: '应收单',
              value: <Link href={href(`${R}/receivablesDetail`, { id: first.receivableId })}>{first.receivableNo}</Link>,
            },
          ]}
        />
      </DetailSection>
      <DetailSection title="操作日志">
        <LogTimeline log={first.logs} />
      </DetailSection>
    </DetailPage>
  );
}
