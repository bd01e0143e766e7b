import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { adjustList } from '../calls';
import { adjustKinds, adjustStates } from '../plan';
import { whatOf } from './whatOf';

type First = AnswerOf<typeof adjustList>;
type Row = First['pagedRecords'][number];
const A = '/portal/receiveAdmin';

export default function AdjustList({ first, query }: { first: First; query: Record<string, string> }) {
  return (
    <ListPage<Row>
      title="应收调整"
      source={{ id: 'receiveAdmin/adjust', first, query, load: (q) => call(adjustList, q as never) }}
      tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(adjustStates)] }}
      filters={[
        { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
        { kind: 'text', key: 'no', label: '单号', placeholder: '调整单号或应收单号' },
        { kind: 'select', key: 'kind', label: '调整类型', options: optionsOf(adjustKinds) },
      ]}
      columns={[
        { key: 'no', title: '调整单号', fixed: true, sortable: true, cell: (row) => <Link href={href(`${A}/adjust/detail`, { id: row.id })}>{row.no}</Link> },
        { key: 'kind', title: '调整类型', cell: (row) => adjustKinds[row.kind] },
        { key: 'customerName', title: '客户' },
        { key: 'receivableNo', title: '应收单号', cell: (row) => <Link href={href(`${A}/receiveInfo`, { no: row.receivableNo })}>{row.receivableNo}</Link> },
        { key: 'amount', title: '金额(元)', align: 'right', cell: (row) => (row.amount === '0.00' ? '- -' : <Money value={row.amount} />) },
        { key: 'what', title: '调整内容', cell: whatOf },
        { key: 'status', title: '状态', brief: true, cell: (row) => <StatusTag status={row.status} names={adjustStates} /> },
        { key: 'creator', title: '申请人', off: true },
        { key: 'createdAt', title: '申请时间', kind: 'minute', sortable: true },
        { key: 'reason', title: '调整原因', off: true },
        { key: 'restored', title: '已恢复(元)', off: true, kind: 'money' },
        { key: 'decider', title: '审批人', off: true },
        { key: 'decidedAt', title: '审批时间', off: true, kind: 'time' },
      ]}
      buttons={(list) => [exportAction('ar-adjust', list)]}
      rowActions={(row) => [{ label: '查看', href: href(`${A}/adjust/detail`, { id: row.id }) }]}
    />
  );
}
