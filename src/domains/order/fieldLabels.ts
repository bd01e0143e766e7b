import { nameFields } from '~/portal/fieldLabels';

nameFields({
  auditTimeEnd: '审核结束时间',
  auditTimeStart: '审核开始时间',
  createTimeEnd: '创建结束时间',
  createTimeStart: '创建开始时间',
  deliverStatus: '发货状态',
  docType: '单据类型',
  exceptOrderId: '除外的订单',
  forMe: '待我处理',
  gift: '赠品',
  internalRemark: '内部备注',
  invoiceState: '开票状态',
  lineIds: '明细',
  manualReason: '改价原因',
  paper: '纸张',
  payState: '付款状态',
  returnState: '退货状态',
  rowVersion: '版本',
});
