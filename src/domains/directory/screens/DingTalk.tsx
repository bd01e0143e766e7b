import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { href } from '~/portal/href';
import type { AnswerOf, InputOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { ActionRow, Button } from '~/ui/kit/Button';
import { Switch } from '~/ui/kit/Checks';
import { Combobox } from '~/ui/kit/Combobox';
import { Alert } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { configRead, configSave, configTest, syncPreview } from '../calls';
import { handOvers, mappedFields, mappedKeys, policies, usualMapping } from '../directory';
import { BASE } from './runWords';

type First = AnswerOf<typeof configRead>;
type Values = Omit<InputOf<typeof configSave>, 'version'>;

const blank: Values = {
  ...{ appKey: '', appSecret: '', rootDepartmentId: '', defaultRoleId: '', handOver: 'LEADER', handOverTo: '', nightly: false, invite: true },
  ...usualMapping,
};
function valuesOf({ config }: First): Values {
  if (!config) return blank;
  const { version: _, configuredBy: __, updatedAt: ___, ...kept } = config;
  return { ...blank, ...kept, appSecret: '' };
}
const latest = async () => {
  const now = await call(configRead, {});
  return { values: valuesOf(now), version: now.config?.version ?? 0 };
};
const named = (list: readonly { id: string; name: string }[]) => list.map(({ id, name }) => ({ value: id, label: name }));

/** Where a company says how its departments and people come from DingTalk. */
export default function DingTalk({ first }: { first: First }) {
  const [now, setNow] = useState(first);
  const saved = now.config;
  const submit = async (values: Values, _key: string, _confirmed: boolean, version = saved?.version ?? 0) => {
    await call(configSave, { ...values, version });
    setNow(await call(configRead, {}));
    toast('钉钉同步的配置已保存', 'ok');
  };
  return (
    <div className="flex flex-col gap-3">
      <Head first={first} configured={saved !== null} />
      {/* Drawn anew when it is saved: what is secret does not stay in its field. */}
      <FormPage<Values> key={saved?.version ?? 0} defaults={valuesOf(now)} submit={submit} latest={latest}>
        <FormSection title="应用凭证" note="在钉钉开放平台新建企业内部应用，并开通通讯录的部门、成员与手机号权限">
          <Field name="appKey" label="AppKey" required hint="应用详情中的Client ID">
            <Input maxLength={64} autoComplete="off" />
          </Field>
          <Field
            name="appSecret"
            label="AppSecret"
            required={!saved}
            hint={saved ? '已加密保存，不再显示；留空表示不更换' : 'Client Secret，加密保存后不再显示'}
          >
            <Input maxLength={128} autoComplete="new-password" type="password" />
          </Field>
          <TestButton />
        </FormSection>
        <FormSection title="同步规则">
          <Field name="rootDepartmentId" label="钉钉顶级部门对应" hint="留空时，钉钉的一级部门就是本系统的顶级部门">
            <Combobox options={named(first.departments)} placeholder="顶级" />
          </Field>
          <Field name="defaultRoleId" label="新成员的默认角色" hint="仅开通账号时分配，只列出您可以授予的角色">
            <Select options={named(first.roles)} placeholder="不分配角色" />
          </Field>
          <Field name="handOver" label="离职人员的工作" hint="客户、订单与待办按交接规则转出；交接不了的在同步记录中列出">
            <Select options={optionsOf(handOvers)} />
          </Field>
          <HandOverTo members={first.members} />
          <Field name="invite" label="新成员通知">
            <Switch label="短信告知已开通账号" />
          </Field>
          <Field
            name="nightly"
            label="每晚自动同步"
            hint={`每天01:30执行，使用保存人的权限${saved?.configuredBy ? `（当前：${saved.configuredBy}）` : ''}；停用人数过多时停下等人核对`}
          >
            <Switch label="启用" />
          </Field>
        </FormSection>
        <FormSection title="字段映射" note="本系统也能修改的字段以谁为准">
          {mappedKeys.map((key) => (
            <Field key={key} name={key} label={mappedFields[key]}>
              <Select options={optionsOf(policies)} />
            </Field>
          ))}
        </FormSection>
      </FormPage>
    </div>
  );
}

function Head({ first, configured }: { first: First; configured: boolean }) {
  const preview = async () => {
    const { id } = await call(syncPreview, {});
    location.assign(href(`${BASE}/run`, { id }));
  };
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {!configured && <Alert className="min-w-0 flex-1 basis-72">填写应用凭证并保存后即可预览：预览只读取钉钉，不改动本系统</Alert>}
      <ActionRow
        actions={[
          { label: '同步预览', tone: 'primary', onPress: preview, ...(configured ? {} : { disabled: true, reason: '请先填写并保存应用凭证' }) },
          first.runId !== '' && { label: '最近一次同步', href: href(`${BASE}/run`, { id: first.runId }) },
          { label: '对应关系', href: `${BASE}/links` },
          { label: '同步记录', href: `${BASE}/runs` },
        ]}
      />
    </div>
  );
}

type Seen = AnswerOf<typeof configTest>;
function TestButton() {
  const { getValues } = useFormContext<Values>();
  const [seen, setSeen] = useState<Seen | null>(null);
  const [problem, setProblem] = useState('');
  const [asking, setAsking] = useState(false);
  const test = async () => {
    setAsking(true);
    setSeen(null);
    setProblem('');
    try {
      const { appKey, appSecret } = getValues();
      setSeen(await call(configTest, { appKey, appSecret: appSecret ?? '' }));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="flex flex-col gap-2 sm:col-span-2 lg:col-span-1">
      <span className="mb-1 hidden text-sm sm:block">&nbsp;</span>
      <div>
        <Button loading={asking} onClick={test}>
          测试连接
        </Button>
      </div>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {seen && (
        <Alert tone={seen.problems.length ? 'warn' : 'ok'} title="连接成功">
          {[`可见一级部门${seen.departments}个`, ...seen.problems].join('\n')}
        </Alert>
      )}
    </div>
  );
}

function HandOverTo({ members }: Pick<First, 'members'>) {
  const rule = useWatch({ name: 'handOver' }) as Values['handOver'];
  if (rule !== 'PERSON') return null;
  return (
    <Field name="handOverTo" label="接手人" required>
      <Combobox options={named(members)} />
    </Field>
  );
}
