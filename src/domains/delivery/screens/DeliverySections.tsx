import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { ReceivableStatusTag } from '~/domains/receivable/pickers/ReceivableStatusTag';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Money } from '~/ui/values/Money';
import type { deliveryDetail } from '../calls';
import { shipWays } from '../delivery';
import { signColumns } from '../pickers/LogisticTimeline';

type Delivery = AnswerOf<typeof deliveryDetail>;
const F = '/portal/supplyChain/factory';

export const Basics = ({ delivery }: { delivery: Delivery }) => (
  <DetailSection title="基本与收货">
    <Descriptions
      items={[
        { label: '客户', value: <CustomerLink of={delivery} /> },
        { label: '发货仓', value: delivery.warehouseName },
        { label: '发货方式', value: shipWays[delivery.shipWay] },
        { label: '物流公司', value: delivery.carrier },
        { label: '司机', value: [delivery.driver, delivery.driverPhone].filter(Boolean).join(' ') },
        { label: '车牌号', value: delivery.plateNo },
        { label: '运费', value: <Money value={delivery.freight} sign /> },
        { label: '计划日期', value: delivery.planDate },
        {
          label: '制单',
          value: (
            <>
              {delivery.creator} <DateTime value={delivery.createdAt} kind="minute" />
            </>
          ),
        },
        { label: '收货人', value: [delivery.receiver, delivery.receiverPhone].filter(Boolean).join(' ') },
        { label: '收货地址', value: delivery.address, span: 2 },
        { label: '备注', value: delivery.remark, span: 3 },
      ]}
    />
  </DetailSection>
);

type Line = Delivery['lines'][number];

const lineColumns: Column<Line>[] = [
  { key: 'name', title: '商品', fixed: true },
  { key: 'skuCode', title: 'SKU编码' },
  { key: 'spec', title: '规格' },
  { key: 'orderNo', title: '订单编号', cell: (line) => <Link href={href(`${F}/order/detail`, { id: line.orderId })}>{line.orderNo}</Link> },
  { key: 'unitName', title: '单位' },
  { key: 'ordered', title: '应发', kind: 'qty' },
  { key: 'qty', title: '本次', kind: 'qty' },
  { key: 'amount', title: '金额(元)', kind: 'money' },
];

/** What goes out, and how it was signed for once it was. */
export const Lines = ({ delivery }: { delivery: Delivery }) => (
  <DetailSection title="商品明细" flush>
    <DetailTable<Line>
      caption="商品明细"
      rows={delivery.lines}
      totals={{ qty: displayUnits(delivery.lines), amount: <Money value={delivery.amount} /> }}
      columns={delivery.lines.some((line) => line.signedAt !== null) ? [...lineColumns, ...signColumns] : lineColumns}
    />
  </DetailSection>
);

export const StockSteps = ({ delivery }: { delivery: Delivery }) => (
  <DetailSection title="出库流水" flush>
    <DetailTable
      caption="出库流水"
      rows={delivery.stock}
      columns={[
        { key: 'at', title: '时间', kind: 'time' },
        { key: 'step', title: '类型', cell: (row) => (row.step === 'REVERSE' ? '冲销入库' : '发货出库') },
        { key: 'skuCode', title: 'SKU编码' },
        { key: 'dOnHand', title: '在库变动', kind: 'qty' },
        { key: 'dReserved', title: '占用变动', kind: 'qty' },
        { key: 'afterOnHand', title: '变动后在库', kind: 'qty' },
        { key: 'actor', title: '操作人' },
      ]}
    />
  </DetailSection>
);

export function Receivables({ delivery }: { delivery: Delivery }) {
  return (
    <DetailSection title="应收" flush>
      <DetailTable
        caption="应收单"
        rows={delivery.receivables}
        columns={[
          {
            key: 'no',
            title: '应收单号',
            cell: (row) => <Link href={href(`${F}/finance/receivables/receivablesDetail`, { id: row.id })}>{row.no}</Link>,
          },
          { key: 'orderNo', title: '订单编号' },
          { key: 'amount', title: '应收(元)', kind: 'money' },
          { key: 'open', title: '未收(元)', kind: 'money' },
          { key: 'dueDate', title: '到期日', kind: 'date' },
          { key: 'status', title: '状态', cell: (row) => <ReceivableStatusTag status={row.status} /> },
        ]}
      />
    </DetailSection>
  );
}

export const Events = ({ delivery }: { delivery: Delivery }) => (
  <DetailSection title="操作日志">
    <LogTimeline log={delivery.events} />
  </DetailSection>
);
