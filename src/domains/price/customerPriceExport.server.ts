import { PRICE_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { CustomerPriceQuery } from './customerPrice.schema';
import { exportedPrices } from './customerPrice.server';
import { priceStates } from './priceState';

/** In the columns of the import, with a few more to read by. */
export const customerPriceExport = defineExport({
  type: 'customerPrice',
  title: '客户价',
  permission: PRICE_MANAGE,
  importable: true,
  query: CustomerPriceQuery,
  filters: {
    customerId: '客户',
    levelId: '客户级别',
    word: '商品',
    state: ['状态', priceStates],
    validStart: '有效期起',
    validEnd: '有效期止',
    expiring: '即将到期',
  },
  rows: exportedPrices,
  columns: [
    { key: 'customerCode', title: '客户编码' },
    { key: 'skuCode', title: 'SKU编码' },
    { key: 'unitName', title: '单位' },
    { key: 'minQty', title: '起始数量', kind: 'qty' },
    { key: 'price', title: '客户价(元)', kind: 'price' },
    { key: 'validFrom', title: '生效日期', kind: 'date' },
    { key: 'validTo', title: '失效日期', kind: 'date' },
    { key: 'remark', title: '备注' },
    { key: 'customerName', title: '客户名称', width: 32 },
    { key: 'productName', title: '商品名称', width: 32 },
    { key: 'listPrice', title: '标准价(元)', kind: 'price' },
    { key: 'state', title: '状态', value: (row) => priceStates[row.state] },
  ],
});
