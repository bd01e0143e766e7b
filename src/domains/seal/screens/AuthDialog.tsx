import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { contractKinds } from '~/shared/contractKinds';
import { addDays } from '~/shared/dates';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Checkbox } from '~/ui/kit/Checks';
import { Combobox } from '~/ui/kit/Combobox';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput } from '~/ui/kit/Input';
import { MultiSelect } from '~/ui/kit/MultiSelect';
import { optionsOf } from '~/ui/kit/options';
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
      defaults={{ accountId: '', from: today, to: addDays(today, 365), reason: '', silent: false, kinds: [] as string[], most: '' }}
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
      <Field name="silent" label="静默签署">
        <Checkbox>轮到我方时由系统以使用人的名义自动盖章，不再逐次验证身份</Checkbox>
      </Field>
      <Scope />
    </FormDialog>
  );
}

/** What the system may seal by itself. */
function Scope() {
  const silent = useWatch<{ silent: boolean }, 'silent'>({ name: 'silent' });
  if (!silent) return null;
  return (
    <>
      <Field name="kinds" label="合同类型" hint="不选为全部类型">
        <MultiSelect options={optionsOf(contractKinds)} />
      </Field>
      <Field name="most" label="单份合同金额上限" hint="留空不限；填写后没有金额的合同不自动盖章">
        <NumberInput decimals={2} unit="元" />
      </Field>
    </>
  );
}
