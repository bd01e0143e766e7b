import { useMemo } from 'react';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Input } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { expenseConfirm } from '../calls';
import type { ExpenseRef } from './expenseActions';

interface Asked {
  of: readonly ExpenseRef[] | null;
  onClose: () => void;
  onDone: () => void;
}

/** 确认费用: the person reads what it is based on and types the sum again. */
export function ConfirmDialog({ of, onClose, onDone }: Asked) {
  const key = useMemo(newKey, [of]);
  const docs = of ?? [];
  return (
    <FormDialog
      open={docs.length > 0}
      onClose={onClose}
      title={docs.length === 1 ? `确认费用：${docs[0]?.no}` : `确认费用：${docs.length}张费用单`}
      defaults={{ amount: '' }}
      ok="确认入账"
      submit={async ({ amount }) => {
        const { count } = await call(expenseConfirm, { items: docs.map(({ id, version }) => ({ id, version })), amount }, { key });
        toast(`已确认${count}张费用单`, 'ok');
        onDone();
      }}
    >
      <Field name="amount" label={docs.length === 1 ? '核对金额' : '核对合计金额'} required hint="请对照依据重新输入，与费用单一致才能确认">
        <Input suffix="元" autoFocus />
      </Field>
    </FormDialog>
  );
}
