import { nameFields } from '~/portal/fieldLabels';

nameFields({
  personName: '姓名',
});
