import { nameFields } from '~/portal/fieldLabels';

nameFields({
  applyId: '核销记录',
});
