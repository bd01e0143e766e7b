import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Switch } from '~/ui/kit/Checks';
import { Input } from '~/ui/kit/Input';
import { MultiSelect } from '~/ui/kit/MultiSelect';
import { robotSave } from '../calls';
import { type Robot, RobotForm, robotEvents } from '../robot';

interface Props {
  robot: Robot | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
}
const options = robotEvents.map(({ kind, name }) => ({ value: kind, label: name }));

export default function RobotDialog({ robot, onClose, onSaved }: Props) {
  const same = robot ? '留空表示不更换' : '';
  return (
    <FormDialog<RobotForm>
      open
      onClose={onClose}
      title={robot ? '编辑群机器人' : '新建群机器人'}
      schema={RobotForm as never}
      defaults={{ name: robot?.name ?? '', webhook: '', secret: '', events: robot?.events.join(',') ?? '', enabled: robot?.enabled ?? true }}
      submit={async (values) => {
        await call(robotSave, { ...values, id: robot?.id ?? '', version: robot?.version ?? 0 });
        await onSaved();
      }}
      ok="保存"
    >
      <Field name="name" label="名称" required hint="如：订单通知群">
        <Input maxLength={20} />
      </Field>
      <Field name="webhook" label="Webhook地址" required={!robot} hint={same || '钉钉群设置 → 机器人 → 自定义机器人，安全设置选择“加签”'}>
        <Input placeholder="https://oapi.dingtalk.com/robot/send?access_token=…" />
      </Field>
      <Field name="secret" label="加签密钥" required={!robot} hint={same || '以SEC开头，保存后不再显示'}>
        <Input placeholder="SEC…" />
      </Field>
      <Field name="events" label="推送事件" required>
        <MultiSelect options={options} />
      </Field>
      <Field name="enabled" label="状态">
        <Switch label="启用" />
      </Field>
    </FormDialog>
  );
}
