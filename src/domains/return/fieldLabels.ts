import { nameFields } from '~/portal/fieldLabels';

nameFields({
  badWarehouseId: '不良品入库仓',
  deduct: '扣款',
  deliveryLineId: '发货商品',
  goodWarehouseId: '良品入库仓',
  reasonCode: '退货原因',
  reject: '拒收',
});
