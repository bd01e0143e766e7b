import { ORDER_EXPORT } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { displayUnits } from '~/shared/money';
import { OrderQuery } from '../form/orderInput';
import { orderSources, orderStates, payMethods, payStates } from '../order';
import { orderRows } from '../views/list.server';

/** Keys are those of the factory's and the dealer's order list; columns that stand together in one of the list's share its key. */
export const orderExport = defineExport({
  type: 'order',
  title: '订单',
  permission: ORDER_EXPORT,
  dealers: true,
  query: OrderQuery,
  filters: {
    orderNo: '订单编号',
    customerId: '客户',
    projectId: '项目',
    product: '商品',
    status: ['状态', orderStates],
    deliverStatus: ['发货状态', { NONE: '未发货', PART: '部分发货', ALL: '全部发货' }],
    payMethod: ['支付方式', payMethods],
    payState: ['付款状态', payStates],
    source: ['来源', orderSources],
    salesMemberId: '业务员',
    region: '地区',
    createTimeStart: '下单时间起',
    createTimeEnd: '下单时间止',
    submitTimeStart: '提交时间起',
    submitTimeEnd: '提交时间止',
    auditTimeStart: '审核时间起',
    auditTimeEnd: '审核时间止',
    expectStart: '期望到货起',
    expectEnd: '期望到货止',
    short: '是否欠货',
    changing: '变更中',
    forMe: '待我处理',
  },
  rows: orderRows,
  columns: [
    { key: 'no', title: '订单编号' },
    { key: 'createdAt', title: '下单时间', kind: 'time' },
    { key: 'customerName', title: '客户名称', width: 32 },
    { key: 'projectName', title: '项目名称' },
    { key: 'source', title: '来源', value: (row) => orderSources[row.source] },
    { key: 'preview', title: '商品', width: 40, value: (row) => row.preview.map((goods) => goods.name).join('、') },
    { key: 'goods', title: '商品种数', kind: 'number', value: (row) => row.lineCount },
    { key: 'goods', title: '数量', value: (row) => displayUnits(row.quantities) },
    { key: 'payable', title: '订单金额(元)', kind: 'yuan' },
    { key: 'payable', title: '其中已结单(元)', kind: 'yuan', value: (row) => row.closedAmount },
    { key: 'held', title: '冻结(元)', kind: 'yuan' },
    { key: 'paid', title: '已付(元)', kind: 'yuan' },
    { key: 'payState', title: '付款状态', value: (row) => payStates[row.payState] },
    { key: 'payMethod', title: '支付方式', value: (row) => payMethods[row.payMethod] },
    { key: 'status', title: '状态', value: (row) => orderStates[row.status] },
    { key: 'status', title: '变更中', value: (row) => (row.changing ? '是' : '否') },
    { key: 'status', title: '欠货', factory: true, value: (row) => (row.short ? '是' : '否') },
    { key: 'progress', title: '已发数量', value: (row) => displayUnits(row.quantities.map((one) => ({ ...one, qty: one.shipped }))) },
    { key: 'progress', title: '已签数量', value: (row) => displayUnits(row.quantities.map((one) => ({ ...one, qty: one.signed }))) },
    { key: 'place', title: '收货地区' },
    { key: 'salesName', title: '业务员', factory: true },
    { key: 'expectDate', title: '期望到货', kind: 'date' },
  ],
});
