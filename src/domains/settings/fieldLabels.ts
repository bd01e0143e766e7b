import { nameFields } from '~/portal/fieldLabels';

nameFields({
  allowShort: '允许欠货',
  auditMode: '审核方式',
  autoSignDays: '自动签收天数',
  dealerSeesStock: '经销商可见库存',
  payFirst: '先款后货',
  reserveAt: '占用时点',
  returnDays: '退货时限(天)',
  statementAuto: '自动生成对账单',
  statementDay: '对账单生成日',
});
