import { nameFields } from '~/portal/fieldLabels';

nameFields({
  above: '超过上限时的提示',
  allocation: '还款抵扣顺序',
  allocationWay: '抵扣方式',
  below: '低于LPR时的提示',
  deliver: '是否已发货',
  freezeId: '冻结记录',
  holdHours: '占用时效',
  inUse: '是否在用',
  overPct: '可超额比例',
  revolving: '是否循环',
  usageMax: '使用率不高于',
  usageMin: '使用率不低于',
});
