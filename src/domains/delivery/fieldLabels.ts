import { nameFields } from '~/portal/fieldLabels';

nameFields({
  complete: '可整单发货',
  damage: '破损数量',
  driver: '司机',
  driverPhone: '司机电话',
  orderIds: '订单',
  packageId: '包裹',
  photos: '照片',
  planDate: '计划发货日',
  plateNo: '车牌号',
  shipWay: '发货方式',
});
