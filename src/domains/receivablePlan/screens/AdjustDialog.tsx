import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { fileKeysOf, PhotoInput } from '~/domains/file/pickers/PhotoInput';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { DateInput } from '~/ui/kit/Dates';
import { NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { adjustAsk } from '../calls';
import { askedKinds, natures } from '../plan';

export interface Debt {
  id: string;
  no: string;
  open: string;
  disputed: string;
  dueDate: string;
}

/** 申请应收调整: nothing moves before somebody else has agreed. */
export default function AdjustDialog({ debt, onClose }: { debt: Debt; onClose: () => void }) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`应收调整：${debt.no}`}
      ok="提交审批"
      defaults={{ kind: 'DISCOUNT', amount: '', dueTo: '', natureTo: '', reason: '', voucher: '' }}
      submit={async ({ kind, amount, dueTo, natureTo, reason, voucher }) => {
        const made = await call(
          adjustAsk,
          { receivableId: debt.id, kind: kind as 'DISCOUNT', amount, dueTo, natureTo: natureTo as '', reason, voucher: fileKeysOf(voucher) },
          { key },
        );
        toast(`应收调整单${made.no}已提交，须由其他人审批`, 'ok');
        location.reload();
      }}
    >
      <Field name="kind" label="调整类型" required>
        <Select options={optionsOf(askedKinds)} />
      </Field>
      <What debt={debt} />
      <Field name="reason" label="调整原因" required>
        <Textarea rows={3} maxLength={300} />
      </Field>
      <Field name="voucher" label="依据" hint="协议、邮件等照片或截图，最多9个">
        <PhotoInput />
      </Field>
    </FormDialog>
  );
}

function What({ debt }: { debt: Debt }) {
  const kind = useWatch({ name: 'kind' }) as string;
  if (kind === 'RESCHEDULE')
    return (
      <Field name="dueTo" label="新的到期日" required hint={`现到期日${debt.dueDate}`}>
        <DateInput />
      </Field>
    );
  if (kind === 'RECLASS')
    return (
      <Field name="natureTo" label="新的款项性质" required>
        <Select options={optionsOf(natures)} />
      </Field>
    );
  return (
    <Field name="amount" label="调整金额" required hint={`未收${formatMoney(debt.open)}元`}>
      <NumberInput decimals={2} unit="元" />
    </Field>
  );
}
