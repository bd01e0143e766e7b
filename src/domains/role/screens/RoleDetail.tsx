import { hideableFields } from '~/portal/authority';
import { href } from '~/portal/href';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Tag } from '~/ui/kit/Tag';
import { DateTime } from '~/ui/values/DateTime';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { StatusTag } from '~/ui/values/StatusTag';
import { PermissionTree } from '../pickers/PermissionTree';
import type { RoleDetail as Detail } from '../role.schema';
import { scopeText } from '../roleScope';
import { previewAs } from './previewAs';

const BASE = '/portal/account/role';
const states = { ACTIVE: '启用', DISABLED: '已停用' };

export default function RoleDetail({ role }: { role: Detail }) {
  return (
    <DetailPage
      title={role.name}
      status={<Tag tone={role.builtIn ? 'info' : 'neutral'}>{role.builtIn ? '预置角色' : '自定义角色'}</Tag>}
      backHref={`${BASE}/list`}
      facts={[
        { label: '使用人数', value: `${role.people}人` },
        { label: '数据范围', value: scopeText(role) },
        { label: '权限数', value: role.permissionCount },
        { label: '更新时间', value: <DateTime value={role.updatedAt} kind="minute" /> },
      ]}
      actions={[
        { label: '编辑', tone: 'primary', href: href(`${BASE}/edit`, { id: role.id }) },
        { label: '以该角色预览', onPress: () => previewAs(role) },
        { label: '复制为新角色', href: href(`${BASE}/edit`, { from: role.id }) },
      ]}
    >
      <DetailSection title="基本信息">
        <Descriptions
          items={[
            { label: '说明', value: role.remark, span: 2 },
            { label: '隐藏字段', value: role.hiddenFields.map((field) => hideableFields[field]).join('、') || '无' },
            { label: '更新人', value: role.updatedBy || '系统' },
          ]}
        />
      </DetailSection>
      <DetailSection title="菜单与按钮">
        <PermissionTree value={role.permissions} readOnly />
      </DetailSection>
      <DetailSection title="使用该角色的账号" flush>
        <DetailTable
          caption="使用该角色的账号"
          rows={role.members}
          empty="暂无账号使用该角色"
          columns={[
            { key: 'name', title: '姓名' },
            { key: 'jobTitle', title: '职务' },
            { key: 'departments', title: '部门' },
            { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={states} /> },
          ]}
        />
      </DetailSection>
      <DetailSection title="操作记录">
        <LogTimeline log={role.log} />
      </DetailSection>
    </DetailPage>
  );
}
