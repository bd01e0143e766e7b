import { useWatch } from 'react-hook-form';
import { Field } from '~/ui/form/Field';
import { Input } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import type { InputProps } from '~/ui/kit/types';
import { needsFlowNo, type ReceiptWay, receiptWays } from '../receiptWay';

export const ReceiptWaySelect = (input: InputProps) => <Select {...input} options={optionsOf(receiptWays)} />;

/** The number a payment is known by at the bank; some ways of the form's `payWay` have none. */
export function FlowNoField({ name, label = '流水号', hint = '同一流水号只能登记一次' }: { name: string; label?: string; hint?: string }) {
  const way = useWatch({ name: 'payWay' }) as ReceiptWay;
  return (
    <Field name={name} label={label} required={needsFlowNo(way)} hint={hint}>
      <Input maxLength={64} />
    </Field>
  );
}
