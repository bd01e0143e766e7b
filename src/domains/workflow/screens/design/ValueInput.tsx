import { Combobox } from '~/ui/kit/Combobox';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import type { FormField } from '../../process';
import { useDesigning } from './DesignContext';
import { optionsOfChoices } from './PeopleInput';

interface Props {
  field: FormField;
  value: string;
  onChange: (value: string) => void;
  id?: string;
  label: string;
}
const yesNo = { true: '是', false: '否' };

/** One value of a form's field. */
export function ValueInput({ field, value, onChange, id, label }: Props) {
  const { choices, nameOf } = useDesigning();
  const props = { ...(id ? { id } : {}), value, onChange, 'aria-label': label };
  switch (field.type) {
    case 'AMOUNT':
      return <NumberInput {...props} decimals={2} unit="元" />;
    case 'NUMBER':
      return <NumberInput {...props} decimals={6} />;
    case 'DATE':
      return <DateInput {...props} />;
    case 'BOOLEAN':
      return <Select {...props} options={optionsOf(yesNo)} />;
    case 'CHOICE':
      return <Select {...props} options={optionsOf(field.choices ?? {})} />;
    case 'MEMBER':
    case 'DEPARTMENT':
      return (
        <Combobox
          {...props}
          shown={value && nameOf(value)}
          options={optionsOfChoices(field.type === 'MEMBER' ? choices.members : choices.departments)}
          onChange={(chosen) => onChange(chosen)}
        />
      );
    case 'TEXT':
      return <Input {...props} maxLength={100} />;
  }
}
