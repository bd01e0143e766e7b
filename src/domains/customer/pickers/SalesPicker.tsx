import { call } from '~/shell/call';
import { Combobox } from '~/ui/kit/Combobox';
import type { InputProps, Option } from '~/ui/kit/types';
import { salesMembers } from '../calls';

/** 业务员 by name, for `pick` filters. */
export async function findSales(word: string): Promise<Option[]> {
  const { members } = await call(salesMembers, {});
  return members.filter((one) => one.name.includes(word)).map((one) => ({ value: one.id, label: one.name }));
}

interface SalesPickerProps extends Omit<InputProps, 'onChange'> {
  /** Name of the member `value` names, shown before anything is typed. */
  shown?: string;
  onChange?: (memberId: string, option?: Option) => void;
}

/** Combobox over the factory's own people. */
export const SalesPicker = ({ placeholder = '输入姓名', ...input }: SalesPickerProps) => (
  <Combobox {...input} placeholder={placeholder} load={findSales} clearable />
);
