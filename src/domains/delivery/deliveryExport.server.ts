import { DELIVER_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { displayUnits } from '~/shared/money';
import { deliveryStates, shipWays } from './delivery';
import { DeliveryQuery, leftText, ToDeliverQuery } from './delivery.schema';
import { deliveryRowsOf } from './deliveryViews.server';
import { pageToDeliver } from './toDeliver.server';

export const deliveryExport = defineExport({
  type: 'delivery',
  title: '发货单',
  permission: DELIVER_MANAGE,
  query: DeliveryQuery,
  filters: {
    no: '发货单号',
    orderNo: '订单编号',
    customerId: '客户',
    warehouseId: '仓库',
    shipWay: ['方式', shipWays],
    waybillNo: '物流单号',
    status: ['状态', deliveryStates],
    out: '已出库',
    shippedStart: '发货时间起',
    shippedEnd: '发货时间止',
    creator: '制单人',
  },
  rows: deliveryRowsOf,
  columns: [
    { key: 'no', title: '发货单号' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'orderCount', title: '订单编号', value: (row) => row.orderNos.join('、') },
    { key: 'warehouseName', title: '仓库' },
    { key: 'totalQty', title: '数量', value: (row) => displayUnits(row.quantities) },
    { key: 'amount', title: '金额(元)', kind: 'yuan' },
    { key: 'shipWay', title: '方式', value: (row) => shipWays[row.shipWay] },
    { key: 'waybillNos', title: '物流单号', value: (row) => row.waybillNos.join('、') },
    { key: 'planDate', title: '计划日期', kind: 'date' },
    { key: 'shippedAt', title: '发货时间', kind: 'time' },
    { key: 'signedAt', title: '签收时间', kind: 'time' },
    { key: 'status', title: '状态', value: (row) => deliveryStates[row.status] },
    { key: 'creator', title: '制单人' },
    { key: 'createdAt', title: '制单时间', kind: 'time' },
  ],
});

export const toDeliverExport = defineExport({
  type: 'to-deliver',
  title: '待发货订单',
  permission: DELIVER_MANAGE,
  query: ToDeliverQuery,
  filters: {
    customerId: '客户',
    orderNo: '订单编号',
    product: '商品',
    expectStart: '期望到货起',
    expectEnd: '期望到货止',
    warehouseId: '仓库',
    complete: '是否齐套',
  },
  rows: pageToDeliver,
  columns: [
    { key: 'no', title: '订单编号' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'address', title: '收货人', value: (row) => row.receiver },
    { key: 'address', title: '电话', value: (row) => row.receiverPhone },
    { key: 'address', title: '收货地址', width: 40 },
    { key: 'warehouseName', title: '仓库' },
    { key: 'pendingQty', title: '待发数量', value: (row) => leftText(row, 'pending') },
    { key: 'deliverableQty', title: '可发数量', value: (row) => leftText(row, 'ready') },
    { key: 'complete', title: '是否齐套', value: (row) => (row.complete ? '齐套' : '不齐套') },
    { key: 'expectDate', title: '期望到货', kind: 'date' },
    { key: 'approvedAt', title: '审核时间', kind: 'time' },
  ],
});
