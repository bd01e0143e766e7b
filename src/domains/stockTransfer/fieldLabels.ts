import { nameFields } from '~/portal/fieldLabels';

nameFields({
  fromWarehouseId: '调出仓库',
  toWarehouseId: '调入仓库',
});
