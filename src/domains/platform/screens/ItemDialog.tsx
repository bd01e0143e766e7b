import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Input } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { dictSave } from '../calls';
import { dictColors, ItemForm, type UsedItem } from '../dictionary';

interface Props {
  category: string;
  item: UsedItem | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
}
const colors = optionsOf(dictColors);

export function ItemDialog({ category, item, onClose, onSaved }: Props) {
  const submit = async (values: ItemForm) => {
    await call(dictSave, { ...values, category, version: item ? item.version : null });
    await onSaved();
  };
  const defaults: ItemForm = { code: item?.code ?? '', name: item?.name ?? '', color: item?.color ?? 'neutral' };
  return (
    <FormDialog<ItemForm>
      open
      onClose={onClose}
      title={item ? '编辑字典项' : '新建字典项'}
      schema={ItemForm as never}
      defaults={defaults}
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
