import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { fileHref } from '~/domains/file/pickers/fileHref';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import { Steps } from '~/ui/kit/Steps';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Money } from '~/ui/values/Money';
import type { myReturnDetail } from '../calls';
import {
  type ReceiptWay,
  receiptWays,
  refundTargets,
  refundWays,
  returnParts,
  returnReasons,
  returnSources,
  returnTypes,
  stepOf,
  stepsOf,
  tenderNames,
} from '../returns';
import type { Perspective } from './perspective';

export type Return = AnswerOf<typeof myReturnDetail>;
type Line = Return['lines'][number];

export const ReturnSteps = ({ doc }: { doc: Return }) => (
  <Steps
    items={stepsOf(doc.type).map((title) => ({ title }))}
    current={stepOf(doc.type, doc.status)}
    failed={doc.status === 'REJECTED' || doc.status === 'CANCELLED'}
  />
);

export const factsOf = (doc: Return) => [
  { label: '退货数量', value: displayUnits(doc.quantities) },
  { label: '货款(元)', value: <Money value={doc.goodsAmount} /> },
  doc.deduct !== '0.00' && { label: '扣款(元)', value: <Money value={doc.deduct} /> },
  { label: doc.type === 'EXCHANGE' ? '换货金额(元)' : '退款(元)', value: <Money value={doc.refund} /> },
];

export const Basics = ({ doc, side }: { doc: Return; side: Perspective }) => (
  <DetailSection title="申请信息">
    <Descriptions
      items={[
        { label: '订单编号', value: <Link href={href(`${side.orders}/detail`, { id: doc.orderId })}>{doc.orderNo}</Link> },
        !side.dealer && { label: '客户', value: <CustomerLink of={doc} /> },
        { label: '退货类型', value: returnTypes[doc.type] },
        { label: '退货原因', value: returnReasons[doc.reasonCode] },
        { label: '来源', value: returnSources[doc.source] },
        { label: '申请人', value: doc.creator },
        { label: '申请时间', value: <DateTime value={doc.submittedAt ?? doc.createdAt} kind="minute" /> },
        doc.exchangeOrderId !== '' && {
          label: '换货订单',
          value: <Link href={href(`${side.orders}/detail`, { id: doc.exchangeOrderId })}>{doc.exchangeOrderNo}</Link>,
        },
        doc.waybillNo !== '' && { label: '寄回物流', value: `${doc.carrier} ${doc.waybillNo}`, copy: true },
        { label: '问题描述', value: doc.description, span: 3 },
      ]}
    />
  </DetailSection>
);

const Photos = ({ of }: { of: Line }) => (
  <span className="flex flex-wrap gap-1">
    {of.signPhotos.map((key, index) => (
      <a key={key} href={fileHref(key)} target="_blank" rel="noreferrer">
        <img
          src={fileHref(key, 96)}
          alt={`${of.name}签收照片${index + 1}`}
          loading="lazy"
          width={40}
          height={40}
          className="size-10 rounded border border-line object-cover"
        />
      </a>
    ))}
  </span>
);

const columnsOf = (doc: Return): Column<Line>[] => [
  { key: 'name', title: '商品', fixed: true },
  { key: 'skuCode', title: 'SKU编码' },
  { key: 'spec', title: '规格', off: true },
  { key: 'deliveryNo', title: '发货单号' },
  { key: 'part', title: '部分', cell: (line) => returnParts[line.part] },
  { key: 'unitName', title: '单位' },
  { key: 'price', title: '单价(元)', kind: 'price' },
  { key: 'applyQty', title: '申请', kind: 'qty' },
  ...(doc.approvedAt ? [{ key: 'approveQty', title: '同意', kind: 'qty' } as const] : []),
  ...(doc.receivedAt
    ? ([
        { key: 'goodQty', title: '良品', kind: 'qty' },
        { key: 'badQty', title: '不良', kind: 'qty' },
        { key: 'rejectQty', title: '拒收', kind: 'qty' },
        { key: 'note', title: '验收说明', wrap: true },
      ] as const)
    : []),
  ...(doc.status === 'WAIT_REFUND' || doc.status === 'DONE' ? [{ key: 'amount', title: '货款(元)', kind: 'money' } as const] : []),
  ...(doc.lines.some((line) => line.signNote || line.signPhotos.length)
    ? [
        {
          key: 'signNote',
          title: '签收说明与照片',
          wrap: true,
          cell: (line: Line) => [line.signNote, line.signPhotos.length > 0 && <Photos key="photos" of={line} />],
        },
      ]
    : []),
];

export const Lines = ({ doc }: { doc: Return }) => (
  <DetailSection title="退货明细" flush>
    <DetailTable<Line> caption="退货明细" rows={doc.lines} columns={columnsOf(doc)} />
  </DetailSection>
);

const REFUND = '/portal/supplyChain/factory/finance/accountManage/refundDetail';

/** How the refund is split by what had paid: as it was done, or as it would be done now. */
export function Split({ doc }: { doc: Return }) {
  if (doc.status !== 'DONE' && doc.status !== 'WAIT_REFUND') return null;
  const rows = doc.split.map((part) => ({ ...part, id: `${part.tender}${part.target}` }));
  const paidOut = doc.payWay === '' ? '' : `，${receiptWays[doc.payWay as ReceiptWay] ?? doc.payWay}${doc.bankFlowNo ? ` ${doc.bankFlowNo}` : ''}`;
  return (
    <DetailSection title={doc.status === 'DONE' ? '退款拆分' : '退款拆分（按当前付款情况预计）'} flush>
      <DetailTable
        caption="退款拆分"
        rows={rows}
        empty="没有需要退回的货款"
        columns={[
          { key: 'tender', title: '原付款方式', cell: (row) => tenderNames[row.tender] ?? row.tender },
          { key: 'target', title: '去向', cell: (row) => `${refundTargets[row.target] ?? row.target}${row.target === 'BANK' ? paidOut : ''}` },
          { key: 'amount', title: '金额(元)', kind: 'money' },
        ]}
      />
      <p className="px-4 py-2 text-sm text-ink-3">
        退款去向：{doc.type === 'EXCHANGE' ? '用于换货订单' : refundWays[doc.refundTo]}
        {doc.refundNo && (
          <>
            ，退款单号 <Link href={href(REFUND, { id: doc.refundId })}>{doc.refundNo}</Link>
          </>
        )}
      </p>
    </DetailSection>
  );
}

export const Events = ({ doc }: { doc: Return }) => (
  <DetailSection title="操作日志">
    <LogTimeline log={doc.events} />
  </DetailSection>
);
