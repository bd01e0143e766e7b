import { useState } from 'react';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { FUND_ENTER, FUND_REFUND } from '~/portal/permissions';
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
import type { refundDetail } from '../calls';
import { postingKinds } from '../fund';
import { accountName } from '../pickers/accountName';
import { type ReceiptWay, receiptWays } from '../receiptWay';
import { withdrawalSources, withdrawalStates } from '../withdrawal';
import { cancelDialog, decideDialog } from './withdrawalActions';
import { PayDialog } from './withdrawalDialogs';

type Refund = AnswerOf<typeof refundDetail>;
type Entry = Refund['entries'][number];
type Part = Refund['parts'][number];
const F = '/portal/supplyChain/factory';
const base = `${F}/finance/accountManage`;

const partColumns: Column<Part>[] = [
  { key: 'name', title: '原付款方式' },
  { key: 'amount', title: '金额(元)', kind: 'money' },
  { key: 'target', title: '退至' },
];
const entryColumns: Column<Entry>[] = [
  { key: 'kind', title: '类型', cell: (row) => postingKinds[row.kind] ?? row.kind },
  { key: 'account', title: '科目', cell: (row) => accountName(row.account) },
  { key: 'dr', title: '借方(元)', kind: 'money' },
  { key: 'cr', title: '贷方(元)', kind: 'money' },
  { key: 'actor', title: '操作人' },
  { key: 'at', title: '记账时间', kind: 'time' },
];

/** 退款详情: money a customer takes out, or gets back for goods returned. */
export default function RefundDetail({ first }: { first: Refund }) {
  const canDecide = useCan(FUND_REFUND);
  const canCancel = useCan(FUND_ENTER) || canDecide;
  const [paying, setPaying] = useState(false);
  const doc = first.withdrawal;
  const again = async (work: Promise<boolean>) => {
    if (await work) location.reload();
  };
  const mine = doc?.mine ? { disabled: true, reason: '由您申请，须由其他人处理' } : {};
  const pending = doc?.status === 'PENDING';
  return (
    <DetailPage
      title={doc ? '提现单' : '退款单'}
      no={first.no}
      status={<StatusTag status={doc?.status ?? 'PAID'} names={doc ? withdrawalStates : { PAID: '已退款' }} />}
      facts={[{ label: '退款金额', value: <Money value={first.amount} sign /> }]}
      actions={[
        doc && canDecide && pending && { label: '通过', tone: 'primary', ...mine, onPress: () => again(decideDialog(doc, true)) },
        doc && canDecide && pending && { label: '驳回', tone: 'danger', ...mine, onPress: () => again(decideDialog(doc, false)) },
        doc && canDecide && doc.status === 'APPROVED' && { label: '登记付款', tone: 'primary', ...mine, onPress: () => setPaying(true) },
        doc && approvalWay('withdrawal', doc.id),
        doc && canCancel && (pending || doc.status === 'APPROVED') && { label: '撤销', onPress: () => again(cancelDialog(doc)) },
      ]}
      backHref={first.accountId ? href(`${base}/accountDetail`, { id: first.accountId, tab: 'refunds' }) : `${base}/accountList`}
    >
      <DetailSection title="退款信息">
        <Descriptions
          items={[
            {
              label: '客户',
              value: first.accountId ? <Link href={href(`${base}/accountDetail`, { id: first.accountId })}>{first.customerName}</Link> : first.customerName,
            },
            { label: '类型', value: doc ? '余额提现' : '退货退款' },
            first.order && { label: '关联订单', value: <Link href={href(`${F}/order/detail`, { id: first.order.id })}>{first.order.no}</Link> },
            first.order && { label: '退货单', value: first.order.bizNo },
            { label: doc ? '申请人' : '经办人', value: first.actor },
            { label: doc ? '申请时间' : '退款时间', value: <DateTime value={first.createdAt} /> },
            ...(doc ? ofWithdrawal(doc) : []),
          ]}
        />
      </DetailSection>
      <DetailSection title="金额分解" flush>
        <DetailTable<Part> caption="金额分解" rows={first.parts} columns={partColumns} empty="没有退款" />
      </DetailSection>
      <DetailSection title="会计分录" flush>
        <DetailTable<Entry> caption="会计分录" rows={first.entries} columns={entryColumns} empty="付款后生成分录" />
      </DetailSection>
      {doc && (
        <DetailSection title="操作日志">
          <LogTimeline log={doc.logs} />
        </DetailSection>
      )}
      {doc && <PayDialog of={paying ? doc : null} onClose={() => setPaying(false)} onDone={() => location.reload()} />}
    </DetailPage>
  );
}

const ofWithdrawal = (doc: NonNullable<Refund['withdrawal']>) => [
  { label: '来源', value: withdrawalSources[doc.source] },
  { label: '收款户名', value: doc.payee },
  { label: '开户行', value: doc.bank },
  { label: '银行账号', value: doc.fullAccount || doc.bankAccount, copy: doc.fullAccount !== '' },
  doc.holdId !== null && { label: '冻结', value: <Link href={href(`${base}/frozenDetail`, { id: doc.holdId })}>查看冻结</Link> },
  { label: '审批人', value: doc.approver },
  { label: '审批时间', value: <DateTime value={doc.approvedAt ?? undefined} /> },
  doc.status === 'PAID' && { label: '付款方式', value: receiptWays[doc.payWay as ReceiptWay] ?? doc.payWay },
  doc.status === 'PAID' && { label: '银行流水号', value: doc.bankFlowNo },
  doc.status === 'PAID' && { label: '付款时间', value: <DateTime value={doc.paidAt ?? undefined} /> },
  doc.status === 'PAID' && { label: '付款登记人', value: doc.payer },
  { label: '备注', value: doc.remark },
  doc.reason !== '' && { label: '原因', value: doc.reason },
];
