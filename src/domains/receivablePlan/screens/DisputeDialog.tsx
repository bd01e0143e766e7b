import { useMemo } from 'react';
import { fileKeysOf, PhotoInput } from '~/domains/file/pickers/PhotoInput';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { disputeOpen } from '../calls';
import { disputeReasons } from '../plan';
import type { Debt } from './AdjustDialog';

/** 登记争议: a part the customer does not accept; the rest runs on. */
export default function DisputeDialog({ debt, onClose }: { debt: Debt; onClose: () => void }) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`登记争议：${debt.no}`}
      ok="登记"
      defaults={{ reason: 'QUALITY', amount: '', words: '', voucher: '' }}
      submit={async ({ reason, amount, words, voucher }) => {
        const made = await call(disputeOpen, { receivableId: debt.id, reason: reason as 'QUALITY', amount, words, voucher: fileKeysOf(voucher) }, { key });
        toast(`争议${made.no}已登记，其余金额照常收款`, 'ok');
        location.reload();
      }}
    >
      <Field name="reason" label="争议原因" required>
        <Select options={optionsOf(disputeReasons)} />
      </Field>
      <Field name="amount" label="争议金额" required hint={`未收${formatMoney(debt.open)}元，已争议${formatMoney(debt.disputed)}元`}>
        <NumberInput decimals={2} unit="元" />
      </Field>
      <Field name="words" label="争议说明" required>
        <Textarea rows={3} maxLength={500} />
      </Field>
      <Field name="voucher" label="依据" hint="照片或截图，最多9个">
        <PhotoInput />
      </Field>
    </FormDialog>
  );
}
