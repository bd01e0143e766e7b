import { nameFields } from '~/portal/fieldLabels';

nameFields({
  contractor: '施工单位',
  developer: '建设单位',
  endEnd: '结束日期止',
  endStart: '结束日期起',
  expectedAmount: '预计金额',
  expectedQty: '预计用量',
  expectedUnit: '用量单位',
});
