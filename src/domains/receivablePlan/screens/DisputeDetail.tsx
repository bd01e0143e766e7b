import { useState } from 'react';
import { href } from '~/portal/href';
import { ARM_ADJUST } from '~/portal/permissions';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { DateTime } from '~/ui/values/DateTime';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import type { DisputeDetail as Dispute } from '../adjust.schema';
import { disputeReasons, disputeStates } from '../plan';
import { OwingCustomer } from './OwingCustomer';
import { closeDispute } from './planActions';

const UpholdDialog = late(async () => ({ default: (await import('./UpholdDialog')).UpholdDialog }));
const A = '/portal/receiveAdmin';
const again = async (work: Promise<boolean>) => {
  if (await work) location.reload();
};

export default function DisputeDetail({ first }: { first: Dispute }) {
  const canHandle = useCan(ARM_ADJUST);
  const [upholding, setUpholding] = useState(false);
  const open = first.status === 'OPEN' && canHandle;
  return (
    <DetailPage
      title="应收争议"
      no={first.no}
      status={<StatusTag status={first.status} names={disputeStates} />}
      backHref={`${A}/dispute`}
      facts={[
        { label: '争议金额(元)', value: <Money value={first.amount} /> },
        { label: '成立金额(元)', value: <Money value={first.upheld} /> },
        { label: '应收单未收(元)', value: <Money value={first.open} /> },
      ]}
      actions={[
        open && { label: '判定成立', tone: 'primary', onPress: () => setUpholding(true) },
        open && { label: '判定不成立', onPress: () => again(closeDispute(first, 'deny')) },
        open && { label: '撤销', onPress: () => again(closeDispute(first, 'withdraw')) },
      ]}
    >
      <DetailSection title="基本信息">
        <Descriptions
          items={[
            { label: '客户', value: <OwingCustomer of={first} /> },
            { label: '应收单', value: <Link href={href(`${A}/receiveInfo`, { no: first.receivableNo })}>{first.receivableNo}</Link> },
            { label: '争议原因', value: disputeReasons[first.reason] },
            { label: '登记人', value: first.creator },
            { label: '登记时间', value: <DateTime value={first.createdAt} /> },
            { label: '争议说明', value: first.words, span: 2 },
            first.adjustId !== null && { label: '应收调整单', value: <Link href={href(`${A}/adjust/detail`, { id: first.adjustId })}>{first.adjustNo}</Link> },
            first.answer !== '' && { label: '处理说明', value: first.answer, span: 2 as const },
            { label: '处理人', value: first.closer },
            { label: '处理时间', value: <DateTime value={first.closedAt ?? undefined} /> },
          ]}
        />
      </DetailSection>
      {upholding && <UpholdDialog dispute={first} onClose={() => setUpholding(false)} />}
    </DetailPage>
  );
}
