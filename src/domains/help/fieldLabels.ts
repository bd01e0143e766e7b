import { nameFields } from '~/portal/fieldLabels';

nameFields({
  centre: '帮助中心',
  helpful: '是否有帮助',
  voter: '浏览器标识',
});
