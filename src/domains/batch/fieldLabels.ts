import { nameFields } from '~/portal/fieldLabels';

nameFields({
  approvalRows: '免审批条数',
  fileName: '文件名',
  format: '文件格式',
  jobId: '导入批次',
  keepDays: '文件保留天数',
  mostRows: '单次上限',
  requester: '申请人',
});
