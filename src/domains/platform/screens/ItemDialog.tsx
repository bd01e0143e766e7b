import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { latestRow } from '~/ui/form/latestRow';
import { Input } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { dictList, dictSave } from '../calls';
import { dictColors } from '../dictionary';
import { ItemForm, type UsedItem } from '../dictionary.schema';

interface Props {
  category: string;
  item: UsedItem | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
}
const colors = optionsOf(dictColors);
const blank: ItemForm = { code: '', name: '', color: 'neutral' };
const valuesOf = ({ code, name, color }: Pick<UsedItem, 'code' | 'name' | 'color'>): ItemForm => ({ code, name, color });

export function ItemDialog({ category, item, onClose, onSaved }: Props) {
  const submit = async (values: ItemForm, _confirmed: boolean, version = item?.version ?? null) => {
    await call(dictSave, { ...values, category, version });
    await onSaved();
  };
  const latest =
    item &&
    latestRow(
      async () => (await call(dictList, { category })).items,
      ({ code }) => code === item.code,
      valuesOf,
    );
  return (
    <FormDialog<ItemForm>
      open
      onClose={onClose}
      title={item ? '编辑字典项' : '新建字典项'}
      schema={ItemForm as never}
      defaults={item ? valuesOf(item) : blank}
      latest={latest ?? undefined}
      submit={submit}
      ok="保存"
    >
      <Field name="code" label="编码" required hint={item ? '编码保存后不能修改' : '字母、数字或 - _，保存后不能修改'}>
        <Input readOnly={item !== null} />
      </Field>
      <Field name="name" label="名称" required>
        <Input />
      </Field>
      <Field name="color" label="颜色">
        <Select options={colors} />
      </Field>
    </FormDialog>
  );
}
