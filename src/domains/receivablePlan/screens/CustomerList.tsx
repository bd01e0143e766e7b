import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers, findSales } from '~/domains/customer/pickers/whenUsed';
import { AgeBar } from '~/domains/receivable/pickers/AgeBar';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import { Money } from '~/ui/values/Money';
import { customerList } from '../calls';
import { OwingCustomer } from './OwingCustomer';

type First = AnswerOf<typeof customerList>;
type Row = First['pagedRecords'][number];
const A = '/portal/receiveAdmin';

export default function CustomerList({ first, query }: { first: First; query: Record<string, string> }) {
  const ages = first.buckets.map((bucket, at) => ({
    key: `age${at}`,
    title: bucket.from === 0 ? '未到期(元)' : `${bucket.label}(元)`,
    kind: 'money' as const,
    off: at > 2,
    cell: (row: Row) => <Age row={row} at={at} bucket={bucket} />,
  }));
  return (
    <ListPage<Row>
      title="应收客户"
      source={{ id: 'receiveAdmin/comInfo', first, query, load: (q) => call(customerList, q as never), rowKey: (row) => row.customerId }}
      filters={[
        { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
        { kind: 'bool', key: 'overdue', label: '是否逾期' },
        { kind: 'pick', key: 'salesMemberId', label: '业务员', load: findSales },
      ]}
      columns={[
        {
          key: 'customerName',
          title: '客户',
          fixed: true,
          sortable: true,
          cell: (row) => <OwingCustomer of={row} />,
        },
        { key: 'open', title: '应收余额(元)', kind: 'money', sortable: true },
        { key: 'overdue', title: '逾期(元)', kind: 'money', sortable: true },
        {
          key: 'overdueDays',
          title: '最长逾期(天)',
          align: 'right',
          sortable: true,
          cell: (row) => (row.overdueDays ? <span className="text-danger">{row.overdueDays}</span> : '- -'),
        },
        { key: 'ages', title: '账龄分布', cell: (row) => <AgeBar ages={row.ages} buckets={first.buckets} /> },
        ...ages,
        { key: 'disputed', title: '争议(元)', off: true, kind: 'money' },
        { key: 'creditFree', title: '授信可用(元)', align: 'right', cell: (row) => (row.creditFree === null ? '- -' : <Money value={row.creditFree} />) },
        {
          key: 'creditLimit',
          title: '授信额度(元)',
          off: true,
          align: 'right',
          cell: (row) => (row.creditLimit === null ? '- -' : <Money value={row.creditLimit} />),
        },
        { key: 'prepaid', title: '预收(元)', off: true, kind: 'money' },
        { key: 'salesName', title: '业务员', off: true },
        { key: 'customerCode', title: '客户编码', off: true, sortable: true },
      ]}
      buttons={(list) => [exportAction('ar-customer', list)]}
      rowActions={(row) => [
        { label: '查看', href: href(`${A}/comInfo/detail`, { id: row.customerId }) },
        { label: '登记回款', href: href(`${A}/addPay`, { customerId: row.customerId, customerName: row.customerName }) },
      ]}
    />
  );
}

/** A figure that leads to the debts it is made of. */
function Age({ row, at, bucket }: { row: Row; at: number; bucket: First['buckets'][number] }) {
  const value = row.ages[at] ?? '0.00';
  if (value === '0.00') return <Money value={value} />;
  const days =
    bucket.from === 0 ? { notDue: 'true' } : { overdueDaysMin: String(bucket.from), ...(bucket.to === null ? {} : { overdueDaysMax: String(bucket.to) }) };
  return (
    <Link href={href(`${A}/overInfo`, { customerId: row.customerId, ...days })}>
      <Money value={value} />
    </Link>
  );
}
