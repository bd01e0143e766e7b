import type { z } from 'zod';
import { call } from '~/shell/call';
import { useMe } from '~/shell/session';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { latestRow } from '~/ui/form/latestRow';
import { Switch } from '~/ui/kit/Checks';
import { Input } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import * as calls from '../calls';
import type { Department } from '../department.schema';
import { inTreeOrder, pathOf } from '../departmentTree';
import { MemberInvite, type MemberRow, MemberUpdate } from '../member.schema';
import { ManySelect } from './ManySelect';

interface Props {
  /** Null: a new one is invited. */
  member: MemberRow | null;
  departments: readonly Department[];
  roles: readonly { id: string; name: string }[];
  onClose: () => void;
  onDone: () => void;
}
type Values = z.input<typeof MemberInvite>;

const blank: Values = { mobile: '', name: '', jobTitle: '', departmentIds: [], roleIds: [], isAdmin: false };
const valuesOf = ({ mobile, name, jobTitle, departments, roles, isAdmin }: MemberRow): Values => ({
  mobile,
  name,
  jobTitle,
  departmentIds: departments.map((one) => one.id),
  roleIds: roles.map((one) => one.id),
  isAdmin,
});

export function MemberDialog({ member, departments, roles, onClose, onDone }: Props) {
  const held = new Set(member?.departments.map((one) => one.id));
  const isAdmin = useMe()?.isAdmin ?? false;
  const places = inTreeOrder(departments)
    .filter((one) => one.status === 'ACTIVE' || held.has(one.id))
    .map((one) => ({ value: one.id, label: pathOf(departments, one.id) }));
  return (
    <FormDialog<Values>
      open
      onClose={onClose}
      title={member ? `编辑账号“${member.name}”` : '邀请账号'}
      ok={member ? '保存' : '发送邀请'}
      schema={(member ? MemberUpdate.omit({ id: true, version: true }) : MemberInvite) as typeof MemberInvite}
      defaults={member ? valuesOf(member) : blank}
      latest={
        member
          ? latestRow(
              async () => [await call(calls.memberGet, { id: member.id })],
              () => true,
              valuesOf,
            )
          : undefined
      }
      submit={async (values, _confirmed, version = member?.version) => {
        if (member) await call(calls.memberUpdate, { ...values, id: member.id, version: version as number });
        else {
          const { created } = await call(calls.memberInvite, values);
          toast(created ? '已邀请，登录方式已发送短信' : '已邀请，该手机号已有账号，可直接登录', 'ok');
        }
        onDone();
      }}
    >
      {!member && (
        <Field name="mobile" label="手机号" required hint="作为登录账号，将收到短信邀请">
          <Input type="tel" maxLength={11} />
        </Field>
      )}
      <Field name="name" label="姓名" required>
        <Input maxLength={30} />
      </Field>
      <Field name="jobTitle" label="职务">
        <Input maxLength={30} />
      </Field>
      <Field name="departmentIds" label="部门" hint="可多选，排在最前的为主部门">
        <ManySelect options={places} />
      </Field>
      <Field name="roleIds" label="角色" hint="多个角色的权限相加；不选角色时没有任何权限">
        <ManySelect options={roles.map(({ id, name }) => ({ value: id, label: name }))} />
      </Field>
      {isAdmin && (
        <Field name="isAdmin" label="企业管理员" hint="拥有全部权限和全部数据，请谨慎设置">
          <Switch label="设为管理员" />
        </Field>
      )}
    </FormDialog>
  );
}
