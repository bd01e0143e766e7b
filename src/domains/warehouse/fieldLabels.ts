import { nameFields } from '~/portal/fieldLabels';

nameFields({
  batchId: '批次',
  counterparty: '往来单位',
  dayEnd: '结束日期',
  dayStart: '开始日期',
  hideZero: '隐藏零库存',
  high: '库存上限',
  manager: '负责人',
});
