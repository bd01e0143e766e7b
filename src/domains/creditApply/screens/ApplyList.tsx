import { exportAction } from '~/domains/batch/pickers/exportAction';
import { VerdictTag } from '~/domains/creditRule/pickers/Explain';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { type ApplyKind, applyKinds, applyStates, kindRules } from '../apply';
import type { ApplyRow } from '../apply.schema';
import { applyList } from '../calls';

const page = '/portal/creditSystem/creditCreate/{id}';
export const applyHref = (id: string): string => href(page, { id });

export const AskedAmount = ({ row }: { row: Pick<ApplyRow, 'kind' | 'requested'> }) =>
  row.requested !== null ? <Money value={row.requested} /> : <span>{kindRules[row.kind as ApplyKind].amount ? '不限' : '- -'}</span>;

export const applyColumns: Column<ApplyRow>[] = [
  { key: 'no', title: '申请单号', fixed: true, sortable: true, cell: (row) => <Link href={applyHref(row.id)}>{row.no}</Link> },
  { key: 'kind', title: '申请类型', cell: (row) => applyKinds[row.kind as ApplyKind] },
  { key: 'customerName', title: '客户' },
  { key: 'typeName', title: '授信类型' },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={applyStates} /> },
  { key: 'requested', title: '申请额度(元)', align: 'right', sortable: true, cell: (row) => <AskedAmount row={row} /> },
  { key: 'granted', title: '核定额度(元)', kind: 'money', off: true },
  { key: 'limitBefore', title: '原额度(元)', kind: 'money', off: true },
  { key: 'suggestedHi', title: '建议上限(元)', kind: 'money' },
  { key: 'verdict', title: '规则预检', cell: (row) => (row.verdict ? <VerdictTag verdict={row.verdict} /> : '- -') },
  { key: 'validTo', title: '有效期止', off: true, cell: (row) => row.validTo ?? '- -' },
  { key: 'creator', title: '申请人', off: true },
  { key: 'decider', title: '审批人', off: true },
  { key: 'decidedAt', title: '办结时间', kind: 'minute', off: true },
  { key: 'createdAt', title: '创建时间', kind: 'minute', sortable: true },
];

interface Props {
  query: Record<string, string>;
  first?: AnswerOf<typeof applyList> | undefined;
  types: readonly { id: string; name: string }[];
}

export function ApplyList({ query, first, types }: Props) {
  const filters: Filter[] = [
    { kind: 'text', key: 'no', label: '申请单号' },
    { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
    { kind: 'select', key: 'kind', label: '申请类型', options: optionsOf(applyKinds) },
    { kind: 'select', key: 'creditTypeId', label: '授信类型', options: types.map(({ id, name }) => ({ value: id, label: name })) },
    { kind: 'dates', key: 'created', label: '创建日期', startKey: 'startDate', endKey: 'endDate', unit: 'day' },
    { kind: 'dates', key: 'decided', label: '办结日期', startKey: 'decidedStart', endKey: 'decidedEnd', unit: 'day' },
  ];
  const { tab: _, ...asked } = query;
  return (
    <ListPage<ApplyRow>
      title="授信申请"
      source={{ id: 'credit/applies', local: true, first, query: asked, load: (q) => call(applyList, { ...q, withTabs: 'true' } as never) }}
      filters={filters}
      tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(applyStates)] }}
      columns={applyColumns}
      buttons={(list) => [exportAction('credit-apply', list)]}
      rowActions={(row) => [{ label: row.mine && (row.status === 'DRAFT' || row.status === 'RETURNED') ? '编辑' : '查看', href: applyHref(row.id) }]}
    />
  );
}
