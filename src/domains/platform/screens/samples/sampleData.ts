import type { Page } from '~/shared/page';
import type { Option } from '~/ui/kit/types';

export interface SampleOrder {
  id: string;
  no: string;
  customer: string;
  amount: string;
  qty: string;
  status: 'PENDING' | 'SHIPPING' | 'DONE' | 'REJECTED';
  createdAt: string;
}
export const states: Record<SampleOrder['status'], string> = { PENDING: '待审核', SHIPPING: '发货中', DONE: '已完成', REJECTED: '已驳回' };

export const customers: readonly Option[] = [
  { value: '1', label: '杭州蓝天建材有限公司', hint: 'KH0001' },
  { value: '2', label: '宁波海曙防水工程部', hint: 'KH0002' },
  { value: '3', label: '苏州姑苏装饰材料行', hint: 'KH0003' },
  { value: '4', label: '合肥庐阳建材经营部', hint: 'KH0004', disabled: true },
];
export const payWays: readonly Option[] = [
  { value: 'BALANCE', label: '余额支付' },
  { value: 'OFFLINE', label: '线下转账' },
];
export const levels: readonly Option[] = ['A', 'B', 'C'].map((value) => ({ value, label: `${value}级` }));

const regions: Record<string, readonly Option[]> = {
  '': [{ value: '330000', label: '浙江省' }],
  '330000': [
    { value: '330100', label: '杭州市' },
    { value: '330200', label: '宁波市' },
  ],
  '330100': [
    { value: '330106', label: '西湖区' },
    { value: '330110', label: '余杭区' },
  ],
  '330200': [{ value: '330203', label: '海曙区' }],
};
export const regionsBelow = async (parent: string): Promise<{ value: string; label: string }[]> => [...(regions[parent] ?? [])];

const statuses = Object.keys(states) as SampleOrder['status'][];
const orders: SampleOrder[] = Array.from({ length: 47 }, (_, n) => ({
  id: String(n),
  no: `DD202611${String(20 - (n % 20)).padStart(2, '0')}${String(n + 1).padStart(6, '0')}`,
  customer: customers[n % 4]?.label ?? '',
  amount: n === 3 ? '' : (1280.5 * (n + 1)).toFixed(2),
  qty: String(12 * (n + 1)),
  status: statuses[n % 4] as SampleOrder['status'],
  createdAt: new Date(Date.UTC(2026, 10, 20 - (n % 20), 1, n)).toISOString(),
}));

/** A list as a server answers it, from the orders above: filter, tab counts, sort, page and sums. */
export function sampleOrders(query: Record<string, string>): Page<SampleOrder> {
  const size = Number(query['pageSize'] ?? 10);
  const pageNo = Number(query['pageNo'] ?? 1);
  const word = query['no'] ?? '';
  const named = orders.filter(({ no, customer }) => no.includes(word) || customer.includes(word));
  const found = named.filter(({ status }) => !query['status'] || status === query['status']);
  const key = (query['ascs'] || query['descs'] || 'createdAt') as keyof SampleOrder;
  const value = (row: SampleOrder) => (key === 'amount' || key === 'qty' ? Number(row[key]) : row[key]);
  const sorted = found.toSorted((a, b) => (value(a) < value(b) ? -1 : 1) * (query['ascs'] ? 1 : -1));
  return {
    pagedRecords: sorted.slice((pageNo - 1) * size, pageNo * size),
    pageNo,
    totalCount: found.length,
    totals: { amount: found.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2) },
    tabs: { ALL: named.length, ...Object.fromEntries(statuses.map((one) => [one, named.filter(({ status }) => status === one).length])) },
  };
}
