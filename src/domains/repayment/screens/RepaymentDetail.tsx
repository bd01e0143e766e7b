import { useState } from 'react';
import { bucketName } from '~/domains/credit/pickers/termsNames';
import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { CREDIT_REPAY_ENTER } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import type { Column } from '~/ui/list/types';
import { formatMoney } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import type { planDetail } from '../calls';
import { dueText, itemColumns } from '../pickers/itemColumns';
import { changeStates, itemStates, itemTones, revisionKinds } from '../repayment';

const ChangeDialog = late(async () => ({ default: (await import('./ChangeDialog')).ChangeDialog }));

const PlanPrint = late(() => import('./PlanPrint'));

type Doc = AnswerOf<typeof planDetail>;
type Segment = Doc['segments'][number];
type Settled = Doc['payments'][number];

const segments: Column<Segment>[] = [
  { key: 'from', title: '起', kind: 'date' },
  { key: 'to', title: '止', kind: 'date', hint: '还款日或今天，当日不计' },
  { key: 'days', title: '天数', align: 'right' },
  { key: 'principal', title: '逾期本金(元)', kind: 'money' },
  { key: 'ppm', title: '日率', align: 'right', cell: (row) => `${row.ppm / 10_000}%` },
  { key: 'amount', title: '违约金(元)', kind: 'money' },
];
const settled: Column<Settled>[] = [
  { key: 'paymentNo', title: '还款单', cell: (row) => <Link href={href('/portal/creditSystem/usePaySuccess', { id: row.paymentId })}>{row.paymentNo}</Link> },
  { key: 'bucket', title: '科目', cell: (row) => bucketName(row.bucket) },
  { key: 'amount', title: '金额(元)', kind: 'money' },
  { key: 'day', title: '计算日', kind: 'date' },
  { key: 'causeNo', title: '由何单据' },
  { key: 'at', title: '核销时间', kind: 'minute' },
];
const revisions: Column<Doc['revisions'][number]>[] = [
  { key: 'day', title: '生效日', kind: 'date' },
  { key: 'kind', title: '变动', cell: (row) => revisionKinds[row.kind as keyof typeof revisionKinds] },
  { key: 'dueOn', title: '应还日', kind: 'date' },
  { key: 'principal', title: '本金(元)', kind: 'money' },
  { key: 'bizNo', title: '单据' },
  { key: 'reason', title: '原因' },
  { key: 'actor', title: '操作人' },
];
const changes: Column<Doc['changes'][number]>[] = [
  { key: 'no', title: '变更单号' },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={changeStates} /> },
  { key: 'reason', title: '原因', wrap: true },
  { key: 'creator', title: '申请人' },
  { key: 'createdAt', title: '申请时间', kind: 'minute' },
];

interface Figures {
  label: string;
  key: string;
  principal: string;
  interest: string;
  fee: string;
  penalty: string;
}
const figureColumns: Column<Figures>[] = [
  { key: 'label', title: '项目' },
  { key: 'principal', title: '本金(元)', kind: 'money' },
  { key: 'interest', title: '利息(元)', kind: 'money' },
  { key: 'fee', title: '费用(元)', kind: 'money' },
  { key: 'penalty', title: '违约金(元)', kind: 'money' },
];

export default function RepaymentDetail({ first }: { first: Doc }) {
  const canEnter = useCan(CREDIT_REPAY_ENTER);
  const [changing, setChanging] = useState(false);
  const [printing, setPrinting] = useState(false);
  const open = Number(first.owed) > 0;
  const of = { customerId: first.customerId, customerName: first.customerName, itemId: first.id };
  return (
    <DetailPage
      title="还款计划"
      no={first.no}
      status={<StatusTag status={first.state} names={itemStates} tones={itemTones} />}
      facts={[
        { label: '未还(元)', value: <Money value={first.owed} /> },
        { label: '其中违约金(元)', value: <Money value={first.owing.penalty} /> },
        { label: '应还日', value: dueText(first) },
        first.overdueDays > 0 ? { label: '逾期', value: `${first.overdueDays}天` } : { label: '宽限至', value: first.graceEnd },
      ]}
      actions={[
        canEnter &&
          open && {
            label: '登记还款',
            tone: 'primary',
            href: href('/portal/creditSystem/createRePayMent', of),
          },
        canEnter &&
          open && {
            label: '减免或核销',
            href: href('/portal/creditSystem/createRePayMent', { ...of, kind: Number(first.owing.penalty) > 0 ? 'WAIVE' : 'WRITE_OFF' }),
          },
        canEnter && Number(first.openPrincipal) > 0 && { label: '变更还款周期', onPress: () => setChanging(true) },
        { label: '打印', onPress: () => setPrinting(true) },
      ]}
      backHref="/portal/creditSystem/repayment/list"
    >
      <DetailSection title="约定">
        <Descriptions
          items={[
            { label: '客户', value: <CustomerLink of={first} /> },
            {
              label: '用信单',
              value: <Link href={href('/portal/creditSystem/useCredit/list/{id}', { id: first.creditOrderId })}>{first.creditOrderNo}</Link>,
            },
            { label: '订单', value: first.orderNo },
            { label: '约定日', value: first.nominalOn },
            { label: '应还日', value: `${dueText(first)}${first.dueOn === first.nominalOn ? '' : '（遇休息日顺延）'}${first.moved ? '（已展期）' : ''}` },
            { label: '宽限至', value: first.graceEnd },
            { label: '还款约定', value: first.terms, span: 3 },
          ]}
        />
      </DetailSection>
      <DetailSection title="金额" flush>
        <DetailTable<Figures>
          caption="金额"
          rows={[
            { key: 'settled', label: '已还', ...first.settled },
            { key: 'waived', label: '减免与核销', ...first.waived },
            { key: 'owing', label: '未还', ...first.owing },
          ]}
          rowKey={(row) => row.key}
          columns={figureColumns}
        />
      </DetailSection>
      <DetailSection title="违约金计算过程" flush>
        <DetailTable<Segment>
          caption="违约金计算过程"
          rows={first.segments}
          columns={segments}
          rowKey={(row) => row.from + row.to}
          totals={{ amount: formatMoney(first.penalty) }}
          empty="没有违约金"
        />
      </DetailSection>
      <DetailSection title="核销明细" flush>
        <DetailTable<Settled>
          caption="核销明细"
          rows={first.payments}
          columns={settled}
          rowKey={(row) => row.paymentId + row.bucket + row.at + row.amount}
          empty="还没有还款"
        />
      </DetailSection>
      <DetailSection title="同一用信单的各期" flush>
        <DetailTable caption="各期" rows={first.siblings} columns={itemColumns.filter((one) => !one.off && one.key !== 'customerName')} />
      </DetailSection>
      <DetailSection title="计划变动" flush>
        <DetailTable caption="计划变动" rows={first.revisions} columns={revisions} rowKey={(row) => String(row.seq)} />
      </DetailSection>
      {first.changes.length > 0 && (
        <DetailSection title="周期变更申请" flush>
          <DetailTable caption="周期变更申请" rows={first.changes} columns={changes} rowActions={(row) => [approvalWay('creditPayCycle', row.id)]} />
        </DetailSection>
      )}
      {printing && <PlanPrint of={first} onClose={() => setPrinting(false)} />}
      {changing && <ChangeDialog of={first} onClose={() => setChanging(false)} onDone={() => location.reload()} />}
    </DetailPage>
  );
}
