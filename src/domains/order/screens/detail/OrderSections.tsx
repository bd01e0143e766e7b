import type { ReactNode } from 'react';
import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { receiptWayName } from '~/domains/finance/pickers/receiptWays';
import { ProductImage } from '~/domains/product/pickers/ProductImage';
import { ReceivableStatusTag } from '~/domains/receivable/pickers/ReceivableStatusTag';
import { href } from '~/portal/href';
import { compareQty, displayTaxRate, perUnit, sumQty } from '~/shared/money';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Alert } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { Tag } from '~/ui/kit/Tag';
import { Timeline } from '~/ui/kit/Timeline';
import type { Actions } from '~/ui/kit/types';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { Money } from '~/ui/values/Money';
import { Price } from '~/ui/values/Price';
import { Qty } from '~/ui/values/Qty';
import { orderSources, orderStates, orderTypeNames, parties, payMethods, payStates } from '../../order';
import type { OrderDetailSlot } from '../../slots';
import { shownValue } from '../../versions/versions';
import type { DealerOrderDetail, OrderDetail } from '../../views/orderView.schema';
import { PriceTag } from '../lines/PriceTag';
import { Payable, Progress } from '../list/listParts';
import { dealerCalls, factoryCalls } from '../perspectiveCalls';

const added = Object.values(import.meta.glob<OrderDetailSlot>('../../../*/slots/orderDetail.tsx', { eager: true }));

export type AnyOrder = OrderDetail | DealerOrderDetail;
export type AnyLine = AnyOrder['lines'][number];
export const isFull = (order: AnyOrder): order is OrderDetail => 'buyer' in order;

const progressOf = ({ lines }: AnyOrder) => ({
  lineCount: lines.length,
  doneLines: lines.filter((line) => compareQty(sumQty([line.shipped, line.closed]), line.qty) >= 0).length,
  quantities: perUnit(lines).map(({ unitName, qty }) => {
    const own = lines.filter((line) => line.unitName === unitName);
    const sum = (key: 'shipped' | 'signed' | 'closed') => sumQty(own.map((line) => line[key]));
    return { unitName, qty, shipped: sum('shipped'), signed: sum('signed'), closed: sum('closed') };
  }),
});

export const factsOf = (order: AnyOrder) => [
  { label: '应付(元)', value: <Payable order={order} strong /> },
  { label: '已冻结(元)', value: <Paid order={order} value={order.held} /> },
  { label: '已付(元)', value: <Paid order={order} value={order.paid} /> },
  { label: '发货进度', value: <Progress order={progressOf(order)} /> },
];

/** Why it ended or came back, and the change that waits for a decision. */
export const Notes = ({ order, pendingTitle }: { order: AnyOrder; pendingTitle: (pending: NonNullable<AnyOrder['pending']>) => string }) => (
  <>
    {order.closeReason && <Alert tone={order.status === 'REJECTED' || order.status === 'CANCELLED' ? 'danger' : 'info'}>原因：{order.closeReason}</Alert>}
    {order.pending && (
      <DetailSection title={pendingTitle(order.pending)} flush>
        <Differences rows={order.pending.diff} />
      </DetailSection>
    )}
  </>
);

/** What was ordered, line by line. */
export const Lines = ({ order, rowActions }: { order: AnyOrder; rowActions?: ((line: AnyLine) => Actions) | undefined }) => (
  <DetailSection title="商品明细" flush>
    <DetailTable
      caption="商品明细"
      rows={order.lines as AnyLine[]}
      columns={lineColumns(order)}
      totals={{ amount: <Money value={order.goodsAmount} strong /> }}
      {...(rowActions ? { rowActions } : {})}
    />
  </DetailSection>
);

export const Basics = ({ order }: { order: AnyOrder }) => (
  <DetailSection title="基本与收货">
    <Descriptions
      items={[
        isFull(order) && { label: '客户', value: <CustomerLink of={order} /> },
        { label: '来源', value: orderSources[order.source] },
        { label: '订单类型', value: orderTypeNames[order.type] ?? order.type },
        { label: '项目', value: order.projectName },
        { label: '下单人', value: order.creator },
        { label: '下单时间', value: <DateTime value={order.createdAt} kind="minute" /> },
        { label: '期望到货', value: order.expectDate },
        isFull(order) && { label: '发货仓', value: order.warehouseName },
        isFull(order) && { label: '业务员', value: order.salesName },
        { label: '收货人', value: [order.receiver, order.receiverPhone].filter(Boolean).join(' ') },
        { label: '收货地址', value: [order.province, order.city, order.district, order.address].filter(Boolean).join(' '), span: 2 },
        isFull(order) && order.externalNo !== '' && { label: '外部单号', value: order.externalNo },
        { label: '备注', value: order.remark, span: 3 },
        isFull(order) && { label: '内部备注', value: order.internalRemark, span: 3 },
      ]}
    />
  </DetailSection>
);

/** To what is held and was taken for the order, and the postings of it; a draft has none. */
const Paid = ({ order, value }: { order: AnyOrder; value: string }) =>
  isFull(order) && order.no ? (
    <Link href={href('/portal/supplyChain/factory/finance/accountManage/paymentDetail', { id: order.id })}>
      <Money value={value} />
    </Link>
  ) : (
    <Money value={value} />
  );

export const Amounts = ({ order }: { order: AnyOrder }) => (
  <DetailSection title="金额与支付">
    <Descriptions
      items={[
        { label: '支付方式', value: payMethods[order.payMethod] },
        { label: '付款状态', value: payStates[order.payState] },
        { label: '商品合计(元)', value: <Money value={order.goodsAmount} /> },
        /[1-9]/.test(order.closedAmount) && { label: '其中已结单(元)', value: <Money value={`-${order.closedAmount}`} /> },
        /[1-9]/.test(order.expenseUsed) && { label: '费用抵扣(元)', value: <Paid order={order} value={`-${order.expenseUsed}`} /> },
        { label: '运费(元)', value: <Money value={order.freight} /> },
        { label: '应付(元)', value: <Money value={order.payable} strong /> },
        { label: '其中税额(元)', value: <Money value={order.tax} /> },
        { label: '已冻结(元)', value: <Money value={order.held} /> },
        { label: '已付(元)', value: <Money value={order.paid} /> },
      ]}
    />
  </DetailSection>
);

const goods = (line: AnyLine): ReactNode => (
  <span className="flex items-center gap-2">
    <ProductImage image={line.image} size={32} />
    <span>
      {line.name}
      {(line.spec || line.saleText) && <span className="block text-xs text-ink-3">{[line.spec, line.saleText].filter(Boolean).join(' ')}</span>}
    </span>
  </span>
);

const full = (line: AnyLine) => ('baseQty' in line ? (line as OrderDetail['lines'][number]) : null);

/** Below the floor red, set by hand orange. */
export function dealPrice(order: AnyOrder, line: AnyLine): ReactNode {
  const own = full(line);
  const tone = own?.belowFloor ? 'text-danger' : own?.manualPrice ? 'text-warn' : '';
  return (
    <span className="inline-flex items-center gap-1.5">
      <Price value={line.price} className={tone} />
      <PriceTag
        source={line.priceSource}
        trace={line.trace}
        deals={{ perspective: isFull(order) ? factoryCalls : dealerCalls, customerId: order.customerId, skuId: line.skuId, exceptOrderId: order.id }}
      />
    </span>
  );
}

const lineColumns = (order: AnyOrder): Column<AnyLine>[] => {
  const columns: (Column<AnyLine> | false)[] = [
    { key: 'lineNo', title: '行' },
    { key: 'name', title: '商品', cell: goods, wrap: true, fixed: true },
    { key: 'skuCode', title: 'SKU编码' },
    { key: 'unitName', title: '单位' },
    { key: 'listPrice', title: '标准价(元)', kind: 'price' },
    { key: 'price', title: '成交价(元)', align: 'right', cell: (line) => dealPrice(order, line) },
    { key: 'taxRatePpm', title: '税率', align: 'right', cell: (line) => displayTaxRate(line.taxRatePpm) },
    { key: 'amount', title: '金额(元)', kind: 'money' },
    { key: 'qty', title: '订购', kind: 'qty' },
    isFull(order) && { key: 'reserved', title: '占用', align: 'right', cell: (line) => <Qty value={full(line)?.reserved} unit={full(line)?.baseUnitName} /> },
    { key: 'shipped', title: '已发', kind: 'qty' },
    { key: 'signed', title: '签收', kind: 'qty' },
    { key: 'refused', title: '拒收', kind: 'qty' },
    { key: 'returned', title: '退货', kind: 'qty' },
    { key: 'closed', title: '结单', kind: 'qty' },
    { key: 'remark', title: '备注', wrap: true },
  ];
  return columns.filter((column) => column !== false);
};

/** What other domains know of the order: its deliveries. */
export const AddedSections = ({ order }: { order: AnyOrder }) =>
  added.map(({ Section }, index) => <Section key={index} order={order} factory={isFull(order)} />);

interface MoneyLinks {
  receivable(id: string): string;
  receipt(id: string): string;
}

/** What is owed for the order and what came in for it; links only where the reader has those pages. */
export const Receivables = ({ order, links }: { order: AnyOrder; links?: MoneyLinks }) => (
  <DetailSection title="应收与收款" flush>
    <DetailTable
      caption="应收与收款"
      rows={order.receivables}
      empty="发货后生成应收"
      columns={[
        { key: 'no', title: '应收单号', fixed: true, cell: (row) => (links ? <Link href={links.receivable(row.id)}>{row.no}</Link> : row.no) },
        { key: 'deliveryNo', title: '发货单号' },
        { key: 'amount', title: '应收(元)', kind: 'money' },
        { key: 'settled', title: '已收(元)', kind: 'money' },
        { key: 'open', title: '未收(元)', kind: 'money' },
        { key: 'dueDate', title: '到期日', kind: 'date' },
        { key: 'status', title: '状态', cell: (row) => <ReceivableStatusTag status={row.status} /> },
      ]}
    />
    {order.receipts.length > 0 && (
      <DetailTable
        caption="收款记录"
        rows={order.receipts}
        columns={[
          {
            key: 'no',
            title: '收款单号',
            fixed: true,
            cell: (row) => (links && row.receiptId ? <Link href={links.receipt(row.receiptId)}>{row.no}</Link> : row.no),
          },
          { key: 'at', title: '收款时间', kind: 'minute' },
          { key: 'payWay', title: '方式', cell: (row) => receiptWayName(row.payWay) },
          { key: 'receivableNo', title: '应收单号' },
          { key: 'amount', title: '核销(元)', kind: 'money' },
          { key: 'discount', title: '尾差(元)', kind: 'money' },
          { key: 'reversed', title: '状态', cell: (row) => <Tag tone={row.reversed ? 'neutral' : 'ok'}>{row.reversed ? '已反核销' : '有效'}</Tag> },
        ]}
      />
    )}
  </DetailSection>
);

export const eventItems = (order: AnyOrder) =>
  order.events.map((event) => ({
    title: event.action,
    time: <DateTime value={event.at} />,
    who: `${(parties as Record<string, string>)[event.side] ?? ''} ${event.actor}`,
    note: [
      event.from !== event.to && event.to
        ? `${(orderStates as Record<string, string>)[event.from] ?? '新建'} → ${(orderStates as Record<string, string>)[event.to] ?? ''}`
        : '',
      event.note,
    ]
      .filter(Boolean)
      .join('；'),
  }));

export const Files = ({ order }: { order: AnyOrder }) => (
  <DetailSection title="附件">
    <AttachmentPanel type="order" subjectId={order.id} />
  </DetailSection>
);

export const Events = ({ order }: { order: AnyOrder }) => (
  <DetailSection title="操作日志">
    <Timeline items={eventItems(order)} />
  </DetailSection>
);

interface Difference {
  path: string;
  label: string;
  before: string | null;
  after: string | null;
}

/** 上版值 → 本版值. */
export function Differences({ rows }: { rows: readonly Difference[] }) {
  if (!rows.length) return <p className="px-5 py-4 text-ink-3">没有差异</p>;
  return (
    <DetailTable
      caption="版本差异"
      rows={[...rows]}
      rowKey={(row) => row.path}
      columns={[
        { key: 'label', title: '字段' },
        { key: 'before', title: '上版', cell: (row) => <del className="text-ink-3">{shownValue(row.path, row.before)}</del> },
        { key: 'after', title: '本版', cell: (row) => <ins className="text-brand no-underline">{shownValue(row.path, row.after)}</ins> },
      ]}
    />
  );
}
