import { useState } from 'react';
import { href } from '~/portal/href';
import { FUND_HOLD } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import { Timeline } from '~/ui/kit/Timeline';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import type { holdDetail } from '../calls';
import { holdActions, holdReasons, holdStates, postingKinds } from '../fund';
import { accountName } from '../pickers/accountName';
import { ReleaseDialog } from './fundDialogs';

type Hold = AnswerOf<typeof holdDetail>;
type Entry = Hold['entries'][number];
const F = '/portal/supplyChain/factory';
const base = `${F}/finance/accountManage`;
/** Where what money is held for is seen; money held by hand is for nothing else. */
const documents = { ORDER: `${F}/order/detail`, REFUND: `${base}/refundDetail` } as const;
const tones = { HOLD: 'warn', CAPTURE: 'brand', RELEASE: 'ok' } as const;

const entryColumns: Column<Entry>[] = [
  { key: 'at', title: '记账时间', kind: 'time' },
  { key: 'kind', title: '类型', cell: (row) => postingKinds[row.kind] ?? row.kind },
  { key: 'bizNo', title: '单号' },
  { key: 'account', title: '科目', cell: (row) => accountName(row.account) },
  { key: 'dr', title: '借方(元)', kind: 'money' },
  { key: 'cr', title: '贷方(元)', kind: 'money' },
];

export default function FrozenDetail({ first }: { first: Hold }) {
  const canHold = useCan(FUND_HOLD);
  const [releasing, setReleasing] = useState(false);
  const open = first.state === 'ACTIVE' || first.state === 'PART';
  return (
    <DetailPage
      title="冻结单"
      no={first.no}
      status={<StatusTag status={first.state} names={holdStates} />}
      facts={[
        { label: '冻结金额(元)', value: <Money value={first.amount} /> },
        { label: '已扣款(元)', value: <Money value={first.captured} /> },
        { label: '已解冻(元)', value: <Money value={first.released} /> },
        { label: '剩余冻结(元)', value: <Money value={first.open} /> },
      ]}
      actions={[
        canHold &&
          open &&
          first.bizType === 'MANUAL' && {
            label: '解冻',
            tone: 'primary',
            disabled: first.mine,
            ...(first.mine ? { reason: '由您冻结，须由其他人解冻' } : {}),
            onPress: () => setReleasing(true),
          },
      ]}
      backHref={href(`${base}/accountDetail`, { id: first.accountId })}
    >
      <DetailSection title="基本信息">
        <Descriptions
          items={[
            { label: '客户', value: <Link href={href(`${base}/accountDetail`, { id: first.accountId })}>{first.customerName}</Link> },
            { label: '冻结类型', value: holdReasons[first.bizType] },
            {
              label: '关联单据',
              value: first.bizType === 'MANUAL' ? first.bizNo : <Link href={href(documents[first.bizType], { id: first.bizId })}>{first.bizNo}</Link>,
            },
            { label: '冻结时间', value: <DateTime value={first.createdAt} /> },
            { label: '冻结原因', value: first.reason },
          ]}
        />
      </DetailSection>
      <DetailSection title="冻结事件">
        <Timeline
          items={[...first.events].reverse().map((one) => ({
            title: (
              <>
                {holdActions[one.action]} <Money value={one.amount} sign />
              </>
            ),
            tone: tones[one.action],
            who: one.actor,
            time: <DateTime value={one.at} />,
            note: one.bizNo,
          }))}
        />
      </DetailSection>
      <DetailSection title="会计分录" flush>
        <DetailTable<Entry> caption="会计分录" rows={first.entries} columns={entryColumns} empty="冻结和解冻不产生分录，扣款后显示" />
      </DetailSection>
      <ReleaseDialog of={releasing ? first : null} onClose={() => setReleasing(false)} onDone={() => location.reload()} />
    </DetailPage>
  );
}
