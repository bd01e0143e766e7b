import type { ReactNode } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { displayTaxRate } from '~/shared/money';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { Money } from '~/ui/values/Money';
import { Qty } from '~/ui/values/Qty';
import { StatusTag } from '~/ui/values/StatusTag';
import { billingStates, directions, isElectronic, redReasons, wasIssued } from '../billing';
import type { billingDetail, myBillingDetail } from '../calls';
import { Signed } from './billingCells';

export type Doc = AnswerOf<typeof billingDetail> | AnswerOf<typeof myBillingDetail>;
type Line = Doc['lines'][number];

export function LinesSection({ doc, orderHref }: { doc: Doc; orderHref: (id: string) => string }) {
  const stands = doc.direction === 'BLUE' && wasIssued(doc.status);
  const columns: Column<Line>[] = [
    { key: 'lineNo', title: '行号', align: 'right' },
    { key: 'name', title: '商品', fixed: true, cell: (line) => [line.name, line.spec].filter(Boolean).join(' / ') },
    { key: 'orderNo', title: '订单', cell: (line) => <Link href={orderHref(line.orderId)}>{line.orderNo}</Link> },
    { key: 'taxClassCode', title: '税收分类编码', cell: (line) => line.taxClassCode || '- -' },
    { key: 'qty', title: '数量', align: 'right', cell: (line) => (/[1-9]/.test(line.qty) ? <Qty value={line.qty} unit={line.unitName} /> : '按金额') },
    { key: 'amount', title: '含税金额(元)', kind: 'money' },
    { key: 'taxRatePpm', title: '税率', align: 'right', cell: (line) => displayTaxRate(line.taxRatePpm) },
    { key: 'tax', title: '税额(元)', kind: 'money' },
    ...(stands
      ? ([
          { key: 'redAmount', title: '已红冲(元)', kind: 'money' },
          {
            key: 'redDueQty',
            title: '待红冲',
            align: 'right',
            cell: (line) => (/[1-9]/.test(line.redDueQty) ? <Qty value={line.redDueQty} unit={line.unitName} className="text-warn" /> : '- -'),
          },
        ] satisfies Column<Line>[])
      : []),
  ];
  return (
    <DetailSection title="开票明细" flush>
      <DetailTable<Line>
        caption="开票明细"
        rows={doc.lines}
        columns={columns}
        totals={{ amount: <Money value={doc.amount} />, tax: <Money value={doc.tax} /> }}
      />
    </DetailSection>
  );
}

export const RatesSection = ({ doc }: { doc: Doc }) => (
  <DetailSection title="税额合计" flush>
    <DetailTable<Doc['rates'][number]>
      caption="按税率合计"
      rows={doc.rates}
      rowKey={(row) => String(row.taxRatePpm)}
      columns={[
        { key: 'taxRatePpm', title: '税率', cell: (row) => displayTaxRate(row.taxRatePpm) },
        { key: 'net', title: '不含税金额(元)', kind: 'money' },
        { key: 'tax', title: '税额(元)', kind: 'money' },
        { key: 'amount', title: '价税合计(元)', kind: 'money' },
      ]}
    />
  </DetailSection>
);

export const InvoicesSection = ({ doc, children }: { doc: Doc; children?: ReactNode }) => (
  <DetailSection title="发票" flush>
    <DetailTable<Doc['invoices'][number]>
      caption="发票"
      rows={doc.invoices}
      empty="还没有开出发票"
      columns={[
        ...(isElectronic(doc.kind) ? [] : [{ key: 'code', title: '发票代码' }]),
        { key: 'no', title: '发票号码', fixed: true },
        { key: 'issuedOn', title: '开票日期', kind: 'date' as const },
        {
          key: 'amount',
          title: '价税合计(元)',
          kind: 'money' as const,
          cell: (row: Doc['invoices'][number]) => <Signed value={row.amount} direction={doc.direction} />,
        },
        { key: 'tax', title: '税额(元)', kind: 'money' as const, cell: (row: Doc['invoices'][number]) => <Signed value={row.tax} direction={doc.direction} /> },
      ]}
    />
    {children}
  </DetailSection>
);

/** 红冲链: the invoice, and every red letter over it. */
export function ChainSection({ doc, detailHref }: { doc: Doc; detailHref: (id: string) => string }) {
  if (doc.chain.length < 2) return null;
  return (
    <DetailSection title="红冲链" flush>
      <DetailTable<Doc['chain'][number]>
        caption="红冲链"
        rows={doc.chain}
        columns={[
          {
            key: 'no',
            title: '开票申请号',
            fixed: true,
            cell: (row) => (row.id === doc.id ? `${row.no}（本单）` : <Link href={detailHref(row.id)}>{row.no}</Link>),
          },
          { key: 'direction', title: '蓝字/红字', cell: (row) => directions[row.direction] },
          { key: 'redReason', title: '红冲原因', cell: (row) => (row.redReason ? redReasons[row.redReason] : '- -') },
          { key: 'amount', title: '含税金额(元)', kind: 'money', cell: (row) => <Signed value={row.amount} direction={row.direction} /> },
          { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={billingStates} /> },
          { key: 'createdAt', title: '申请时间', kind: 'minute', cell: (row) => <DateTime value={row.createdAt} kind="minute" /> },
        ]}
      />
    </DetailSection>
  );
}
