import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { PermissionTree } from '~/domains/role/pickers/PermissionTree';
import { Boxes, ScopeFields } from '~/domains/role/pickers/ScopeFields';
import { hideableFields } from '~/portal/authority';
import { href } from '~/portal/href';
import { type Permission, permissionTree } from '~/portal/permissionTree';
import type { AnswerOf, InputOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { NotEditable } from '~/ui/detail/NotEditable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { RadioGroup } from '~/ui/kit/Checks';
import { DateInput } from '~/ui/kit/Dates';
import { Alert } from '~/ui/kit/Feedback';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { type AppKind, appKinds, appScopes, appStates, isEditable, MOST_PER_DAY, MOST_PER_MINUTE } from '../app';
import type { AppDetail } from '../app.schema';
import { appCreate, appGet, type appPermissions, appUpdate } from '../calls';
import { BASE } from './AppList';
import { CallPicker, openedBy } from './CallPicker';
import { SecretDialog } from './SecretDialog';

type Choices = AnswerOf<typeof appPermissions>;
type Secret = AnswerOf<typeof appCreate>;
type Values = Omit<InputOf<typeof appCreate>, 'ipAllow' | 'perMinute' | 'perDay'> & { ipAllow: string; perMinute: string; perDay: string };

const valuesOf = (app: AppDetail | null, kind: AppKind = 'LIVE'): Values => ({
  name: app?.name ?? '',
  remark: app?.remark ?? '',
  kind: app?.kind ?? kind,
  ipAllow: app?.ipAllow.join('\n') ?? '',
  expiresOn: app?.expiresOn ?? '',
  perMinute: String(app?.perMinute ?? 600),
  perDay: String(app?.perDay ?? 100_000),
  permissions: app?.permissions ?? [],
  calls: app?.calls ?? [],
  dataScope: app?.dataScope ?? 'ALL',
  regions: app?.regions ?? [],
  warehouses: app?.warehouses ?? [],
  hiddenFields: app?.hiddenFields ?? [],
});
const sentOf = ({ ipAllow, ...values }: Values) => ({ ...values, ipAllow: ipAllow.split(/[\s,，;；]+/).filter(Boolean) });

/** The part of the tree a program may be given by this person. */
const within = (tree: readonly Permission[], codes: ReadonlySet<string>): Permission[] =>
  tree.filter((node) => codes.has(node.code)).map((node) => ({ ...node, children: within(node.children ?? [], codes) }));

interface Props {
  app: AppDetail | null;
  kind: AppKind;
  choices: Choices;
}

export default function AppForm(props: Props) {
  const { app } = props;
  if (!app || app.mayEdit) return <OpenForm {...props} />;
  const detail = href(`${BASE}/detail`, { id: app.id });
  if (isEditable(app.status))
    return <NotEditable title={`应用“${app.name}”的权限、数据范围或可见字段超过您自己的，不能编辑`} note="请联系管理员操作" detailHref={detail} />;
  return <NotEditable named={`应用“${app.name}”`} state={appStates[app.status]} note="注销后不能恢复，可以新建应用" detailHref={detail} />;
}

function OpenForm({ app, kind, choices }: Props) {
  const [made, setMade] = useState<Secret | null>(null);
  const tree = within(permissionTree, new Set(choices.codes));
  const shown = (id: string) => location.assign(href(`${BASE}/detail`, { id }));
  return (
    <>
      <FormPage<Values>
        defaults={valuesOf(app, kind)}
        latest={app ? async () => fresh(await call(appGet, { id: app.id })) : undefined}
        draftKey={`app/${app ? `${app.id}/${app.version}` : `new/${kind}`}`}
        cancelHref={app ? href(`${BASE}/detail`, { id: app.id }) : BASE}
        submit={async (values, _key, _confirmed, version = app?.version) => {
          if (!app) return setMade(await call(appCreate, sentOf(values)));
          shown((await call(appUpdate, { ...sentOf(values), id: app.id, version: version ?? 0 })).id);
        }}
      >
        {app && <Alert tone="info">保存后，该应用的下一次调用即按新设置生效。</Alert>}
        <FormSection title="基本信息" columns={2}>
          <Field name="name" label="应用名称" required hint="会作为操作人写入单据和日志，如“ERP对接”">
            <Input maxLength={30} />
          </Field>
          <Field name="kind" label="用途" required hint="沙箱中的修改会完整校验并返回结果，但不会保存；建立后不能更改">
            <RadioGroup options={optionsOf(appKinds)} disabled={app !== null} />
          </Field>
          <Field name="remark" label="说明" span={2}>
            <Input maxLength={200} placeholder="谁在用、联系谁" />
          </Field>
        </FormSection>
        <FormSection title="调用限制" columns={2}>
          <Field name="perMinute" label="每分钟调用上限" required hint={`1到${MOST_PER_MINUTE}次`}>
            <NumberInput unit="次" />
          </Field>
          <Field name="perDay" label="每天调用上限" required hint={`1到${MOST_PER_DAY}次，每天0点重新计数`}>
            <NumberInput unit="次" />
          </Field>
          <Field name="expiresOn" label="有效期至" hint="当天24点后不能再调用；留空表示长期有效">
            <DateInput />
          </Field>
          <Field name="ipAllow" label="IP白名单" hint="每行一个IP或网段，如 203.0.113.0/24；留空表示不限制，建议填写">
            <Textarea rows={3} />
          </Field>
        </FormSection>
        <FormSection title="数据范围" columns={1} note="对该应用的所有查询和修改一律生效，不能超过您自己的范围">
          <ScopeFields choices={choices} kinds={appScopes} />
          <Field name="hiddenFields" label="不让该应用看到">
            <Boxes options={optionsOf(hideableFields)} />
          </Field>
        </FormSection>
        <FormSection title="权限与接口" columns={1} note="先选权限，再按需取消其中的接口；以后版本带来的接口不会自动开放">
          <GrantFields choices={choices} tree={tree} />
        </FormSection>
      </FormPage>
      {made && (
        <SecretDialog
          title="应用已建立"
          shown={[
            ['AppKey', made.appKey],
            ['AppSecret', made.secret],
          ]}
          onClose={() => shown(made.id)}
        />
      )}
    </>
  );
}

const fresh = (app: AppDetail) => ({ values: valuesOf(app), version: app.version });

/** A right brings all its calls along, and takes them with it. */
function GrantFields({ choices, tree }: { choices: Choices; tree: readonly Permission[] }) {
  const { getValues, setValue } = useFormContext<Values>();
  const last = useRef(getValues('permissions'));
  const follow = (permissions: string[]) => {
    const had = new Set(openedBy(choices.calls, last.current));
    const kept = new Set(getValues('calls'));
    last.current = permissions;
    const calls = openedBy(choices.calls, permissions).filter((key) => kept.has(key) || !had.has(key));
    setValue('calls', calls, { shouldDirty: true });
  };
  return (
    <>
      <Field name="permissions" label="权限" required>
        <PermissionTree tree={tree} onChange={follow} />
      </Field>
      <Field name="calls" label="接口" required>
        <CallPicker calls={choices.calls} tree={tree} />
      </Field>
    </>
  );
}
