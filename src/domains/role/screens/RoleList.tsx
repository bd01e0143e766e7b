import { href } from '~/portal/href';
import { scopeKinds } from '~/portal/scope';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import type { ListHandle } from '~/ui/list/types';
import * as calls from '../calls';
import type { RoleRow } from '../role.schema';
import { scopeText } from '../roleScope';
import { previewAs } from './previewAs';

const BASE = '/portal/account/role';

export default function RoleList({ first, query }: { first: AnswerOf<typeof calls.roleList>; query: Record<string, string> }) {
  return (
    <ListPage<RoleRow>
      title="角色"
      source={{ id: 'role/list', first, query, load: (wanted) => call(calls.roleList, wanted) }}
      filters={[
        { kind: 'text', key: 'name', label: '角色名称' },
        { kind: 'select', key: 'dataScope', label: '数据范围', options: optionsOf(scopeKinds) },
      ]}
      columns={[
        {
          key: 'name',
          title: '角色',
          fixed: true,
          always: true,
          sortable: true,
          width: 120,
          cell: (row) => <Link href={href(`${BASE}/detail`, { id: row.id })}>{row.name}</Link>,
        },
        { key: 'builtIn', title: '类型', cell: (row) => <Tag tone={row.builtIn ? 'info' : 'neutral'}>{row.builtIn ? '预置' : '自定义'}</Tag> },
        {
          key: 'people',
          title: '人数',
          align: 'right',
          cell: (row) => (row.people ? <Link href={href('/portal/account/accountNumber/list', { roleId: row.id })}>{row.people}</Link> : 0),
        },
        { key: 'dataScope', title: '数据范围', width: 180, cell: scopeText },
        { key: 'permissionCount', title: '权限数', align: 'right' },
        { key: 'remark', title: '说明', width: 180 },
        { key: 'updatedBy', title: '更新人', cell: (row) => row.updatedBy || '系统' },
        { key: 'updatedAt', title: '更新时间', kind: 'minute', sortable: true },
      ]}
      buttons={[{ label: '新建角色', href: `${BASE}/edit`, tone: 'primary' }]}
      rowActions={(row, list) => [
        { label: '编辑', href: href(`${BASE}/edit`, { id: row.id }) },
        { label: '预览', onPress: () => previewAs(row) },
        { label: '复制', href: href(`${BASE}/edit`, { from: row.id }) },
        {
          label: '删除',
          tone: 'danger',
          disabled: row.people > 0,
          ...(row.people > 0 ? { reason: `正被${row.people}个账号使用` } : {}),
          onPress: () => remove(row, list),
        },
      ]}
    />
  );
}

async function remove(row: RoleRow, list: ListHandle<RoleRow>): Promise<void> {
  if (!(await confirm({ title: `删除角色“${row.name}”？`, body: '只有没有账号使用的角色可以删除。', tone: 'danger', ok: '删除' }))) return;
  await call(calls.roleDelete, { id: row.id, version: row.version });
  toast('已删除', 'ok');
  list.reload();
}
