import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import type { Column, Filter } from '~/ui/list/types';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { billingStates, type Direction, directions, type InvoiceKind, invoiceKinds } from '../billing';
import type { BillingRow } from '../billing.schema';

export type Row = Omit<BillingRow, 'customerId' | 'customerName'>;
export const tabs = { key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(billingStates)] };
export const commonFilters: Filter[] = [
  { kind: 'text', key: 'no', label: '开票申请号' },
  { kind: 'text', key: 'invoiceNo', label: '发票号码' },
  { kind: 'text', key: 'orderNo', label: '订单编号' },
  { kind: 'select', key: 'kind', label: '发票类型', options: optionsOf(invoiceKinds) },
  { kind: 'select', key: 'direction', label: '蓝字/红字', options: optionsOf(directions) },
  { kind: 'dates', key: 'created', label: '申请时间', startKey: 'createdStart', endKey: 'createdEnd' },
  { kind: 'dates', key: 'issued', label: '开票时间', startKey: 'issuedStart', endKey: 'issuedEnd' },
];

/** Red letters take away: shown with a minus. */
export const Signed = ({ value, direction, sign }: { value: string | undefined; direction: Direction; sign?: boolean }) => (
  <Money value={value !== undefined && direction === 'RED' && /^\d/.test(value) ? `-${value}` : value} {...(sign ? { sign } : {})} />
);
export const KindTag = ({ kind, direction }: { kind: InvoiceKind; direction: Direction }) => (
  <span>
    {invoiceKinds[kind]} {direction === 'RED' && <Tag tone="danger">红字</Tag>}
  </span>
);

export const commonColumns: Column<Row>[] = [
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={billingStates} /> },
  { key: 'kind', title: '发票类型', off: true, cell: (row) => <KindTag kind={row.kind} direction={row.direction} /> },
  { key: 'amount', title: '含税金额(元)', kind: 'money', sortable: true, cell: (row) => <Signed value={row.amount} direction={row.direction} /> },
  { key: 'tax', title: '税额(元)', off: true, kind: 'money', cell: (row) => <Signed value={row.tax} direction={row.direction} /> },
  { key: 'invoiceNos', title: '发票号码', wrap: true, cell: (row) => row.invoiceNos.join('、') || '- -' },
  {
    key: 'orderNos',
    title: '订单',
    off: true,
    wrap: true,
    cell: (row) => (row.orderNos.length > 2 ? `${row.orderNos[0]} 等${row.orderNos.length}张` : row.orderNos.join('、')),
  },
];
