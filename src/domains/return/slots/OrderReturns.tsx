import { type ComponentProps, useEffect, useState } from 'react';
import type { OrderDetailSlot } from '~/domains/order/slots';
import { href } from '~/portal/href';
import { REVERSE_ADD } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { compareQty, displayUnits } from '~/shared/money';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import { StatusTag } from '~/ui/values/StatusTag';
import { myReturnsOfOrder, returnsOfOrder } from '../calls';
import { returnReasons, returnStates, returnTypes } from '../returns';

type Rows = AnswerOf<typeof returnsOfOrder>['rows'];

/** 退货记录 of an order, and the way to a new return once something was signed for or refused. */
export default function OrderReturns({ order, factory }: ComponentProps<OrderDetailSlot['Section']>) {
  const base = factory ? '/portal/supplyChain/factory/reverseOrder' : '/portal/supplyChain/dealer/reverseOrder';
  const [rows, setRows] = useState<Rows>([]);
  const canAdd = useCan(REVERSE_ADD);
  const arrived = order.lines.some((line) => compareQty(line.signed, '0') > 0 || compareQty(line.refused, '0') > 0);
  useEffect(() => {
    if (!arrived) return;
    // Whoever may not see returns sees none; the rest of the order's page stands without them.
    call(factory ? returnsOfOrder : myReturnsOfOrder, { orderId: order.id }).then(
      (answer) => setRows(answer.rows),
      () => setRows([]),
    );
  }, [order.id, arrived, factory]);
  if (!arrived) return null;
  return (
    <DetailSection title="退货记录" flush>
      <DetailTable
        caption="退货记录"
        rows={rows}
        empty="没有退货"
        columns={[
          { key: 'no', title: '退货单号', fixed: true, cell: (row) => <Link href={href(`${base}/detail`, { id: row.id })}>{row.no}</Link> },
          { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={returnStates} /> },
          { key: 'type', title: '类型', cell: (row) => returnTypes[row.type] },
          { key: 'reasonCode', title: '原因', cell: (row) => returnReasons[row.reasonCode] },
          { key: 'quantities', title: '退货数量', align: 'right', cell: (row) => displayUnits(row.quantities) },
          { key: 'refund', title: '退款金额(元)', kind: 'money' },
          { key: 'createdAt', title: '申请时间', kind: 'minute' },
        ]}
      />
      {(!factory || canAdd) && (
        <p className="px-4 py-3">
          <Link href={href(`${base}/create`, { orderId: order.id })}>{factory ? '新建退货单' : '申请退货'}</Link>
        </p>
      )}
    </DetailSection>
  );
}
