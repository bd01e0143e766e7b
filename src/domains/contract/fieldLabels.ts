import { nameFields } from '~/portal/fieldLabels';

nameFields({
  agreed: '同意签署',
  deadline: '签署截止',
  deadlineEnd: '签署截止止',
  deadlineStart: '签署截止起',
  download: '下载',
  passkey: '通行密钥',
  riding: '骑缝章',
  sealKind: '印章',
  signerId: '签署方',
  signers: '签署方',
  signOrder: '签署顺序',
  uploadKey: '合同文件',
});
