import { useState } from 'react';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { ARM_ADJUST, ARM_ADJUST_AUDIT } from '~/portal/permissions';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { DateTime } from '~/ui/values/DateTime';
import { formatMoney } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import type { AdjustDetail as Adjust } from '../adjust.schema';
import { adjustKinds, adjustStates } from '../plan';
import { OwingCustomer } from './OwingCustomer';
import { passDialog, rejectDialog, withdrawDialog } from './planActions';
import { whatOf } from './whatOf';

const RestoreDialog = late(async () => ({ default: (await import('./UpholdDialog')).RestoreDialog }));
const A = '/portal/receiveAdmin';
const again = async (work: Promise<boolean>) => {
  if (await work) location.reload();
};

export default function AdjustDetail({ first }: { first: Adjust }) {
  const [canAsk, canDecide] = [useCan(ARM_ADJUST), useCan(ARM_ADJUST_AUDIT)];
  const [restoring, setRestoring] = useState(false);
  const waits = first.status === 'PENDING';
  const mine = first.mine ? { disabled: true, reason: '由您申请，须由其他人审批' } : {};
  const what = first.amount === '0.00' ? whatOf(first) : `${adjustKinds[first.kind]}${formatMoney(first.amount)}元`;
  const restorable = first.status === 'DONE' && first.amount !== '0.00' && first.kind !== 'RESTORE' && first.restored !== first.amount;
  return (
    <DetailPage
      title="应收调整单"
      no={first.no}
      status={<StatusTag status={first.status} names={adjustStates} />}
      backHref={`${A}/adjust`}
      facts={[
        first.amount !== '0.00' && { label: '调整金额(元)', value: <Money value={first.amount} /> },
        { label: '应收单未收(元)', value: <Money value={first.open} /> },
        first.restored !== '0.00' && { label: '已恢复(元)', value: <Money value={first.restored} /> },
      ]}
      actions={[
        waits && canDecide && { label: '通过', tone: 'primary', ...mine, onPress: () => again(passDialog(first, what)) },
        waits && canDecide && { label: '驳回', tone: 'danger', ...mine, onPress: () => again(rejectDialog(first)) },
        waits && first.mine && { label: '撤回', onPress: () => again(withdrawDialog(first)) },
        restorable && canAsk && { label: '恢复应收', onPress: () => setRestoring(true) },
        approvalWay('ar_adjust', first.id),
      ]}
    >
      <DetailSection title="基本信息">
        <Descriptions
          items={[
            { label: '客户', value: <OwingCustomer of={first} /> },
            { label: '应收单', value: <Link href={href(`${A}/receiveInfo`, { no: first.receivableNo })}>{first.receivableNo}</Link> },
            { label: '调整类型', value: adjustKinds[first.kind] },
            { label: '调整内容', value: whatOf(first) },
            { label: '调整原因', value: first.reason, span: 2 },
            first.disputeId !== null && { label: '争议', value: <Link href={href(`${A}/dispute/detail`, { id: first.disputeId })}>{first.disputeNo}</Link> },
            first.ofAdjustId !== null && {
              label: '恢复的调整',
              value: <Link href={href(`${A}/adjust/detail`, { id: first.ofAdjustId })}>{first.ofAdjustNo}</Link>,
            },
            { label: '申请人', value: first.creator },
            { label: '申请时间', value: <DateTime value={first.createdAt} /> },
            { label: '审批人', value: first.decider },
            { label: '审批时间', value: <DateTime value={first.decidedAt ?? undefined} /> },
            first.opinion !== '' && { label: '意见', value: first.opinion, span: 2 as const },
          ]}
        />
      </DetailSection>
      {restoring && <RestoreDialog adjust={first} onClose={() => setRestoring(false)} />}
    </DetailPage>
  );
}
