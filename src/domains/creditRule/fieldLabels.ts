import { nameFields } from '~/portal/fieldLabels';

nameFields({
  checkpoint: '检查点',
  checkpoints: '检查点',
  effectiveFrom: '生效日期',
  lifterRoleIds: '可解除的角色',
  liftsItself: '自动解除',
  pct: '比例',
  releaseDeviationPct: '特批后允许偏差',
  releaseValidDays: '特批有效天数',
  typeIds: '授信类型',
});
