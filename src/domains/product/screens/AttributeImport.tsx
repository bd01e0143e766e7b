import { BatchImport } from '~/domains/batch/pickers/BatchImport';

const columns = [
  { title: '属性编码', required: true, note: '一个属性有多个值时写多行，前六列相同' },
  { title: '属性名称', required: true },
  { title: '属性类型', required: true, note: '销售或描述' },
  { title: '录入方式', required: true, note: '文本、数字、单选、多选或日期；销售属性只能是文本或单选' },
  { title: '是否必填', required: true, note: '是或否' },
  { title: '适用分类编码', note: '多个用逗号分隔；留空适用全部分类' },
  { title: '属性值编码', note: '单选和多选必填' },
  { title: '属性值名称', note: '单选和多选必填' },
];

export default function AttributeImport() {
  return (
    <BatchImport type="attribute" title="导入商品属性" columns={columns} modes={['MERGE', 'INSERT']} backHref="/portal/supplyChain/factory/product/attribute" />
  );
}
