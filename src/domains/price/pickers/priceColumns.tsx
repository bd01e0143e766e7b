import { href } from '~/portal/href';
import { Link } from '~/ui/kit/Link';
import type { Column } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import type { CustomerPriceRow } from '../customerPrice.schema';
import { priceStates, priceTones } from '../priceState';

export const pricePath = '/portal/supplyChain/factory/customerPrice';

export const priceColumns: Column<CustomerPriceRow>[] = [
  {
    key: 'customerName',
    title: '客户',
    fixed: true,
    sortable: true,
    width: 180,
    cell: (row) => <Link href={href(`${pricePath}/detail`, { id: row.id })}>{row.customerName}</Link>,
  },
  { key: 'customerCode', title: '客户编码', off: true },
  { key: 'skuCode', title: 'SKU编码', sortable: true },
  { key: 'productName', title: '商品', width: 200, cell: (row) => [row.productName, row.saleText].filter(Boolean).join(' / ') },
  { key: 'spec', title: '规格', off: true },
  { key: 'state', title: '状态', cell: (row) => <StatusTag status={row.state} names={priceStates} tones={priceTones} /> },
  { key: 'unitName', title: '单位' },
  { key: 'minQty', title: '起始数量', kind: 'qty', off: true },
  { key: 'listPrice', title: '标准价(元)', kind: 'price' },
  { key: 'price', title: '客户价(元)', brief: true, kind: 'price', sortable: true },
  { key: 'discount', title: '折扣(%)', kind: 'price', off: true },
  { key: 'validFrom', title: '有效期', brief: true, sortable: true, cell: (row) => `${row.validFrom} ~ ${row.validTo ?? '长期'}` },
  { key: 'updatedBy', title: '更新人', off: true },
  { key: 'updatedAt', title: '更新时间', kind: 'minute', sortable: true, off: true },
];
