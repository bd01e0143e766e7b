import { nameFields } from '~/portal/fieldLabels';

nameFields({
  add: '累加',
  counted: '实盘数量',
  expireAt: '截止时间',
  scopeValues: '盘点范围内容',
});
