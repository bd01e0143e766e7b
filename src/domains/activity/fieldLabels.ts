import { nameFields } from '~/portal/fieldLabels';

nameFields({
  activityId: '活动',
  perOrderMin: '起购数量',
  totalQuota: '总限量',
});
