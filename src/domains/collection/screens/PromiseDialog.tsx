import { useMemo } from 'react';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { promiseAdd } from '../calls';

/** 登记承诺: until its day nothing is sent. */
export default function PromiseDialog({
  of,
  onClose,
  onDone,
}: {
  of: { id: string; no: string; overdueAmount: string; openAmount: string; contactName: string };
  onClose: () => void;
  onDone: () => void;
}) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`登记承诺：${of.no}`}
      defaults={{ amount: Number(of.overdueAmount) === 0 ? of.openAmount : of.overdueAmount, dueOn: '', contact: of.contactName, remark: '' }}
      ok="登记"
      submit={async (draft) => {
        await call(promiseAdd, { id: of.id, ...draft }, { key });
        toast('承诺已登记，到期前暂停提醒', 'ok');
        onDone();
      }}
    >
      <Field name="amount" label="承诺金额" required>
        <NumberInput decimals={2} unit="元" />
      </Field>
      <Field name="dueOn" label="承诺日期" required>
        <DateInput />
      </Field>
      <Field name="contact" label="承诺人">
        <Input maxLength={40} />
      </Field>
      <Field name="remark" label="备注">
        <Input maxLength={200} />
      </Field>
    </FormDialog>
  );
}
