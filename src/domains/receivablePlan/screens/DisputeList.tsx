import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { disputeList } from '../calls';
import { disputeReasons, disputeStates } from '../plan';

type First = AnswerOf<typeof disputeList>;
type Row = First['pagedRecords'][number];
const A = '/portal/receiveAdmin';

export default function DisputeList({ first, query }: { first: First; query: Record<string, string> }) {
  return (
    <ListPage<Row>
      title="应收争议"
      source={{ id: 'receiveAdmin/dispute', first, query, load: (q) => call(disputeList, q as never) }}
      tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(disputeStates)] }}
      filters={[
        { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
        { kind: 'select', key: 'reason', label: '争议原因', options: optionsOf(disputeReasons) },
      ]}
      columns={[
        { key: 'no', title: '争议单号', fixed: true, cell: (row) => <Link href={href(`${A}/dispute/detail`, { id: row.id })}>{row.no}</Link> },
        { key: 'customerName', title: '客户' },
        { key: 'receivableNo', title: '应收单号', cell: (row) => <Link href={href(`${A}/receiveInfo`, { no: row.receivableNo })}>{row.receivableNo}</Link> },
        { key: 'reason', title: '争议原因', cell: (row) => disputeReasons[row.reason] },
        { key: 'amount', title: '争议(元)', kind: 'money' },
        { key: 'upheld', title: '成立(元)', kind: 'money' },
        { key: 'words', title: '争议说明', off: true },
        { key: 'status', title: '状态', brief: true, cell: (row) => <StatusTag status={row.status} names={disputeStates} /> },
        { key: 'createdAt', title: '登记时间', kind: 'time', sortable: true },
        { key: 'creator', title: '登记人', off: true },
        { key: 'closer', title: '处理人', off: true },
      ]}
      buttons={(list) => [exportAction('ar-dispute', list)]}
      rowActions={(row) => [{ label: '查看', href: href(`${A}/dispute/detail`, { id: row.id }) }]}
    />
  );
}
