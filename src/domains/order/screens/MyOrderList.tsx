import type { ReactNode } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { ProductImage } from '~/domains/product/pickers/ProductImage';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import type { Actions } from '~/ui/kit/types';
import { ListPage } from '~/ui/list/ListPage';
import type { ListHandle } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { myOrderPage } from '../calls';
import { payMethods, payStates } from '../order';
import { commonFilters, Payable, Progress, State, tabs } from './list/listParts';
import { actions, signOrder } from './list/whenUsed';
import { detailHref, editHref, dealerPerspective as perspective } from './perspective';

type MyPage = AnswerOf<typeof myOrderPage>;
type MyOrder = MyPage['pagedRecords'][number];

/** A dealer's own orders at this factory. */
export default function MyOrderList({ first, query }: { first: MyPage; query: Record<string, string> }) {
  return (
    <ListPage<MyOrder>
      title="我的订单"
      noun="订单"
      source={{ id: 'dealer/order/list', first, query, load: (q) => call(myOrderPage, { ...q, withTabs: 'true' }) }}
      tabs={tabs}
      filters={commonFilters.filter((filter) => filter.key !== 'source' && filter.key !== 'changing')}
      columns={[
        {
          key: 'no',
          title: '订单编号',
          fixed: true,
          sortable: true,
          cell: (order) => <Link href={detailHref(perspective, order.id)}>{order.no || '草稿'}</Link>,
        },
        { key: 'createdAt', title: '下单时间', kind: 'minute', sortable: true },
        { key: 'status', title: '状态', cell: (order) => <State order={order} /> },
        { key: 'preview', title: '商品', cell: (order) => <Goods order={order} /> },
        { key: 'totalQty', title: '数量', align: 'right', cell: (order) => displayUnits(order.quantities) },
        { key: 'payable', title: '金额(元)', kind: 'money', sortable: true, cell: (order) => <Payable order={order} /> },
        { key: 'payMethod', title: '支付方式', cell: (order) => payMethods[order.payMethod] },
        { key: 'progress', title: '发货进度', align: 'right', cell: (order) => <Progress order={order} /> },
        { key: 'expectDate', title: '期望到货', kind: 'date', sortable: true },
      ]}
      buttons={(list) => [
        { label: '新建订单', href: `${perspective.base}/create`, tone: 'primary' },
        { label: '快速下单', href: href(`${perspective.base}/create`, { quick: 'paste' }) },
        exportAction('order', list),
      ]}
      rowActions={actionsOf}
      card={(order) => <Card order={order} />}
    />
  );
}

const Goods = ({ order }: { order: MyOrder }) => (
  <span className="flex items-center gap-1.5">
    {order.preview.map((one, index) => (
      <ProductImage key={`${one.name}${index}`} image={one.image} size={32} />
    ))}
    <span className="max-w-48 truncate">
      {order.preview[0]?.name}
      {order.lineCount > 1 && ` 等${order.lineCount}种`}
    </span>
  </span>
);

const Card = ({ order }: { order: MyOrder }) => (
  <>
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
      <Link href={detailHref(perspective, order.id)} className="figures font-medium">
        {order.no || '草稿'}
      </Link>
      <State order={order} />
    </div>
    <div className="flex items-center gap-2">
      {order.preview.map((one, index) => (
        <ProductImage key={`${one.name}${index}`} image={one.image} size={48} />
      ))}
    </div>
    <p className="truncate text-ink-2">
      {order.preview[0]?.name}
      {order.lineCount > 1 && ` 等${order.lineCount}种`}
    </p>
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
      <Fact label="金额(元)" value={<Payable order={order} strong />} />
      <Fact label="支付" value={[payMethods[order.payMethod], order.payState !== 'NONE' && payStates[order.payState]].filter(Boolean).join(' · ')} />
      <Fact label="发货进度" value={<Progress order={order} />} />
      <Fact label="下单时间" value={<DateTime value={order.createdAt} kind="minute" />} />
      {order.expectDate && <Fact label="期望到货" value={order.expectDate} />}
      {order.projectName && <Fact label="项目" value={order.projectName} />}
    </dl>
  </>
);

const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-ink-3">{label}</dt>
    <dd className="truncate">{value}</dd>
  </div>
);

const logisticHref = (order: MyOrder) => href(`${perspective.base}/logistic`, { id: order.id });

async function sign(order: MyOrder, list: ListHandle<MyOrder>): Promise<void> {
  const signed = await signOrder(order.id);
  if (signed) list.reload();
  if (signed === null) location.assign(logisticHref(order));
}

function actionsOf(order: MyOrder, list: ListHandle<MyOrder>): Actions {
  const { status } = order;
  const own = order.source === 'DEALER';
  const then = async (action: (use: Awaited<ReturnType<typeof actions>>) => Promise<boolean>) => (await action(await actions())) && list.reload();
  const writable = own && (status === 'DRAFT' || status === 'REJECTED');
  const shipped = ['PARTIAL_DELIVERED', 'DELIVERED', 'COMPLETED', 'CLOSED'].includes(status);
  return [
    { label: '查看', href: detailHref(perspective, order.id) },
    (status === 'DELIVERED' || status === 'PARTIAL_DELIVERED') && { label: '签收', onPress: () => sign(order, list) },
    writable && { label: '编辑', href: editHref(perspective, order.id) },
    writable && { label: '提交', onPress: () => then((use) => use.submitDialog(perspective, order)) },
    writable && status === 'DRAFT' && !order.no && { label: '删除', tone: 'danger', onPress: () => then((use) => use.deleteDialog(perspective, order)) },
    status === 'PENDING_AUDIT' && own && { label: '撤回', onPress: () => then((use) => use.withdrawDialog(perspective, order)) },
    status === 'PENDING_AUDIT' && own && { label: '撤回修改', onPress: async () => (await actions()).withdrawAndEdit(perspective, order) },
    status === 'PENDING_AUDIT' && { label: '取消', tone: 'danger', onPress: () => then((use) => use.cancelDialog(perspective, order)) },
    (status === 'PENDING_DELIVERY' || status === 'PARTIAL_DELIVERED') && !order.changing && { label: '申请变更', href: editHref(perspective, order.id) },
    (status === 'PENDING_PAY' || status === 'PENDING_DELIVERY') && { label: '申请取消', onPress: () => then((use) => use.askCancelDialog(order)) },
    shipped && { label: '物流', href: logisticHref(order) },
    { label: '再来一单', onPress: async () => (await actions()).copyOrder(perspective, order.id) },
  ];
}
