import { href } from '~/portal/href';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Alert } from '~/ui/kit/Feedback';
import type { Actions } from '~/ui/kit/types';
import { Money } from '~/ui/values/Money';
import type { DealerOrderDetail } from '../orderView';
import { editHref, dealerFace as face } from './face';
import { Progress, State } from './listParts';
import { askCancelDialog, cancelDialog, copyOrder, deleteDialog, submitDialog, withdrawAndEdit, withdrawChangeDialog } from './moves';
import { Amounts, Basics, Deliveries, Differences, Events, lineColumns, OrderSteps, Receivables } from './OrderSections';
import { Versions } from './Versions';

/** An order as its dealer sees it. */
export default function MyOrderDetail({ first: order }: { first: DealerOrderDetail }) {
  return (
    <DetailPage
      title="订单"
      no={order.no}
      status={<State order={{ status: order.status, changing: order.pending !== null }} />}
      backHref={`${face.base}/list`}
      steps={<OrderSteps order={order} />}
      facts={[
        { label: '应付(元)', value: <Money value={order.payable} strong /> },
        { label: '已冻结(元)', value: <Money value={order.held} /> },
        { label: '已付(元)', value: <Money value={order.paid} /> },
        { label: '发货进度', value: <Progress order={order} /> },
      ]}
      actions={actionsOf(order)}
    >
      {order.closeReason && <Alert tone={order.status === 'REJECTED' || order.status === 'CANCELLED' ? 'danger' : 'info'}>原因：{order.closeReason}</Alert>}
      {order.pending && (
        <DetailSection title={`等待厂家审批的变更：${order.pending.reason}`} flush>
          <Differences rows={order.pending.diff} />
        </DetailSection>
      )}
      <Basics order={order} />
      <DetailSection title="商品明细" flush>
        <DetailTable
          caption="商品明细"
          rows={order.lines}
          columns={lineColumns(order) as never}
          totals={{ amount: <Money value={order.goodsAmount} strong /> }}
        />
      </DetailSection>
      <Amounts order={order} />
      <Deliveries order={order} />
      <Receivables order={order} />
      {order.version > 0 && <Versions orderId={order.id} dealer />}
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
    writable && { label: '提交', tone: 'primary', onPress: () => then(submitDialog(face, order)) },
    writable && { label: '编辑', href: editHref(face, order.id) },
    status === 'PENDING_AUDIT' && own && { label: '撤回修改', onPress: () => withdrawAndEdit(face, order) },
    status === 'PENDING_AUDIT' && { label: '取消订单', tone: 'danger', onPress: () => then(cancelDialog(face, order)) },
    open && !order.pending && { label: '申请变更', href: href(`${face.base}/create`, { id: order.id }) },
    order.pending && { label: '撤回变更', onPress: () => then(withdrawChangeDialog(face, order)) },
    (status === 'PENDING_PAY' || status === 'PENDING_DELIVERY') && { label: '申请取消', onPress: () => then(askCancelDialog(order)) },
    order.deliveries.length > 0 && {
      label: status === 'PARTIAL_DELIVERED' || status === 'DELIVERED' ? '物流/确认收货' : '物流',
      tone: 'primary',
      href: href(`${face.base}/logistic`, { id: order.id }),
    },
    { label: '再来一单', onPress: () => copyOrder(face, order.id) },
    writable && !order.no && { label: '删除', tone: 'danger', onPress: async () => (await deleteDialog(face, order)) && location.assign(`${face.base}/list`) },
  ];
}
