import { nameFields } from '~/portal/fieldLabels';

nameFields({
  mime: '文件类型',
});
