import { useMemo } from 'react';
import { addDays } from '~/shared/dates';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Combobox } from '~/ui/kit/Combobox';
import { DateInput } from '~/ui/kit/Dates';
import { Input } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { sealAuthorise } from '../calls';
import { sealKinds } from '../seal';
import type { SealView } from './sealViews';

export default function AuthDialog({
  seal,
  people,
  today,
  onClose,
}: {
  seal: SealView;
  people: { value: string; label: string }[];
  today: string;
  onClose: () => void;
}) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`授权使用${sealKinds[seal.kind]}：${seal.name}`}
      defaults={{ accountId: '', from: today, to: addDays(today, 365), reason: '' }}
      ok="授权"
      submit={async (draft) => {
        await call(sealAuthorise, { sealId: seal.id, ...draft }, { key });
        toast('已授权', 'ok');
        location.reload();
      }}
    >
      <Field name="accountId" label="使用人" required>
        <Combobox options={people} />
      </Field>
      <Field name="from" label="授权开始" required>
        <DateInput />
      </Field>
      <Field name="to" label="授权截止" required hint="最长三年">
        <DateInput />
      </Field>
      <Field name="reason" label="授权事由" required>
        <Input maxLength={100} placeholder="如：负责华东区合同签署" />
      </Field>
    </FormDialog>
  );
}
