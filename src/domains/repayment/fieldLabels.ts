import { nameFields } from '~/portal/fieldLabels';

nameFields({
  atMaturity: '到期日计为还款',
  bankRef: '流水号',
  bill: '承兑汇票状态',
  billDueOn: '票据到期日',
  billEnd: '汇票到期日止',
  billNo: '票号',
  billStart: '汇票到期日起',
  directed: '指定核销',
  dishonoured: '拒付',
  payAhead: '提前还后续各期',
  toCustomerId: '转入客户',
  valueEnd: '入账日止',
  valueOn: '入账日',
  valueStart: '入账日起',
});
