import { Boxes } from '~/domains/role/pickers/ScopeFields';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { latestRow } from '~/ui/form/latestRow';
import { Input } from '~/ui/kit/Input';
import type { AppDetail } from '../app.schema';
import { subscribable } from '../subscribable';
import type { EndpointRow } from '../webhook.schema';
import { webhookList, webhookSave } from '../webhookCalls';

interface Props {
  app: AppDetail;
  endpoint: EndpointRow | null;
  onClose: () => void;
  onSaved: (secret: string) => Promise<void>;
}
interface Values {
  url: string;
  events: string[];
}

export function EndpointDialog({ app, endpoint, onClose, onSaved }: Props) {
  const options = subscribable
    .filter((one) => one.codes.some((code) => app.permissions.includes(code)))
    .map((one) => ({ value: one.kind, label: `${one.group}：${one.name}` }));
  return (
    <FormDialog<Values>
      open
      onClose={onClose}
      width="lg"
      title={endpoint ? '编辑推送地址' : '新建推送地址'}
      defaults={{ url: endpoint?.url ?? '', events: endpoint?.events ?? [] }}
      latest={
        endpoint === null
          ? undefined
          : latestRow(
              async () => (await call(webhookList, { id: app.id })).endpoints,
              ({ id }) => id === endpoint.id,
              ({ url, events }) => ({ url, events }),
            )
      }
      ok="保存"
      submit={async (values, _confirmed, version = endpoint?.version ?? 0) => {
        const { secret } = await call(webhookSave, { ...values, appId: app.id, id: endpoint?.id ?? '', version });
        await onSaved(secret);
      }}
    >
      <Field name="url" label="推送地址" required hint="须为公网可访问的 https 地址；内部网络的地址须由系统管理员在配置中允许">
        <Input maxLength={500} placeholder="https://erp.example.com/webhook" />
      </Field>
      <Field name="events" label="事件" required hint="只列出该应用有权限查看的事件">
        <Boxes options={options} />
      </Field>
    </FormDialog>
  );
}
