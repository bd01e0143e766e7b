import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { creditAccountOptions, specialAsk } from '../calls';
import { checkpoints } from '../rule';

interface Draft {
  checkpoint: string;
  customerId: string;
  accountId: string;
  amount: string;
  reason: string;
}
const blank: Draft = { checkpoint: 'ORDER', customerId: '', accountId: '', amount: '', reason: '' };

/** 申请特批: lets one document through what the rules ask about. */
export default function SpecialDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [key] = useState(newKey);
  return (
    <FormDialog<Draft>
      open
      title="新建特批"
      ok="提交审批"
      defaults={blank}
      onClose={onClose}
      submit={async (draft) => {
        const { no } = await call(specialAsk, { ...draft, checkpoint: draft.checkpoint as never }, { key });
        toast(`特批单${no}已提交审批`, 'ok');
        onDone();
      }}
    >
      <Field name="customerId" label="客户" required>
        <CustomerPicker />
      </Field>
      <Accounts />
      <Field name="checkpoint" label="检查点" required>
        <Select options={optionsOf(checkpoints)} />
      </Field>
      <Field name="amount" label="特批金额" required>
        <NumberInput decimals={2} unit="元" />
      </Field>
      <Field name="reason" label="特批原因" required>
        <Textarea maxLength={200} />
      </Field>
    </FormDialog>
  );
}

function Accounts() {
  const { setValue } = useFormContext<Draft>();
  const customerId = useWatch<Draft, 'customerId'>({ name: 'customerId' });
  const [accounts, setAccounts] = useState<AnswerOf<typeof creditAccountOptions>['accounts']>([]);
  useEffect(() => {
    if (!customerId) return;
    let gone = false;
    call(creditAccountOptions, { customerId }).then((found) => {
      if (gone) return;
      setAccounts(found.accounts);
      setValue('accountId', found.accounts[0]?.id ?? '');
    });
    return () => {
      gone = true;
    };
  }, [customerId, setValue]);
  return (
    <Field name="accountId" label="授信账户" required>
      <Select
        placeholder={customerId && accounts.length === 0 ? '该客户没有授信账户' : '请选择'}
        options={accounts.map(({ id, no, typeName }) => ({ value: id, label: `${typeName} ${no}` }))}
      />
    </Field>
  );
}
