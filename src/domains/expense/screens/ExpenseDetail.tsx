import { useState } from 'react';
import { PictureSection } from '~/domains/file/pickers/PictureSection';
import { accountName } from '~/domains/finance/pickers/accountName';
import { postingName } from '~/domains/finance/pickers/postingName';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { FUND_CONFIRM } from '~/portal/permissions';
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
import type { expenseDetail } from '../calls';
import { expenseKinds, expenseStates, lotScopes, lotStates } from '../expense';
import type { LotRow, LotUse } from '../expense.schema';
import { rejectDialog, reverseDialog } from './expenseActions';
import { ConfirmDialog } from './expenseDialogs';

type Doc = AnswerOf<typeof expenseDetail>;
type Entry = Doc['entries'][number];
const F = '/portal/supplyChain/factory';
const base = `${F}/finance/accountManage`;

const lotColumns: Column<LotRow>[] = [
  { key: 'validTo', title: '有效期至', cell: (row) => `${row.validTo ?? '长期'}${row.renewed ? '（到期退回）' : ''}` },
  { key: 'state', title: '状态', cell: (row) => <StatusTag status={row.state} names={lotStates} /> },
  { key: 'amount', title: '金额(元)', kind: 'money' },
  { key: 'used', title: '已使用(元)', kind: 'money' },
  { key: 'held', title: '冻结(元)', kind: 'money' },
  { key: 'remaining', title: '剩余(元)', kind: 'money' },
  { key: 'expired', title: '到期作废(元)', kind: 'money' },
];
const useColumns: Column<LotUse>[] = [
  { key: 'orderNo', title: '订单', cell: (row) => <Link href={href(`${F}/order/detail`, { id: row.orderId })}>{row.orderNo}</Link> },
  { key: 'held', title: '冻结(元)', kind: 'money' },
  { key: 'taken', title: '已抵扣(元)', kind: 'money' },
  { key: 'returned', title: '退货退回(元)', kind: 'money' },
  { key: 'validTo', title: '所用批次有效期', cell: (row) => row.validTo ?? '长期' },
];
const entryColumns: Column<Entry>[] = [
  { key: 'bizDate', title: '业务日期', kind: 'date' },
  { key: 'kind', title: '类型', cell: (row) => postingName(row.kind) },
  { key: 'account', title: '科目', cell: (row) => accountName(row.account) },
  { key: 'dr', title: '借方(元)', kind: 'money' },
  { key: 'cr', title: '贷方(元)', kind: 'money' },
  { key: 'actor', title: '操作人' },
  { key: 'at', title: '记账时间', kind: 'time' },
];

export default function ExpenseDetail({ first }: { first: Doc }) {
  const canConfirm = useCan(FUND_CONFIRM);
  const [confirming, setConfirming] = useState(false);
  const again = async (work: Promise<boolean>) => {
    if (await work) location.reload();
  };
  const mine = first.mine ? { disabled: true, reason: '由您登记，须由其他人处理' } : {};
  const pending = first.status === 'PENDING';
  return (
    <DetailPage
      title="费用单"
      no={first.no}
      status={<StatusTag status={first.status} names={expenseStates} />}
      facts={[
        { label: '费用金额', value: <Money value={first.amount} sign /> },
        { label: '剩余', value: <Money value={first.remaining} sign /> },
        { label: '其中冻结', value: <Money value={first.held} sign /> },
      ]}
      actions={[
        canConfirm && pending && { label: '确认费用', tone: 'primary', ...mine, onPress: () => setConfirming(true) },
        canConfirm && pending && { label: '驳回', tone: 'danger', onPress: () => again(rejectDialog(first)) },
        canConfirm && first.status === 'CONFIRMED' && { label: '冲销', tone: 'danger', ...mine, onPress: () => again(reverseDialog(first)) },
        approvalWay('expense_entry', first.id),
      ]}
      backHref={`${base}/expenseAccountList`}
    >
      <DetailSection title="费用信息">
        <Descriptions
          items={[
            {
              label: '客户',
              value: first.accountId ? (
                <Link href={href(`${base}/accountDetail`, { id: first.accountId, tab: 'expense' })}>{first.customerName}</Link>
              ) : (
                first.customerName
              ),
            },
            { label: '费用类型', value: expenseKinds[first.kind] },
            { label: '依据单号', value: first.basisNo, copy: first.basisNo !== '' },
            { label: '有效期至', value: first.validTo ?? '长期有效' },
            { label: '抵扣比例', value: `每单不超过适用商品金额的${first.maxRatio}%` },
            { label: '适用商品', value: first.scope === 'ALL' ? lotScopes.ALL : `${lotScopes[first.scope]}：${first.scopeNames.join('、')}` },
            { label: '登记人', value: first.creator },
            { label: '登记时间', value: <DateTime value={first.createdAt} /> },
            { label: '确认人', value: first.confirmer },
            { label: '确认时间', value: <DateTime value={first.confirmedAt ?? undefined} /> },
            { label: '备注', value: first.remark },
            first.reason !== '' && { label: first.status === 'REVERSED' ? '冲销原因' : '驳回原因', value: first.reason },
          ]}
        />
      </DetailSection>
      <PictureSection title="附件" keys={first.voucher} />
      <DetailSection title="批次" flush>
        <DetailTable<LotRow> caption="批次" rows={first.lots} columns={lotColumns} empty="确认后生成批次" />
      </DetailSection>
      <DetailSection title="使用记录" flush>
        <DetailTable<LotUse> caption="使用记录" rows={first.uses} columns={useColumns} empty="还没有订单使用这笔费用" />
      </DetailSection>
      <DetailSection title="会计分录" flush>
        <DetailTable<Entry> caption="会计分录" rows={first.entries} columns={entryColumns} empty="确认后生成分录" />
      </DetailSection>
      <DetailSection title="操作日志">
        <LogTimeline log={first.logs} />
      </DetailSection>
      <ConfirmDialog of={confirming ? [first] : null} onClose={() => setConfirming(false)} onDone={() => location.reload()} />
    </DetailPage>
  );
}
