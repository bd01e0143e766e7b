import type { z } from 'zod';
import { hideableFields } from '~/portal/authority';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { Alert } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import type { scopeChoices } from '../calls';
import { roleGet, roleSave } from '../calls';
import { PermissionTree } from '../pickers/PermissionTree';
import { Boxes, ScopeFields } from '../pickers/ScopeFields';
import { type RoleDetail, RoleForm as RoleSchema } from '../role.schema';

type Values = z.input<typeof RoleSchema>;
const BASE = '/portal/account/role';
interface Props {
  role: RoleDetail | null;
  /** `role` is only the pattern of a new one. */
  copied: boolean;
  choices: AnswerOf<typeof scopeChoices>;
}

const valuesOf = (role: RoleDetail | null): Values => ({
  name: role?.name ?? '',
  remark: role?.remark ?? '',
  permissions: role?.permissions ?? [],
  dataScope: role?.dataScope ?? 'SELF',
  regions: role?.regions ?? [],
  warehouses: role?.warehouses ?? [],
  hiddenFields: role?.hiddenFields ?? [],
});
const fresh = (role: RoleDetail) => ({ values: valuesOf(role), version: role.version });

export default function RoleForm({ role, copied, choices }: Props) {
  const own = copied ? null : role;
  return (
    <FormPage<Values>
      schema={RoleSchema}
      defaults={{ ...valuesOf(role), ...(role && copied ? { name: `${role.name}-副本` } : {}) }}
      latest={own ? async () => fresh(await call(roleGet, { id: own.id })) : undefined}
      draftKey={own ? `role/${own.id}/${own.version}` : `role/new/${role?.id ?? ''}`}
      cancelHref={own ? href(`${BASE}/detail`, { id: own.id }) : `${BASE}/list`}
      submit={async (values, _key, _confirmed, version = own?.version) => {
        const { id } = await call(roleSave, { ...values, id: own?.id ?? '', version: version ?? 0 });
        location.assign(href(`${BASE}/detail`, { id }));
      }}
    >
      {own && own.people > 0 && <Alert tone="info">{`该角色正被${own.people}个账号使用，保存后他们的下一次操作即按新设置生效。`}</Alert>}
      <FormSection title="基本信息" columns={2}>
        <Field name="name" label="角色名称" required>
          <Input maxLength={20} />
        </Field>
        <Field name="remark" label="说明">
          <Input maxLength={100} />
        </Field>
      </FormSection>
      <FormSection title="数据范围" columns={1} note="对列表、详情、统计、导出和选择框一律生效；同一人有多个角色时范围相加，担任协作人的客户始终可见">
        <ScopeFields choices={choices} />
      </FormSection>
      <FormSection title="隐藏字段" columns={1} note="勾选后，该角色的人员看到的是 ***；同一人的其他角色未隐藏时仍可见">
        <Field name="hiddenFields" label="不让该角色看到">
          <Boxes options={optionsOf(hideableFields)} />
        </Field>
      </FormSection>
      <FormSection title="菜单与按钮" columns={1}>
        <Field name="permissions" label="权限" required>
          <PermissionTree />
        </Field>
      </FormSection>
    </FormPage>
  );
}
