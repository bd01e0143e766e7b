import { nameFields } from '~/portal/fieldLabels';

nameFields({
  attributeId: '属性',
  categoryIds: '商品分类',
  descAttrs: '描述属性',
  hasImage: '有无图片',
  hasPrice: '有无价格',
  images: '图片',
  model: '型号',
  saleAttrs: '销售属性',
  scopeId: '范围对象',
  taxRate: '税率',
  visibility: '可见范围',
  volumeM3: '体积',
});
