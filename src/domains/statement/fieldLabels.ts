import { nameFields } from '~/portal/fieldLabels';

nameFields({
  claimed: '客户认为应为',
  openDisputes: '待处理异议',
  periodEnd: '账期止',
  periodStart: '账期起',
  statementId: '对账单',
});
