import type { OrderContent } from '../form/orderInput.schema';
import { inputOf } from '../lines/lines.server';
import { offered } from '../payment/payMethod';
import type { Line, Order } from '../store.server';

/** A stored order as its own input, to submit or copy what is already there. */
export function contentOf(order: Order, lines: readonly Line[]): OrderContent {
  return {
    customerId: order.customer_id,
    projectId: order.project_id ?? '',
    type: order.type === 'SAMPLE' ? 'SAMPLE' : 'NORMAL',
    warehouseId: order.warehouse_id,
    salesMemberId: order.sales_member_id ?? '',
    receiver: order.receiver,
    receiverPhone: order.receiver_phone,
    province: order.province,
    city: order.city,
    district: order.district,
    address: order.address,
    expectDate: order.expect_date ?? '',
    payMethod: offered(order.pay_method),
    expense: order.expense_asked,
    freight: order.freight,
    remark: order.remark,
    internalRemark: order.internal_remark,
    lines: lines.map(inputOf),
  };
}
