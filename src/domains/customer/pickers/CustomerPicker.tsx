import { useCallback } from 'react';
import { call } from '~/shell/call';
import { Combobox } from '~/ui/kit/Combobox';
import type { InputProps, Option } from '~/ui/kit/types';
import { customerSearch } from '../calls';
import type { CustomerOption } from '../customer.schema';
import { customerStates } from '../customerNames';

const optionOf = (one: CustomerOption): Option => ({
  value: one.id,
  label: one.name,
  hint: [one.code, one.levelName, one.city, one.status === 'ACTIVE' ? '' : customerStates[one.status]].filter(Boolean).join(' · '),
});

/** Customers that match what is typed, for `pick` filters. */
export async function findCustomers(word: string): Promise<Option[]> {
  return (await call(customerSearch, { keyword: word })).customers.map(optionOf);
}

async function findActive(word: string): Promise<Option[]> {
  return (await call(customerSearch, { keyword: word, activeOnly: true })).customers.map(optionOf);
}

interface CustomerPickerProps extends Omit<InputProps, 'onChange'> {
  /** Name of the customer `value` names, shown before anything is typed. */
  shown?: string;
  clearable?: boolean;
  /** Also offers disabled customers (for filters and history). */
  all?: boolean;
  onChange?: (customerId: string, option?: Option) => void;
}

/** Combobox over customers by name, code or pinyin; the value is the customer's id. */
export function CustomerPicker({ all = false, placeholder = '输入客户名称、编码或拼音', ...input }: CustomerPickerProps) {
  const load = useCallback((word: string) => (all ? findCustomers(word) : findActive(word)), [all]);
  return <Combobox {...input} placeholder={placeholder} load={load} />;
}
