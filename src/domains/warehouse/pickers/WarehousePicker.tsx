import { call } from '~/shell/call';
import { Combobox } from '~/ui/kit/Combobox';
import { oncePerPage } from '~/ui/kit/page';
import type { InputProps, Option } from '~/ui/kit/types';
import { warehouseOptions } from '../calls';
import type { WarehouseOption } from '../warehouse.schema';

const allWarehouses = oncePerPage(async () => (await call(warehouseOptions, {})).warehouses);

const optionOf = (one: WarehouseOption): Option => ({
  value: one.id,
  label: one.name,
  hint: [one.code, one.isDefault && '默认', one.status === 'DISABLED' && '已停用'].filter(Boolean).join(' · '),
});
const matches =
  (word: string) =>
  (one: WarehouseOption): boolean =>
    one.name.includes(word) || one.code.toLowerCase().startsWith(word.toLowerCase());

/** Warehouses by name or code, for `pick` filters. */
export async function findWarehouses(word: string): Promise<Option[]> {
  return (await allWarehouses()).filter(matches(word)).map(optionOf);
}

const findActive = async (word: string): Promise<Option[]> =>
  (await allWarehouses()).filter((one) => one.status === 'ACTIVE' && matches(word)(one)).map(optionOf);

interface Props extends Omit<InputProps, 'onChange'> {
  /** Name of the warehouse `value` names. */
  shown?: string;
  clearable?: boolean;
  /** Also offers disabled warehouses. */
  all?: boolean;
  onChange?: (warehouseId: string, option?: Option) => void;
}

/** Combobox over the factory's warehouses; the value is the warehouse's id. */
export function WarehousePicker({ all = false, placeholder = '选择仓库', ...input }: Props) {
  return <Combobox {...input} placeholder={placeholder} load={all ? findWarehouses : findActive} />;
}
