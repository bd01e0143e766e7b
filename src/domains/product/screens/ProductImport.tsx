import { BatchImport } from '~/domains/batch/pickers/BatchImport';

const columns = [
  { title: '商品编码', note: '留空时用SKU编码；同一商品的多个SKU填相同的商品编码' },
  { title: '商品名称', required: true },
  { title: '商品分类编码', required: true, note: '须先在“商品分类”中建立' },
  { title: '品牌' },
  { title: '规格型号' },
  { title: 'SKU编码', required: true, note: '按文本填写，保留前导零' },
  { title: '条码' },
  { title: '销售属性1名/值', note: '最多三组，分列填写属性名和值；须先在“商品属性”中建立' },
  { title: '基本单位', required: true },
  { title: '辅助单位' },
  { title: '换算率', note: '如 1箱=12个，或只填12' },
  { title: '标准价(元)', required: true, note: '最多六位小数' },
  { title: '最低限价(元)' },
  { title: '起订量' },
  { title: '订购倍数' },
  { title: '税率(%)', note: '如 13；留空为13' },
  { title: '税收分类编码', note: '19位数字' },
  { title: '重量(kg)' },
  { title: '体积(m³)' },
  { title: '状态', note: '上架、下架或草稿；新商品留空为草稿' },
];

export default function ProductImport() {
  return <BatchImport type="product" title="导入商品" columns={columns} modes={['MERGE', 'INSERT']} backHref="/portal/supplyChain/factory/product/list" />;
}
