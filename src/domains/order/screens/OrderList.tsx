import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers, findSales } from '~/domains/customer/pickers/whenUsed';
import { loadRegions } from '~/domains/region/pickers/whenUsed';
import { href } from '~/portal/href';
import {
  DELIVER_ADD,
  DELIVER_MANAGE,
  DELIVER_SIGN,
  FUND_CONFIRM,
  ORDER_ADD,
  ORDER_AUDIT,
  ORDER_CANCEL,
  ORDER_CHANGE,
  ORDER_CLOSE,
  ORDER_EDIT,
  ORDER_EXPORT,
} from '~/portal/permissions';
import { displayUnits } from '~/shared/money';
import { call } from '~/shell/call';
import { useMe } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import type { Actions } from '~/ui/kit/types';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, ListHandle, Picked } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { orderPage } from '../calls';
import { invoiceStates, orderSources, payMethods, payStates, returnStates } from '../order';
import type { OrderRow } from '../views/orderRow.schema';
import type { Opened } from './list/ListDialog';
import { commonFilters, type OrderPage, Payable, Progress, payTones, State, tabs } from './list/listParts';
import { actions, findProjects } from './list/whenUsed';
import { detailHref, editHref, factoryPerspective as perspective } from './perspective';

const MOST_PRINTED = 50;
const F = '/portal/supplyChain/factory';

/** Fetched when first opened: what dialogs need stays out of the list. */
const ListDialog = late(() => import('./list/ListDialog'));
type Handle = ListHandle<OrderRow>;

const columns: Column<OrderRow>[] = [
  { key: 'no', title: '订单编号', fixed: true, sortable: true, cell: (order) => <Link href={detailHref(perspective, order.id)}>{order.no || '草稿'}</Link> },
  { key: 'createdAt', title: '下单时间', kind: 'minute', sortable: true },
  { key: 'customerName', title: '客户名称', sortable: true },
  { key: 'status', title: '状态', cell: (order) => <State order={order} /> },
  { key: 'payable', title: '订单金额(元)', kind: 'money', sortable: true, cell: (order) => <Payable order={order} /> },
  {
    key: 'payState',
    title: '付款状态',
    cell: (order) => order.payState !== 'NONE' && <StatusTag status={order.payState} names={payStates} tones={payTones} />,
  },
  { key: 'invoiceState', title: '开票', off: true, cell: (order) => invoiceStates[order.invoiceState] },
  { key: 'returnState', title: '退货', off: true, cell: (order) => returnStates[order.returnState] },
  { key: 'progress', title: '发货进度', align: 'right', cell: (order) => <Progress order={order} /> },
  { key: 'held', title: '冻结(元)', off: true, kind: 'money' },
  { key: 'paid', title: '已付(元)', off: true, kind: 'money' },
  { key: 'payMethod', title: '支付方式', off: true, cell: (order) => payMethods[order.payMethod] },
  { key: 'goods', title: '种数/数量', off: true, align: 'right', cell: (order) => `${order.lineCount} / ${displayUnits(order.quantities)}` },
  { key: 'projectName', title: '项目名称', off: true },
  { key: 'source', title: '来源', off: true, cell: (order) => orderSources[order.source] },
  { key: 'place', title: '收货地区', off: true },
  { key: 'salesName', title: '业务员' },
  { key: 'expectDate', title: '期望到货', off: true, kind: 'date', sortable: true },
];

/** Every order of the factory; what can be done with each depends on its state and the person's permissions. */
export default function OrderList({ first, query }: { first: OrderPage; query: Record<string, string> }) {
  const codes = useMe()?.permissions ?? [];
  const can = (code: string) => codes.includes(code);
  const [opened, setOpened] = useState<Opened>();
  return (
    <>
      <ListPage<OrderRow>
        title="订单"
        source={{ id: 'order/list', first, query, load: (q) => call(orderPage, { ...q, withTabs: 'true' }) }}
        tabs={tabs}
        filters={[
          ...commonFilters.slice(0, 1),
          { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
          ...commonFilters.slice(1),
          { kind: 'pick', key: 'projectId', label: '项目', load: findProjects },
          { kind: 'pick', key: 'salesMemberId', label: '业务员', load: findSales },
          { kind: 'region', key: 'region', label: '收货区域', load: loadRegions },
          { kind: 'bool', key: 'short', label: '是否欠货' },
          { kind: 'bool', key: 'forMe', label: '待我处理' },
        ]}
        columns={columns}
        buttons={(list) => [
          can(ORDER_ADD) && { label: '新建订单', href: `${perspective.base}/create`, tone: 'primary' },
          can(ORDER_ADD) && { label: '导入订单', onPress: () => setOpened({ what: 'import', list }) },
          can(ORDER_EXPORT) && exportAction('order', list),
          can(ORDER_EXPORT) && { ...exportAction('orderLine', list), label: '导出明细' },
        ]}
        rowActions={(order, list) => actionsOf(order, list, can, () => setOpened({ what: 'paid', id: order.id, list }))}
        batch={(picked, list) => batchOf(picked, list, can, (what) => setOpened(what === 'print' ? { what, ids: picked.keys } : { what, picked, list }))}
      />
      {opened && <ListDialog opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function actionsOf(order: OrderRow, list: Handle, can: (code: string) => boolean, confirmPaid: () => void): Actions {
  const { status, source } = order;
  const own = source !== 'DEALER';
  const then = (action: 'submitDialog' | 'deleteDialog' | 'withdrawDialog' | 'cancelDialog') => async () =>
    (await (await actions())[action](perspective, order)) && list.reload();
  const open = status === 'PENDING_DELIVERY' || status === 'PARTIAL_DELIVERED';
  const writable = status === 'DRAFT' || status === 'REJECTED';
  return [
    { label: '查看', href: detailHref(perspective, order.id) },
    writable && own && can(ORDER_EDIT) && { label: '编辑', href: editHref(perspective, order.id) },
    writable && own && can(ORDER_EDIT) && { label: '提交', onPress: then('submitDialog') },
    status === 'DRAFT' && own && !order.no && can(ORDER_EDIT) && { label: '删除', tone: 'danger', onPress: then('deleteDialog') },
    (status === 'PENDING_AUDIT' || order.changing) &&
      can(ORDER_AUDIT) && { label: order.changing ? '审批变更' : '审核', href: href(`${perspective.base}/audit`, { id: order.id }) },
    status === 'PENDING_AUDIT' && own && can(ORDER_EDIT) && { label: '撤回', onPress: then('withdrawDialog') },
    status === 'PENDING_PAY' && can(FUND_CONFIRM) && { label: '确认到款', onPress: confirmPaid },
    order.sendable && can(DELIVER_ADD) && { label: '发货', href: href(`${F}/deliver/create`, { orderIds: order.id }) },
    open &&
      !order.sendable &&
      !order.changing &&
      can(DELIVER_MANAGE) && { label: '待出库', href: href(`${F}/deliver/list`, { orderNo: order.no, status: 'WAIT_OUT' }) },
    open && !order.changing && can(ORDER_CHANGE) && { label: '变更', href: editHref(perspective, order.id) },
    status === 'PARTIAL_DELIVERED' && can(ORDER_CLOSE) && { label: '结单', onPress: async () => (await (await actions()).closeDialog(order)) && list.reload() },
    (status === 'PARTIAL_DELIVERED' || status === 'DELIVERED') && {
      label: can(DELIVER_SIGN) ? '物流/签收' : '物流',
      href: href(`${perspective.base}/logistic`, { id: order.id }),
    },
    ['PENDING_AUDIT', 'PENDING_PAY', 'PENDING_DELIVERY'].includes(status) &&
      can(ORDER_CANCEL) && { label: '取消', tone: 'danger', onPress: then('cancelDialog') },
    can(ORDER_ADD) && { label: '再来一单', onPress: async () => (await actions()).copyOrder(perspective, order.id) },
  ];
}

function batchOf(picked: Picked<OrderRow>, list: Handle, can: (code: string) => boolean, open: (what: 'sales' | 'remark' | 'print') => void): Actions {
  const waiting = picked.rows.filter((order) => order.status === 'PENDING_AUDIT');
  const run = async (pass: boolean) => {
    if (!(await (await actions()).auditMany(waiting, picked.rows.length, pass))) return;
    picked.clear();
    list.reload();
  };
  const state = waiting.length ? {} : { disabled: true, reason: '所选订单中没有待审核的' };
  return [
    can(ORDER_AUDIT) && { label: '批量通过', ...state, onPress: () => run(true) },
    can(ORDER_AUDIT) && { label: '批量驳回', ...state, tone: 'danger', onPress: () => run(false) },
    {
      label: '批量打印',
      ...(picked.keys.length > MOST_PRINTED ? { disabled: true, reason: `一次最多打印${MOST_PRINTED}张` } : {}),
      onPress: () => open('print'),
    },
    can(ORDER_EDIT) && { label: '改业务员', onPress: () => open('sales') },
    can(ORDER_EDIT) && { label: '内部备注', onPress: () => open('remark') },
  ];
}
