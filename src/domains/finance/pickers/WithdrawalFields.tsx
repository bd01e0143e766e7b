import { Field } from '~/ui/form/Field';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { formatMoney } from '~/ui/values/format';

export const blankWithdrawal = { amount: '', payee: '', bank: '', bankAccount: '', remark: '' };

/** How much of the balance, and where to. */
export const WithdrawalFields = ({ available }: { available: string }) => (
  <>
    <Field name="amount" label="提现金额" required hint={`可用 ${formatMoney(available)} 元`}>
      <NumberInput decimals={2} unit="元" />
    </Field>
    <Field name="payee" label="收款户名" required>
      <Input maxLength={60} />
    </Field>
    <Field name="bank" label="开户行" required>
      <Input maxLength={60} />
    </Field>
    <Field name="bankAccount" label="银行账号" required>
      <Input maxLength={36} inputMode="numeric" />
    </Field>
    <Field name="remark" label="备注">
      <Textarea maxLength={200} />
    </Field>
  </>
);
