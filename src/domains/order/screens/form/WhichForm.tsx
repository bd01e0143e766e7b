import { NotEditable } from '~/ui/detail/NotEditable';
import { allowed, orderStates } from '../../order';
import type { OrderStatus } from '../../order.schema';
import type { Buyer, DealerOrderDetail, OrderDetail } from '../../views/orderView.schema';
import { detailHref } from '../perspective';
import type { PerspectiveCalls } from '../perspectiveCalls';
import { ChangeForm } from './ChangeForm';
import { OrderForm } from './OrderForm';

interface Props {
  perspective: PerspectiveCalls;
  order: OrderDetail | DealerOrderDetail;
  buyer?: Buyer | undefined;
  warehouses?: readonly { id: string; name: string; isDefault: boolean }[];
}

const whyNot: Partial<Record<OrderStatus, string>> = {
  PENDING_AUDIT: '要修改请先撤回，再编辑后重新提交',
  PENDING_PAY: '付款后才能申请变更；不再需要可以取消订单',
  DELIVERED: '商品已全部发出，要加订请再来一单',
};

/** Drafts and rejected orders are edited, approved ones changed by request; any other says why it cannot be. */
export function WhichForm({ perspective, order, buyer, warehouses }: Props) {
  const { status } = order;
  const why = { named: order.no ? `订单${order.no}` : '该订单', state: orderStates[status] };
  const side = perspective.dealer ? 'DEALER' : 'FACTORY';
  const detail = detailHref(perspective, order.id);
  if (allowed(status, 'SAVE', side)) {
    if ((order.source === 'DEALER') !== perspective.dealer)
      return <NotEditable {...why} note={perspective.dealer ? '该订单由厂家录入，请联系厂家修改' : '该订单由经销商录入，请由经销商修改'} detailHref={detail} />;
    return <OrderForm perspective={perspective} order={order} buyer={buyer} {...(warehouses ? { warehouses } : {})} />;
  }
  if (!allowed(status, 'CHANGE', side)) return <NotEditable {...why} note={whyNot[status] ?? '订单已结束，要再订请再来一单'} detailHref={detail} />;
  if (order.pending) return <NotEditable title={`订单${order.no}已有待审批的变更，不能再次申请`} note="请等待审批，或先撤回变更" detailHref={detail} />;
  return <ChangeForm perspective={perspective} order={order} />;
}
