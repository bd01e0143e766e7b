import { nameFields } from '~/portal/fieldLabels';

nameFields({
  buyers: '所选客户',
  goodsScope: '适用商品',
  placeOf: '排到其位置',
});
