import { nameFields } from '~/portal/fieldLabels';

nameFields({
  amountFrom: '申请金额从',
  amountTo: '申请金额低于',
  bonusPct: '按时还款上调',
  granted: '批准额度',
  guarantors: '担保人',
  latePct: '逾期下调',
  lowPct: '区间下限',
  loyalDays: '上调所需合作天数',
  materialId: '材料',
  materials: '材料',
  requested: '申请额度',
  stopDays: '不建议的逾期天数',
});
