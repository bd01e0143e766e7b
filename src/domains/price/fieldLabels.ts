import { nameFields } from '~/portal/fieldLabels';

nameFields({
  activityMode: '限时折扣',
  allowZero: '允许零价',
  changeId: '变更单',
  digits: '小数位数',
  floorMode: '低于最低限价',
  floorPrice: '最低限价',
  replaces: '被替换的价格',
});
