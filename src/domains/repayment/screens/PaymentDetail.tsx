import { bucketName } from '~/domains/credit/pickers/termsNames';
import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { PictureSection } from '~/domains/file/pickers/PictureSection';
import { receiptWayName } from '~/domains/finance/pickers/receiptWayName';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { CREDIT_REPAY_AUDIT, CREDIT_REPAY_ENTER } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Alert } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import type { paymentDetail } from '../calls';
import { itemHref } from '../pickers/itemColumns';
import { billState, billStates, paymentKinds, paymentSources, paymentStates, paymentTones, refundWays } from '../repayment';
import { cancelDialog, dishonourDialog, passDialog, rejectDialog, reverseDialog } from './paymentActions';

type Doc = AnswerOf<typeof paymentDetail>;
type Part = Doc['allocations'][number];

const parts: Column<Part>[] = [
  { key: 'itemNo', title: '计划号', cell: (row) => <Link href={itemHref(row.itemId)}>{row.itemNo}</Link> },
  { key: 'dueOn', title: '应还日', kind: 'date' },
  { key: 'bucket', title: '科目', cell: (row) => bucketName(row.bucket) },
  { key: 'amount', title: '金额(元)', kind: 'money' },
  { key: 'day', title: '计算日', kind: 'date' },
  { key: 'causeNo', title: '由何单据' },
  { key: 'actor', title: '操作人' },
  { key: 'at', title: '核销时间', kind: 'minute' },
];

/** The result of registering a repayment, and its page ever after. */
export default function PaymentDetail({ first }: { first: Doc }) {
  const [canEnter, canAudit] = [useCan(CREDIT_REPAY_ENTER), useCan(CREDIT_REPAY_AUDIT)];
  const waits = first.status === 'REVIEWING' || first.status === 'REVERSING';
  const bill = billState(first, first.today);
  const mine = first.mine ? { disabled: true, reason: '由您提交，须由其他人审批' } : {};
  const again = async (work: Promise<boolean>) => {
    if (await work) location.reload();
  };
  return (
    <DetailPage
      title={first.kind === 'MONEY' ? '还款单' : paymentKinds[first.kind]}
      no={first.no}
      status={<StatusTag status={first.status} names={paymentStates} tones={paymentTones} />}
      facts={[
        { label: '金额', value: <Money value={first.amount} sign /> },
        { label: '已核销', value: <Money value={first.applied} sign /> },
        { label: '未核销', value: <Money value={first.unapplied} sign /> },
        { label: '入账日', value: first.valueOn },
      ]}
      actions={[
        canAudit && waits && { label: '通过', tone: 'primary', ...mine, onPress: () => again(passDialog(first)) },
        canAudit && waits && { label: '驳回', tone: 'danger', ...mine, onPress: () => again(rejectDialog(first)) },
        canEnter && first.status === 'REVIEWING' && first.mine && { label: '撤回', onPress: () => again(cancelDialog(first)) },
        canEnter && first.status === 'CONFIRMED' && bill !== null && { label: '登记拒付', tone: 'danger', onPress: () => again(dishonourDialog(first)) },
        canEnter && first.status === 'CONFIRMED' && first.fromNo === '' && { label: '冲销', tone: 'danger', onPress: () => again(reverseDialog(first)) },
        canEnter && { label: '再登记一笔', href: '/portal/creditSystem/createRePayMent' },
        approvalWay(first.backdated || first.status === 'REVERSING' ? 'stillMoney' : 'creditRepay', first.id),
      ]}
      backHref="/portal/creditSystem/repayment/record"
    >
      {waits && (
        <Alert tone="info">
          {first.status === 'REVERSING' ? '冲销申请' : '还款'}已提交，编号{first.no}
          {first.waitsFor && `，当前节点：${first.waitsFor}`}。通过后按入账日核销。
        </Alert>
      )}
      <DetailSection title="还款信息">
        <Descriptions
          items={[
            { label: '客户', value: <CustomerLink of={first} /> },
            { label: '类型', value: paymentKinds[first.kind] },
            first.payer !== '' && { label: '付款方', value: first.payer },
            first.channel !== '' && { label: '付款方式', value: receiptWayName(first.channel) },
            { label: '流水号', value: first.bankRef, copy: first.bankRef !== '' },
            first.billNo !== '' && { label: '承兑汇票', value: `${first.billNo}，${first.billDueOn ?? ''}到期${bill ? `（${billStates[bill]}）` : ''}` },
            first.refundTo !== '' && { label: '退往', value: `${refundWays[first.refundTo]}${first.toCustomerName && `：${first.toCustomerName}`}` },
            Number(first.refunded) > 0 && { label: '已退预收(元)', value: <Money value={first.refunded} /> },
            first.fromNo !== '' && { label: '转入自', value: `退预收单${first.fromNo}` },
            first.itemNo !== '' && { label: '还款计划', value: first.itemNo },
            first.bucket !== '' && { label: '科目', value: bucketName(first.bucket) },
            { label: '来源', value: paymentSources[first.source] },
            { label: '登记人', value: first.creator },
            { label: '登记时间', value: <DateTime value={first.createdAt} /> },
            { label: '审批人', value: first.confirmer },
            { label: '审批时间', value: <DateTime value={first.confirmedAt ?? undefined} /> },
            { label: '备注', value: first.remark },
            first.reason !== '' && { label: '原因', value: first.reason },
          ]}
        />
      </DetailSection>
      <PictureSection title="凭证" keys={first.voucher} />
      <DetailSection title="核销明细" flush>
        <DetailTable<Part> caption="核销明细" rows={first.allocations} columns={parts} empty="审批通过后按入账日核销" />
      </DetailSection>
      <DetailSection title="操作日志">
        <LogTimeline log={first.logs} />
      </DetailSection>
    </DetailPage>
  );
}
