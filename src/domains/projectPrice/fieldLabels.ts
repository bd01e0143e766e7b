import { nameFields } from '~/portal/fieldLabels';

nameFields({
  capQty: '用量上限',
  sheetId: '工程价单',
});
