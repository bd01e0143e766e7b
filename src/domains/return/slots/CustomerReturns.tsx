import type { CustomerDetail } from '~/domains/customer/customer.schema';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { returnList } from '../calls';
import { returnReasons, returnStates, returnTypes } from '../returns';

type Row = AnswerOf<typeof returnList>['pagedRecords'][number];
const F = '/portal/supplyChain/factory';

export default function CustomerReturns({ subject: { id: customerId } }: { subject: CustomerDetail }) {
  return (
    <ListPage<Row>
      title="退货单"
      source={{ id: 'customer/returns', local: true, load: (query) => call(returnList, { ...query, customerId } as never) }}
      columns={[
        { key: 'no', title: '退货单号', fixed: true, cell: (row) => <Link href={href(`${F}/reverseOrder/detail`, { id: row.id })}>{row.no}</Link> },
        { key: 'orderNo', title: '订单编号', cell: (row) => <Link href={href(`${F}/order/detail`, { id: row.orderId })}>{row.orderNo}</Link> },
        { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={returnStates} /> },
        { key: 'type', title: '类型', cell: (row) => returnTypes[row.type] },
        { key: 'reasonCode', title: '原因', cell: (row) => returnReasons[row.reasonCode] },
        { key: 'quantities', title: '退货数量', align: 'right', cell: (row) => displayUnits(row.quantities) },
        { key: 'refund', title: '退款金额(元)', kind: 'money' },
        { key: 'createdAt', title: '申请时间', kind: 'minute' },
      ]}
    />
  );
}
