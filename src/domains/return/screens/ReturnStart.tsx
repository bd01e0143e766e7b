import { useState } from 'react';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import { returnableOrders } from '../calls';

type First = AnswerOf<typeof returnableOrders>;
type Row = First['pagedRecords'][number];
const F = '/portal/supplyChain/factory';

/** Before a return: whose order, of those the customer has goods of. */
export default function ReturnStart({ first, query }: { first: First; query: Record<string, string> }) {
  const [source] = useState(() => ({ id: 'reverseOrder/orders', first, query, load: (q: Record<string, string>) => call(returnableOrders, q as never) }));
  const begin = (row: Row) => href(`${F}/reverseOrder/create`, { orderId: row.id });
  return (
    <ListPage<Row>
      title="可退货的订单"
      source={source as never}
      filters={[
        { kind: 'text', key: 'orderNo', label: '订单编号' },
        { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
      ]}
      columns={[
        { key: 'no', title: '订单编号', fixed: true, cell: (row) => <Link href={begin(row)}>{row.no}</Link> },
        { key: 'customerName', title: '客户' },
        { key: 'quantities', title: '已签收', align: 'right', cell: (row) => displayUnits(row.quantities) },
        { key: 'payable', title: '订单金额(元)', kind: 'money' },
        { key: 'createdAt', title: '下单时间', kind: 'minute' },
      ]}
      rowActions={(row) => [{ label: '退货', href: begin(row) }]}
    />
  );
}
