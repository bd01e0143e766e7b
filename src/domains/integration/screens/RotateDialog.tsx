import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { RadioGroup } from '~/ui/kit/Checks';
import type { AppDetail } from '../app.schema';
import { appRotate } from '../calls';

interface Props {
  app: AppDetail;
  onClose: () => void;
  onRotated: (made: AnswerOf<typeof appRotate>) => void;
}
const keeps = [
  { value: '24', label: '保留24小时，程序来得及更换' },
  { value: '1', label: '保留1小时' },
  { value: '0', label: '立即失效（怀疑泄露时）' },
];

export function RotateDialog({ app, onClose, onRotated }: Props) {
  return (
    <FormDialog<{ keepHours: string }>
      open
      onClose={onClose}
      title={`更换“${app.name}”的密钥`}
      defaults={{ keepHours: '24' }}
      ok="更换"
      submit={async ({ keepHours }) => onRotated(await call(appRotate, { id: app.id, version: app.version, keepHours: Number(keepHours) }))}
    >
      <Field name="keepHours" label="旧密钥" required hint="新密钥立即可用，并且只显示一次">
        <RadioGroup options={keeps} />
      </Field>
    </FormDialog>
  );
}
