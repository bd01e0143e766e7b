import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { latestRow } from '~/ui/form/latestRow';
import { Switch } from '~/ui/kit/Checks';
import { Input } from '~/ui/kit/Input';
import { MultiSelect } from '~/ui/kit/MultiSelect';
import { robotList, robotSave } from '../calls';
import { robotEvents } from '../robot';
import { type Robot, RobotForm } from '../robot.schema';

interface Props {
  robot: Robot | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
}
const options = robotEvents.map(({ kind, name }) => ({ value: kind, label: name }));

/** What is secret is never shown again: empty keeps it. */
const valuesOf = ({ name, events, enabled }: Robot): RobotForm => ({ name, webhook: '', secret: '', events: events.join(','), enabled });

export default function RobotDialog({ robot, onClose, onSaved }: Props) {
  const same = robot ? '留空表示不更换' : '';
  return (
    <FormDialog<RobotForm>
      open
      onClose={onClose}
      title={robot ? '编辑群机器人' : '新建群机器人'}
      schema={RobotForm as never}
      defaults={robot ? valuesOf(robot) : { name: '', webhook: '', secret: '', events: '', enabled: true }}
      latest={
        robot
          ? latestRow(
              async () => (await call(robotList, {})).robots,
              ({ id }) => id === robot.id,
              valuesOf,
            )
          : undefined
      }
      submit={async (values, _confirmed, version = robot?.version ?? 0) => {
        await call(robotSave, { ...values, id: robot?.id ?? '', version });
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
