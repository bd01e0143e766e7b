import { Tag } from '~/ui/kit/Tag';
import type { Column } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import type { MemberRow } from '../member.schema';
import { memberStates } from '../memberState';

export const memberColumns: Column<MemberRow>[] = [
  {
    key: 'name',
    title: '姓名',
    fixed: true,
    always: true,
    sortable: true,
    width: 130,
    cell: (row) => (
      <span className="inline-flex items-center gap-1.5">
        {row.name}
        {row.isAdmin && <Tag tone="brand">管理员</Tag>}
        {row.self && <Tag>本人</Tag>}
      </span>
    ),
  },
  { key: 'mobile', title: '手机号', width: 120 },
  { key: 'departments', title: '部门', width: 140, cell: (row) => row.departments.map((one) => one.name).join('、') || '- -' },
  { key: 'jobTitle', title: '职务' },
  { key: 'roles', title: '角色', width: 140, cell: (row) => (row.isAdmin ? '全部权限' : row.roles.map((one) => one.name).join('、') || '未分配') },
  { key: 'status', title: '状态', sortable: true, cell: (row) => <StatusTag status={row.status} names={memberStates} /> },
  { key: 'lastLoginAt', title: '最近登录', kind: 'minute', sortable: true },
  { key: 'dingtalk', title: '钉钉绑定', cell: (row) => (row.dingtalk ? '已绑定' : '未绑定') },
];
