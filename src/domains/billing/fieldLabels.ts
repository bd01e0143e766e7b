import { nameFields } from '~/portal/fieldLabels';

nameFields({
  invoiceNo: '发票号码',
  invoices: '发票',
  issuedEnd: '开票时间止',
  issuedOn: '开票日期',
  issuedStart: '开票时间起',
  redDue: '待红冲',
  redReason: '红冲原因',
  titleId: '常用抬头',
});
