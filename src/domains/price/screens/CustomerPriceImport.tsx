import { BatchImport } from '~/domains/batch/pickers/BatchImport';
import { pricePath } from '../pickers/priceColumns';

const columns = [
  { title: '客户编码', required: true },
  { title: 'SKU编码', required: true },
  { title: '单位', note: '留空为基本单位' },
  { title: '起始数量', note: '阶梯价的起始数量，留空为0' },
  { title: '客户价(元)', note: '最多六位小数；合并方式下留空表示停用该行' },
  { title: '生效日期', required: true, note: 'yyyy-MM-dd' },
  { title: '失效日期', note: '留空为长期有效' },
  { title: '备注' },
];

export default function CustomerPriceImport() {
  return <BatchImport type="customerPrice" title="导入客户价" columns={columns} modes={['MERGE', 'INSERT']} backHref={`${pricePath}/list`} />;
}
