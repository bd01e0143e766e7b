import { useState } from 'react';
import { PictureSection } from '~/domains/file/pickers/PictureSection';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { FUND_CONFIRM } from '~/portal/permissions';
import { capitals } from '~/shared/capitals';
import type { AnswerOf } from '~/shared/endpoint';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import type { depositDetail } from '../calls';
import { depositStates } from '../deposit';
import { postingKinds } from '../fund';
import { accountName } from '../pickers/accountName';
import { receiptWays } from '../receiptWay';
import { rejectDialog, reverseDialog } from './fundActions';
import { ConfirmDialog } from './fundDialogs';

type Doc = AnswerOf<typeof depositDetail>;
type Entry = Doc['entries'][number];
const base = '/portal/supplyChain/factory/finance/accountManage';

const entryColumns: Column<Entry>[] = [
  { key: 'bizDate', title: '业务日期', kind: 'date' },
  { key: 'kind', title: '类型', cell: (row) => postingKinds[row.kind] ?? row.kind },
  { key: 'account', title: '科目', cell: (row) => accountName(row.account) },
  { key: 'dr', title: '借方(元)', kind: 'money' },
  { key: 'cr', title: '贷方(元)', kind: 'money' },
  { key: 'actor', title: '操作人' },
  { key: 'at', title: '记账时间', kind: 'time' },
];

export default function DepositDetail({ first }: { first: Doc }) {
  const canConfirm = useCan(FUND_CONFIRM);
  const [confirming, setConfirming] = useState(false);
  const again = async (work: Promise<boolean>) => {
    if (await work) location.reload();
  };
  const mine = first.mine ? { disabled: true, reason: '由您登记，须由其他人处理' } : {};
  return (
    <DetailPage
      title="入账单"
      no={first.no}
      status={<StatusTag status={first.status} names={depositStates} />}
      facts={[
        { label: '入账金额', value: <Money value={first.amount} sign /> },
        { label: '大写', value: <span className="text-base">{capitals(first.amount)}</span> },
      ]}
      actions={[
        canConfirm && first.status === 'PENDING' && { label: '确认入账', tone: 'primary', ...mine, onPress: () => setConfirming(true) },
        canConfirm && first.status === 'PENDING' && { label: '驳回', tone: 'danger', onPress: () => again(rejectDialog(first)) },
        canConfirm && first.status === 'CONFIRMED' && { label: '冲销', tone: 'danger', ...mine, onPress: () => again(reverseDialog(first)) },
        approvalWay('enter_account', first.id),
      ]}
      backHref={`${base}/enterAccountList`}
    >
      <DetailSection title="付款信息">
        <Descriptions
          items={[
            { label: '客户', value: <Link href={href(`${base}/accountDetail`, { id: first.accountId })}>{first.customerName}</Link> },
            { label: '付款方式', value: receiptWays[first.payWay] },
            { label: '银行流水号', value: first.bankFlowNo, copy: first.bankFlowNo !== '' },
            { label: '付款人', value: first.payer },
            { label: '付款时间', value: <DateTime value={first.paidAt} /> },
            { label: '登记人', value: first.creator },
            { label: '登记时间', value: <DateTime value={first.createdAt} /> },
            { label: '确认人', value: first.confirmer },
            { label: '确认时间', value: <DateTime value={first.confirmedAt ?? undefined} /> },
            { label: '备注', value: first.remark },
            first.reason !== '' && { label: first.status === 'REVERSED' ? '冲销原因' : '驳回原因', value: first.reason },
          ]}
        />
      </DetailSection>
      <PictureSection title="付款凭证" keys={first.voucher} />
      <DetailSection title="会计分录" flush>
        <DetailTable<Entry> caption="会计分录" rows={first.entries} columns={entryColumns} empty="确认入账后生成分录" />
      </DetailSection>
      <DetailSection title="操作日志">
        <LogTimeline log={first.logs} />
      </DetailSection>
      <ConfirmDialog of={confirming ? [first] : null} onClose={() => setConfirming(false)} onDone={() => location.reload()} />
    </DetailPage>
  );
}
