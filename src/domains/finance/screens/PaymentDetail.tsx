import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import { Timeline } from '~/ui/kit/Timeline';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { formatMoney } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import type { paymentDetail } from '../calls';
import { holdActions, holdStates, postingKinds } from '../fund';
import { payMethodNames } from '../payMethodNames';
import { accountName } from '../pickers/accountName';
import { tenderNames } from '../refund';

type Payment = AnswerOf<typeof paymentDetail>;
type Tender = Payment['tenders'][number];
type Lot = Payment['lots'][number];
type Hold = Payment['holds'][number];
type Entry = Payment['entries'][number];
const F = '/portal/supplyChain/factory';
const base = `${F}/finance/accountManage`;

const tenderColumns: Column<Tender>[] = [
  { key: 'tender', title: '资金来源', cell: (row) => tenderNames[row.tender] },
  { key: 'amount', title: '冻结(元)', kind: 'money' },
  { key: 'captured', title: '已扣(元)', kind: 'money' },
  { key: 'released', title: '已解(元)', kind: 'money' },
  { key: 'open', title: '剩余(元)', kind: 'money' },
];
const lotColumns: Column<Lot>[] = [
  { key: 'no', title: '费用单' },
  { key: 'validTo', title: '有效期至', cell: (row) => row.validTo ?? '长期' },
  { key: 'open', title: '冻结(元)', kind: 'money' },
  { key: 'taken', title: '已抵扣(元)', kind: 'money' },
];
const holdColumns: Column<Hold>[] = [
  { key: 'no', title: '冻结单号', cell: (row) => <Link href={href(`${base}/frozenDetail`, { id: row.id })}>{row.no}</Link> },
  { key: 'tender', title: '账户', cell: (row) => tenderNames[row.tender] },
  { key: 'state', title: '状态', cell: (row) => <StatusTag status={row.state} names={holdStates} /> },
  { key: 'amount', title: '金额(元)', kind: 'money' },
  { key: 'open', title: '剩余(元)', kind: 'money' },
  { key: 'createdAt', title: '时间', kind: 'minute' },
];
const entryColumns: Column<Entry>[] = [
  { key: 'bizNo', title: '单号' },
  { key: 'kind', title: '类型', cell: (row) => postingKinds[row.kind] ?? row.kind },
  { key: 'account', title: '科目', cell: (row) => accountName(row.account) },
  { key: 'dr', title: '借方(元)', kind: 'money' },
  { key: 'cr', title: '贷方(元)', kind: 'money' },
  { key: 'actor', title: '操作人' },
  { key: 'at', title: '记账时间', kind: 'time' },
];

/** 支付详情 of an order. */
export default function PaymentDetail({ first }: { first: Payment }) {
  const used = first.tenders.filter((one) => /[1-9]/.test(one.amount));
  return (
    <DetailPage
      title="支付详情"
      no={first.orderNo}
      facts={[
        { label: '订单应付(元)', value: <Money value={first.payable} /> },
        { label: '已付(元)', value: <Money value={first.paid} /> },
        { label: '未付(元)', value: <Money value={first.owed} /> },
      ]}
      backHref={first.accountId ? href(`${base}/accountDetail`, { id: first.accountId, tab: 'payments' }) : `${base}/accountList`}
    >
      <DetailSection title="支付信息">
        <Descriptions
          items={[
            { label: '关联订单', value: <Link href={href(`${F}/order/detail`, { id: first.orderId })}>{first.orderNo}</Link> },
            {
              label: '客户',
              value: first.accountId ? <Link href={href(`${base}/accountDetail`, { id: first.accountId })}>{first.customerName}</Link> : first.customerName,
            },
            { label: '支付方式', value: payMethodNames[first.payMethod] ?? first.payMethod },
            { label: '商品合计(元)', value: <Money value={first.goodsAmount} /> },
            { label: '下单时间', value: <DateTime value={first.at} /> },
          ]}
        />
      </DetailSection>
      <DetailSection title="金额分解" flush>
        <DetailTable<Tender> caption="金额分解" rows={used} columns={tenderColumns} empty="没有冻结资金或费用，发货后线下付款" />
      </DetailSection>
      {first.lots.length > 0 && (
        <DetailSection title="使用的费用" flush>
          <DetailTable<Lot> caption="使用的费用" rows={first.lots} columns={lotColumns} empty="没有使用费用" />
        </DetailSection>
      )}
      <DetailSection title="冻结单" flush>
        <DetailTable<Hold> caption="冻结单" rows={first.holds} columns={holdColumns} empty="没有冻结单" />
      </DetailSection>
      <DetailSection title="会计分录" flush>
        <DetailTable<Entry> caption="会计分录" rows={first.entries} columns={entryColumns} empty="发货扣款后生成分录" />
      </DetailSection>
      <DetailSection title="事件">
        <Timeline
          items={[...first.events].reverse().map((one) => ({
            title: `${tenderNames[one.tender] ?? one.tender}${holdActions[one.action]}${formatMoney(one.amount)}元`,
            who: one.actor,
            time: <DateTime value={one.at} />,
            note: one.bizNo,
          }))}
        />
      </DetailSection>
    </DetailPage>
  );
}
