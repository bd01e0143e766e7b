import { useState } from 'react';
import { WhoSees } from '~/domains/role/pickers/WhoSees';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { DELIVER_ADD, FUND_CONFIRM, ORDER_ADD, ORDER_CANCEL, ORDER_CHANGE, ORDER_CLOSE, ORDER_EDIT, PRICE_CUSTOMER } from '~/portal/permissions';
import { compareQty, sumQty } from '~/shared/money';
import { useMe } from '~/shell/session';
import { DetailPage } from '~/ui/detail/DetailPage';
import { late } from '~/ui/kit/late';
import type { Actions } from '~/ui/kit/types';
import { isApproved } from '../order';
import type { OrderDetail as Order } from '../views/orderView.schema';
import { cancelDialog, closeDialog, copyOrder, deleteDialog, submitDialog, withdrawChangeDialog, withdrawDialog } from './actions';
import { AuditNotes, AuditRecords } from './audit/AuditTasks';
import { AddedSections, Amounts, type AnyLine, Basics, Events, Files, factsOf, Lines, Notes, Receivables } from './detail/OrderSections';
import { OrderSteps } from './detail/OrderSteps';
import { Versions } from './detail/Versions';
import { State } from './list/listParts';
import { editHref, factoryPerspective as perspective } from './perspective';

/** Fetched when first opened: the form kit stays out of the page. */
const OrderPrint = late(() => import('./OrderPrint'));
const PaidDialog = late(() => import('./detail/PaidDialog'));
const PriceBackDialog = late(() => import('./detail/PriceBackDialog'));
const F = '/portal/supplyChain/factory';
const money = {
  receivable: (id: string) => href(`${F}/finance/receivables/receivablesDetail`, { id }),
  receipt: (id: string) => href(`${F}/finance/receivables/receiptDetail`, { id }),
};

export default function OrderDetail({ first: order }: { first: Order }) {
  const codes = useMe()?.permissions ?? [];
  const can = (code: string) => codes.includes(code);
  const [opened, setOpened] = useState<'paid' | 'print' | 'prices'>();
  const [asking, setAsking] = useState(false);
  const then = async (work: Promise<boolean>) => {
    if (await work) location.reload();
  };
  const left = (line: AnyLine) => compareQty(sumQty([line.shipped, line.closed]), line.qty) < 0;
  return (
    <DetailPage
      title="订单"
      no={order.no}
      status={<State order={{ status: order.status, changing: order.pending !== null, short: order.short }} />}
      backHref={`${perspective.base}/list`}
      steps={<OrderSteps order={order} />}
      facts={factsOf(order)}
      actions={[...actionsOf(order, can, then, setOpened), { label: '谁能看到', onPress: () => setAsking(true) }]}
    >
      {asking && <WhoSees subject="order" id={order.id} onClose={() => setAsking(false)} />}
      <AuditNotes order={order} />
      <Notes order={order} pendingTitle={(pending) => `待审批的变更（${pending.actor}：${pending.reason}）`} />
      <Basics order={order} />
      <Lines
        order={order}
        rowActions={
          order.status === 'PARTIAL_DELIVERED' && !order.pending && can(ORDER_CLOSE)
            ? (line) => [left(line) && { label: '结单', onPress: () => then(closeDialog(order, [line.id])) }]
            : undefined
        }
      />
      <Amounts order={order} />
      <AddedSections order={order} />
      <Receivables order={order} links={money} />
      <AuditRecords order={order} />
      {order.version > 0 && <Versions orderId={order.id} />}
      <Files order={order} />
      <Events order={order} />
      {opened === 'paid' && <PaidDialog id={order.id} onClose={() => setOpened(undefined)} onDone={() => location.reload()} />}
      {opened === 'prices' && <PriceBackDialog id={order.id} onClose={() => setOpened(undefined)} onDone={() => location.reload()} />}
      {opened === 'print' && <OrderPrint ids={[order.id]} onClose={() => setOpened(undefined)} />}
    </DetailPage>
  );
}

/** Nobody asks any more who approves these. */
const CLOSED = ['COMPLETED', 'CLOSED', 'CANCELLED'];

function actionsOf(
  order: Order,
  can: (code: string) => boolean,
  then: (work: Promise<boolean>) => Promise<void>,
  show: (what: 'paid' | 'print' | 'prices') => void,
): Actions {
  const { status } = order;
  const own = order.source !== 'DEALER';
  const writable = own && (status === 'DRAFT' || status === 'REJECTED');
  const open = status === 'PENDING_DELIVERY' || status === 'PARTIAL_DELIVERED';
  const audit = href(`${perspective.base}/audit`, { id: order.id });
  return [
    writable && can(ORDER_EDIT) && { label: '提交', tone: 'primary', onPress: () => then(submitDialog(perspective, order)) },
    writable && can(ORDER_EDIT) && { label: '编辑', href: editHref(perspective, order.id) },
    status === 'PENDING_AUDIT' && order.audit.mayDecide && { label: '审核', tone: 'primary', href: audit },
    order.pending && order.audit.mayDecide && { label: '审批变更', tone: 'primary', href: audit },
    status === 'PENDING_AUDIT' && own && can(ORDER_EDIT) && { label: '撤回', onPress: () => then(withdrawDialog(perspective, order)) },
    status === 'PENDING_PAY' && can(FUND_CONFIRM) && { label: '确认到款', tone: 'primary', onPress: () => show('paid') },
    order.sendable && can(DELIVER_ADD) && { label: '发货', tone: 'primary', href: href(`${F}/deliver/create`, { orderIds: order.id }) },
    open && !order.pending && can(ORDER_CHANGE) && { label: '变更', href: editHref(perspective, order.id) },
    order.pending && can(ORDER_CHANGE) && { label: '撤回变更', onPress: () => then(withdrawChangeDialog(perspective, order)) },
    status === 'PARTIAL_DELIVERED' && !order.pending && can(ORDER_CLOSE) && { label: '整单结单', onPress: () => then(closeDialog(order)) },
    order.deliveries.length > 0 && { label: '物流', href: href(`${perspective.base}/logistic`, { id: order.id }) },
    order.pending ? approvalWay('orderChange', order.id) : !CLOSED.includes(status) && approvalWay('order', order.id, writable),
    handPriced(order) && can(PRICE_CUSTOMER) && { label: '写入客户价', onPress: () => show('prices') },
    order.no !== '' && { label: '打印', onPress: () => show('print') },
    can(ORDER_ADD) && { label: '再来一单', onPress: () => copyOrder(perspective, order.id) },
    writable && !order.no && can(ORDER_EDIT) && { label: '删除', tone: 'danger', onPress: () => removed(order) },
    ['PENDING_AUDIT', 'REJECTED', 'PENDING_PAY', 'PENDING_DELIVERY'].includes(status) &&
      compareQty(order.shippedQty, '0') === 0 &&
      can(ORDER_CANCEL) && { label: '取消订单', tone: 'danger', onPress: () => then(cancelDialog(perspective, order)) },
  ];
}

/** Something was agreed by hand that may become the customer's price. */
const handPriced = (order: Order): boolean => isApproved(order.status) && order.type !== 'SAMPLE' && order.lines.some((line) => line.manualPrice && !line.gift);

async function removed(order: Order): Promise<void> {
  if (await deleteDialog(perspective, order)) location.assign(`${perspective.base}/list`);
}
