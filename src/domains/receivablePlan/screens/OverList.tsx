import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers, findSales } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { Money } from '~/ui/values/Money';
import { overList } from '../calls';
import { natures, openSources } from '../plan';
import { OwingCustomer } from './OwingCustomer';

type First = AnswerOf<typeof overList>;
type Row = First['pagedRecords'][number];
const A = '/portal/receiveAdmin';

export default function OverList({ first, query }: { first: First; query: Record<string, string> }) {
  return (
    <ListPage<Row>
      title="逾期信息"
      source={{ id: 'receiveAdmin/overInfo', first, query, load: (q) => call(overList, q as never), rowKey: (row) => row.itemId }}
      tabs={{
        key: 'notDue',
        items: [
          { value: '', label: '已逾期' },
          { value: 'true', label: '未到期' },
        ],
      }}
      filters={[
        { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers, shown: query['customerId'] ? first.pagedRecords[0]?.customerName : undefined },
        { kind: 'select', key: 'nature', label: '款项性质', options: optionsOf(natures) },
        { kind: 'pick', key: 'salesMemberId', label: '业务员', load: findSales },
        { kind: 'numbers', key: 'overdueDays', label: '逾期天数', startKey: 'overdueDaysMin', endKey: 'overdueDaysMax' },
      ]}
      columns={[
        { key: 'no', title: '单号', fixed: true, sortable: true, cell: (row) => <Document row={row} /> },
        { key: 'customerName', title: '客户', cell: (row) => <OwingCustomer of={row} /> },
        { key: 'source', title: '来源', cell: (row) => openSources[row.source] },
        { key: 'dueDate', title: '应还日', kind: 'date', sortable: true },
        {
          key: 'overdueDays',
          title: '逾期天数',
          brief: true,
          align: 'right',
          cell: (row) => (row.overdueDays > 0 ? <span className="text-danger">{row.overdueDays}</span> : '- -'),
        },
        { key: 'label', title: '账龄段' },
        { key: 'open', title: '未收本金(元)', kind: 'money' },
        { key: 'disputed', title: '争议(元)', kind: 'money' },
        { key: 'running', title: '可催收(元)', brief: true, kind: 'money' },
        { key: 'penalty', title: '违约金(元)', align: 'right', cell: (row) => (row.penalty === null ? '- -' : <Money value={row.penalty} />) },
        { key: 'nature', title: '款项性质', off: true, cell: (row) => natures[row.nature] },
        { key: 'orderNo', title: '订单编号', off: true },
        { key: 'salesName', title: '业务员', off: true },
      ]}
      buttons={(list) => [exportAction('ar-overdue', list)]}
    />
  );
}

/** On credit the instalment leads to its plan, else the debt to its row. */
const Document = ({ row }: { row: Row }) =>
  row.repayItemId ? (
    <Link href={`/portal/creditSystem/repayment/list/${row.repayItemId}`}>{row.no}</Link>
  ) : (
    <Link href={href(`${A}/receiveInfo`, { no: row.no })}>{row.no}</Link>
  );
