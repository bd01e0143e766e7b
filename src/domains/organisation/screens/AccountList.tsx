import { useState } from 'react';
import { ROLE_MANAGE } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { confirm } from '~/ui/kit/confirm';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { toast } from '~/ui/kit/toast';
import type { Actions } from '~/ui/kit/types';
import { ListPage } from '~/ui/list/ListPage';
import type { ListHandle } from '~/ui/list/types';
import * as calls from '../calls';
import type { Department } from '../department.schema';
import { inTreeOrder, pathOf } from '../departmentTree';
import type { MemberRow } from '../member.schema';
import { memberStates } from '../memberState';
import { memberColumns } from './memberColumns';

/** Fetched when first opened: the form kit stays out of the list. */
const MemberDialog = late(async () => ({ default: (await import('./MemberDialog')).MemberDialog }));
const HandOverDialog = late(async () => ({ default: (await import('./HandOverDialog')).HandOverDialog }));

interface Props {
  first: AnswerOf<typeof calls.memberList>;
  query: Record<string, string>;
  departments: Department[];
  roles: { id: string; name: string }[];
}
type Doing = { kind: 'seat'; member: MemberRow | null } | { kind: 'handOver'; member: MemberRow } | null;

export default function AccountList({ first, query, departments, roles }: Props) {
  const [doing, setDoing] = useState<{ what: Doing; list: ListHandle<MemberRow> } | null>(null);
  const seesRoles = useCan(ROLE_MANAGE);
  const close = () => setDoing(null);
  const done = () => doing?.list.reload();
  return (
    <>
      <ListPage<MemberRow>
        title="账号"
        source={{ id: 'organisation/accounts', first, query, load: (wanted) => call(calls.memberList, wanted) }}
        filters={[
          { kind: 'text', key: 'keyword', label: '人员', placeholder: '姓名、完整手机号或职务' },
          {
            kind: 'select',
            key: 'departmentId',
            label: '部门',
            hint: '含下级部门',
            options: inTreeOrder(departments).map((one) => ({ value: one.id, label: pathOf(departments, one.id) })),
          },
          { kind: 'select', key: 'roleId', label: '角色', options: roles.map(({ id, name }) => ({ value: id, label: name })) },
        ]}
        tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(memberStates)] }}
        columns={memberColumns}
        buttons={(list) => [
          { label: '邀请账号', tone: 'primary', onPress: () => setDoing({ what: { kind: 'seat', member: null }, list }) },
          seesRoles && { label: '角色管理', href: '/portal/account/role/list' },
        ]}
        rowActions={(row, list) => actionsOf(row, list, (what) => setDoing({ what, list }))}
      />
      {doing?.what?.kind === 'seat' && <MemberDialog member={doing.what.member} departments={departments} roles={roles} onClose={close} onDone={done} />}
      {doing?.what?.kind === 'handOver' && <HandOverDialog member={doing.what.member} onClose={close} onDone={done} />}
    </>
  );
}

function actionsOf(row: MemberRow, list: ListHandle<MemberRow>, open: (what: Doing) => void): Actions {
  const active = row.status === 'ACTIVE';
  return [
    { label: '编辑', onPress: () => open({ kind: 'seat', member: row }) },
    { label: '交接工作', onPress: () => open({ kind: 'handOver', member: row }) },
    active && { label: '重置密码', onPress: () => reset(row) },
    active
      ? { label: '停用', tone: 'danger', onPress: () => turn(row, 'DISABLED', list), disabled: row.self, ...(row.self ? { reason: '不能停用自己的账号' } : {}) }
      : { label: '启用', onPress: () => turn(row, 'ACTIVE', list) },
  ];
}

async function turn(row: MemberRow, status: 'ACTIVE' | 'DISABLED', list: ListHandle<MemberRow>): Promise<void> {
  if (status === 'DISABLED') {
    const { work } = await call(calls.memberWork, { id: row.id });
    const left = work.filter((one) => one.count > 0);
    const body = left.length
      ? `名下还有：${left.map((one) => `${one.label}${one.count}`).join('、')}。停用不会转移这些工作，建议先交接。停用后立即退出登录。`
      : '停用后立即退出登录，不能再进入本企业。';
    if (!(await confirm({ title: `停用“${row.name}”的账号？`, body, tone: 'danger', ok: '停用' }))) return;
  }
  await call(calls.memberSwitch, { id: row.id, version: row.version, status });
  toast(status === 'ACTIVE' ? `“${row.name}”已启用` : `“${row.name}”已停用，登录已失效`, 'ok');
  list.reload();
}

async function reset(row: MemberRow): Promise<void> {
  const body = '原密码立即失效，所有设备退出登录。系统会发送短信，由本人用短信验证码登录或重新设置密码。';
  if (!(await confirm({ title: `重置“${row.name}”的登录密码？`, body, ok: '重置' }))) return;
  const { mobile } = await call(calls.memberReset, { id: row.id });
  toast(`已重置，短信已发送至${mobile}`, 'ok');
}
