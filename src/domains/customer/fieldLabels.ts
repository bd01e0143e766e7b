import { nameFields } from '~/portal/fieldLabels';

nameFields({
  bindingId: '绑定账号',
  fromVersion: '被合并客户的版本',
  idleDays: '未下单天数',
  intoId: '保留客户',
  intoVersion: '保留客户的版本',
  isMain: '主联系人',
  isMember: '是否会员',
  salesAreaId: '销售区域',
  stockVisible: '可见库存',
  toMemberId: '接收人',
  withOrders: '订单一并转移',
  withProjects: '项目一并转移',
});
