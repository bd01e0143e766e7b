import { refundWays } from '~/domains/finance/refund';
import { REVERSE_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { displayUnits } from '~/shared/money';
import { returnRowsOf } from './list.server';
import { ReturnQuery } from './return.schema';
import { returnReasons, returnSources, returnStates, returnTypes } from './returns';

export const returnExport = defineExport({
  type: 'return-order',
  title: '退货单',
  permission: REVERSE_MANAGE,
  dealers: true,
  query: ReturnQuery,
  filters: {
    no: '退货单号',
    orderNo: '订单编号',
    waybillNo: '物流单号',
    customerId: '客户',
    orderId: '订单',
    type: ['类型', returnTypes],
    reasonCode: ['原因', returnReasons],
    source: ['来源', returnSources],
    status: ['状态', returnStates],
    createdStart: '申请时间起',
    createdEnd: '申请时间止',
  },
  rows: returnRowsOf,
  columns: [
    { key: 'no', title: '退货单号' },
    { key: 'orderNo', title: '订单编号' },
    { key: 'customerName', title: '客户', width: 32, factory: true },
    { key: 'type', title: '类型', value: (row) => returnTypes[row.type] },
    { key: 'reasonCode', title: '原因', value: (row) => returnReasons[row.reasonCode] },
    { key: 'source', title: '来源', value: (row) => returnSources[row.source] },
    { key: 'quantities', title: '退货数量', value: (row) => displayUnits(row.quantities) },
    { key: 'refund', title: '退款金额(元)', kind: 'yuan' },
    { key: 'refundTo', title: '退款去向', value: (row) => refundWays[row.refundTo] },
    { key: 'waybillNo', title: '物流单号' },
    { key: 'status', title: '状态', value: (row) => returnStates[row.status] },
    { key: 'handler', title: '处理人', factory: true },
    { key: 'createdAt', title: '申请时间', kind: 'time' },
    { key: 'finishedAt', title: '完成时间', kind: 'time' },
  ],
});
