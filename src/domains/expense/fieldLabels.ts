import { nameFields } from '~/portal/fieldLabels';

nameFields({
  basisNo: '依据单号',
  maxRatio: '抵扣比例',
  scopeIds: '适用商品明细',
});
