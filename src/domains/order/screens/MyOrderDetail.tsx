import { href } from '~/portal/href';
import { DetailPage } from '~/ui/detail/DetailPage';
import type { Actions } from '~/ui/kit/types';
import type { DealerOrderDetail } from '../views/orderView.schema';
import { askCancelDialog, cancelDialog, copyOrder, deleteDialog, submitDialog, withdrawAndEdit, withdrawChangeDialog } from './actions';
import { AddedSections, Amounts, Basics, Events, Files, factsOf, Lines, Notes, Receivables } from './detail/OrderSections';
import { OrderSteps } from './detail/OrderSteps';
import { Versions } from './detail/Versions';
import { State } from './list/listParts';
import { editHref, dealerPerspective as perspective } from './perspective';

/** An order as its dealer sees it. */
export default function MyOrderDetail({ first: order }: { first: DealerOrderDetail }) {
  return (
    <DetailPage
      title="订单"
      no={order.no}
      status={<State order={{ status: order.status, changing: order.pending !== null }} />}
      backHref={`${perspective.base}/list`}
      steps={<OrderSteps order={order} />}
      facts={factsOf(order)}
      actions={actionsOf(order)}
    >
      <Notes order={order} pendingTitle={(pending) => `等待厂家审批的变更：${pending.reason}`} />
      <Basics order={order} />
      <Lines order={order} />
      <Amounts order={order} />
      <AddedSections order={order} />
      <Receivables order={order} />
      {order.version > 0 && <Versions orderId={order.id} dealer />}
      <Files order={order} />
      <Events order={order} />
    </DetailPage>
  );
}

function actionsOf(order: DealerOrderDetail): Actions {
  const { status } = order;
  const own = order.source === 'DEALER';
  const writable = own && (status === 'DRAFT' || status === 'REJECTED');
  const open = status === 'PENDING_DELIVERY' || status === 'PARTIAL_DELIVERED';
  const then = (work: Promise<boolean>) => work.then((done) => void (done && location.reload()));
  return [
    writable && { label: '提交', tone: 'primary', onPress: () => then(submitDialog(perspective, order)) },
    writable && { label: '编辑', href: editHref(perspective, order.id) },
    status === 'PENDING_AUDIT' && own && { label: '撤回修改', onPress: () => withdrawAndEdit(perspective, order) },
    status === 'PENDING_AUDIT' && { label: '取消订单', tone: 'danger', onPress: () => then(cancelDialog(perspective, order)) },
    open && !order.pending && { label: '申请变更', href: href(`${perspective.base}/create`, { id: order.id }) },
    order.pending && { label: '撤回变更', onPress: () => then(withdrawChangeDialog(perspective, order)) },
    (status === 'PENDING_PAY' || status === 'PENDING_DELIVERY') && { label: '申请取消', onPress: () => then(askCancelDialog(order)) },
    order.deliveries.length > 0 && {
      label: status === 'PARTIAL_DELIVERED' || status === 'DELIVERED' ? '物流/签收' : '物流',
      tone: 'primary',
      href: href(`${perspective.base}/logistic`, { id: order.id }),
    },
    { label: '再来一单', onPress: () => copyOrder(perspective, order.id) },
    writable &&
      !order.no && {
        label: '删除',
        tone: 'danger',
        onPress: async () => (await deleteDialog(perspective, order)) && location.assign(`${perspective.base}/list`),
      },
  ];
}
