import { isDealer } from '~/portal/me';
import { ORDER_EXPORT } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { OrderQuery } from '../form/orderInput.schema';
import { lineSources, orderStates } from '../order';
import { linesOf } from '../store.server';
import { orderRows } from '../views/list.server';
import { orderExport } from './orderExport.server';

interface Sku {
  code: string;
  name: string;
  spec: string;
  saleText: string;
  unitName: string;
}

/** 订单明细: the lines of the orders the list shows, one row each. */
export const orderLineExport = defineExport({
  type: 'orderLine',
  title: '订单明细',
  permission: ORDER_EXPORT,
  dealers: true,
  query: OrderQuery,
  ...(orderExport.filters ? { filters: orderExport.filters } : {}),
  async rows(tx, me, query) {
    const page = await orderRows(tx, me, query);
    const orders = new Map(page.pagedRecords.map((order) => [order.id, order]));
    const lines = orders.size ? await linesOf(tx, me, [...orders.keys()]) : [];
    const byOrder = Map.groupBy(lines, (line) => line.order_id);
    const pagedRecords = page.pagedRecords.flatMap((order) =>
      (byOrder.get(order.id) ?? []).map((line) => ({
        id: line.id,
        order,
        line,
        sku: line.sku_snapshot as unknown as Sku,
        remark: isDealer(me) ? '' : line.manual_reason,
      })),
    );
    return { ...page, pagedRecords, read: page.pagedRecords.length };
  },
  columns: [
    { key: 'no', title: '订单编号', value: ({ order }) => order.no },
    { key: 'createdAt', title: '下单时间', kind: 'time', value: ({ order }) => order.createdAt },
    { key: 'customerName', title: '客户名称', width: 32, factory: true, value: ({ order }) => order.customerName },
    { key: 'projectName', title: '项目名称', value: ({ order }) => order.projectName },
    { key: 'status', title: '状态', value: ({ order }) => orderStates[order.status] },
    { key: 'goods', title: '行号', kind: 'number', value: ({ line }) => line.line_no },
    { key: 'goods', title: 'SKU编码', value: ({ sku }) => sku.code },
    { key: 'goods', title: '商品', width: 32, value: ({ sku }) => sku.name },
    { key: 'goods', title: '规格', value: ({ sku }) => [sku.spec, sku.saleText].filter(Boolean).join(' ') },
    { key: 'goods', title: '单位', value: ({ sku }) => sku.unitName },
    { key: 'goods', title: '数量', kind: 'qty', value: ({ line }) => line.qty },
    { key: 'payable', title: '成交价(元)', kind: 'price', value: ({ line }) => line.price },
    { key: 'payable', title: '价格来源', value: ({ line }) => (lineSources as Record<string, string>)[line.price_source] ?? '' },
    { key: 'payable', title: '金额(元)', kind: 'yuan', value: ({ line }) => line.amount },
    { key: 'payable', title: '其中已结单(元)', kind: 'yuan', value: ({ line }) => line.closed_amount },
    { key: 'payable', title: '改价原因', factory: true, value: ({ remark }) => remark },
    { key: 'progress', title: '已发数量', kind: 'qty', value: ({ line }) => line.shipped },
    { key: 'progress', title: '已签数量', kind: 'qty', value: ({ line }) => line.signed },
    { key: 'progress', title: '拒收数量', kind: 'qty', value: ({ line }) => line.refused },
    { key: 'progress', title: '结单数量', kind: 'qty', value: ({ line }) => line.closed },
    { key: 'goods', title: '行备注', value: ({ line }) => line.remark },
  ],
});
