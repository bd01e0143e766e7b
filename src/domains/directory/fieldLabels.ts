import { nameFields } from '~/portal/fieldLabels';

nameFields({
  appSecret: 'AppSecret',
  defaultRoleId: '默认角色',
  departmentName: '部门名称',
  departmentParent: '上级部门',
  externalId: '钉钉编号',
  handOver: '离职交接',
  handOverTo: '交接给',
  invite: '发送邀请短信',
  localId: '本系统对应',
  memberDepartments: '所在部门',
  nightly: '每晚同步',
  rootDepartmentId: '起始部门',
});
