import { nameFields } from '~/portal/fieldLabels';

nameFields({
  balanceEnd: '最高余额',
  balanceStart: '最低余额',
  captureAt: '扣款时点',
  expenseCeiling: '费用抵扣上限',
  lowBalance: '最低余额',
  paidAt: '付款时间',
  paidEnd: '付款结束时间',
  paidStart: '付款开始时间',
  payee: '收款户名',
  tradedEnd: '交易结束时间',
  tradedStart: '交易开始时间',
});
