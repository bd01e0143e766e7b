import { nameFields } from '~/portal/fieldLabels';

nameFields({
  leaderId: '负责人',
});
