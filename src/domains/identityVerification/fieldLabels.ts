import { nameFields } from '~/portal/fieldLabels';

nameFields({
  parentCode: '上级企业编号',
  personName: '姓名',
});
