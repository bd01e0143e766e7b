import { defineSubject } from '~/portal/subject';

const F = '/portal/supplyChain/factory';

export const product = defineSubject({ type: 'product', name: '商品', page: `${F}/product/detail`, log: 'everybody' });
export const sku = defineSubject({ type: 'sku', name: 'SKU', log: 'everybody' });
export const category = defineSubject({ type: 'category', name: '商品分类', log: 'everybody' });
export const attribute = defineSubject({ type: 'attribute', name: '商品属性', log: 'everybody' });
export const attributeImport = defineSubject({ type: 'attributeImport', name: '商品属性导入', log: 'everybody' });
export const unit = defineSubject({ type: 'unit', name: '计量单位', log: 'everybody' });
