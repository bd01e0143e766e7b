import { nameFields } from '~/portal/fieldLabels';

nameFields({
  silent: '静默签署',
  sealId: '印章',
});
