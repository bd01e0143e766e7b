import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { CREDIT_AUDIT, CREDIT_USE } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { creditOrderList } from '../calls';
import { creditOrderStates, useSources } from '../credit';
import type { OrderRow } from '../credit.schema';
import { CreditStanding } from '../pickers/CreditStanding';

const ImportDrawer = late(() => import('~/domains/batch/pickers/ImportDrawer'));
const page = '/portal/creditSystem/useCredit/list/{id}';
const filters: readonly Filter[] = [
  { kind: 'text', key: 'no', label: '用信单号/订单号' },
  { kind: 'select', key: 'source', label: '来源', options: optionsOf(useSources) },
  { kind: 'dates', key: 'due', label: '应还日', startKey: 'dueStart', endKey: 'dueEnd', unit: 'day' },
  { kind: 'bool', key: 'overdue', label: '是否逾期' },
  { kind: 'bool', key: 'holding', label: '是否有占用' },
];
const columns: readonly Column<OrderRow>[] = [
  { key: 'no', title: '用信单号', fixed: true, sortable: true, cell: (row) => <Link href={href(page, { id: row.id })}>{row.no}</Link> },
  { key: 'customerName', title: '客户' },
  { key: 'status', title: '状态', cell: (row) => <CreditStanding of={row} /> },
  {
    key: 'orderNo',
    title: '订单',
    cell: (row) =>
      row.orderId ? <Link href={href('/portal/supplyChain/factory/order/detail', { id: row.orderId })}>{row.orderNo}</Link> : row.orderNo || '- -',
  },
  { key: 'amount', title: '用信金额(元)', kind: 'money', sortable: true },
  { key: 'committed', title: '已发货(元)', kind: 'money' },
  { key: 'repaid', title: '已还本金(元)', kind: 'money' },
  { key: 'open', title: '未还(元)', kind: 'money', sortable: true },
  { key: 'nextDueOn', title: '应还日', sortable: true, cell: (row) => row.nextDueOn ?? '- -' },
  { key: 'held', title: '占用(元)', kind: 'money', off: true },
  { key: 'returned', title: '已退货(元)', kind: 'money', off: true },
  { key: 'released', title: '已释放(元)', kind: 'money', off: true },
  { key: 'startedOn', title: '起息日', off: true, cell: (row) => row.startedOn ?? '- -' },
  { key: 'typeName', title: '授信类型', off: true },
  { key: 'source', title: '来源', off: true, cell: (row) => useSources[row.source] },
  { key: 'creator', title: '创建人', off: true },
  { key: 'createdAt', title: '创建时间', kind: 'minute', off: true, sortable: true },
];

export default function UseList({ first, query }: { first: AnswerOf<typeof creditOrderList>; query: Record<string, string> }) {
  const [importing, setImporting] = useState<{ done: () => void }>();
  const canUse = useCan(CREDIT_USE);
  const canGrant = useCan(CREDIT_AUDIT);
  return (
    <>
      <ListPage<OrderRow>
        title="用信单"
        source={{ id: 'credit/use', first, query, load: (q) => call(creditOrderList, { ...q, withTabs: 'true' } as never) }}
        filters={[{ kind: 'pick', key: 'customerId', label: '客户', load: findCustomers }, ...filters]}
        tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(creditOrderStates)] }}
        columns={columns}
        buttons={(list) => [
          canUse && { label: '新建用信', tone: 'primary', href: '/portal/creditSystem/createUseCredit' },
          canGrant && { label: '导入期初欠款', onPress: () => setImporting({ done: list.reload }) },
          exportAction('credit-order', list),
        ]}
        rowActions={(row) => [{ label: '查看', href: href(page, { id: row.id }) }]}
      />
      {importing && (
        <ImportDrawer
          type="creditOpening"
          title="导入期初赊销欠款"
          onClose={() => {
            setImporting(undefined);
            importing.done();
          }}
        />
      )}
    </>
  );
}

/** Those of one account. */
export const Uses = ({ query }: { query: { accountId: string } }) => (
  <ListPage<OrderRow>
    title="用信单"
    source={{ id: 'credit/accountUses', local: true, load: (q) => call(creditOrderList, { ...q, ...query } as never) }}
    filters={filters}
    columns={columns}
    rowActions={(row) => [{ label: '查看', href: href(page, { id: row.id }) }]}
  />
);
