import { useWatch } from 'react-hook-form';
import { ExpenseUse } from '~/domains/expense/pickers/ExpenseUse';
import { formatYuan } from '~/shared/money';
import { Field } from '~/ui/form/Field';
import { FormSection } from '~/ui/form/FormSection';
import type { FormDraft, FormRow } from '../../form/orderForm.schema';
import type { Quote } from '../../views/orderView.schema';
import { amountOf } from '../lines/FormLines';

/** 费用抵扣 of the goods entered so far. */
export function ExpenseFields({ quoteOf, mine }: { quoteOf: (row: FormRow) => Quote | undefined; mine: boolean }) {
  const [customerId, lines] = useWatch<FormDraft, ['customerId', 'lines']>({ name: ['customerId', 'lines'] });
  const goods = lines.flatMap((row) => {
    const amount = amountOf(row, quoteOf(row));
    return row.skuId && amount !== null && amount > 0n ? [{ skuId: row.skuId, amount: formatYuan(amount) }] : [];
  });
  return (
    <FormSection title={mine ? '我的费用' : '费用账户'} columns={1}>
      <Field name="expense" label="费用抵扣">
        <ExpenseUse customerId={customerId} lines={goods} />
      </Field>
    </FormSection>
  );
}
