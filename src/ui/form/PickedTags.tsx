import { Combobox } from '../kit/Combobox';
import { Tag } from '../kit/Tag';
import type { InputProps, Option } from '../kit/types';

export interface Picked {
  value: string;
  label: string;
}
interface Props extends Omit<InputProps, 'value' | 'onChange'> {
  value?: readonly Picked[];
  onChange?: (value: Picked[]) => void;
  load: (word: string) => Promise<readonly Option[]>;
  placeholder?: string;
}

/** Several of many, chosen one after another; each is shown with a way to take it out. */
export function PickedTags({ value, onChange, load, ...input }: Props) {
  const chosen = value || [];
  return (
    <div className="flex flex-col gap-2">
      <Combobox
        {...input}
        value=""
        load={load}
        onChange={(id, option) => id && option && !chosen.some((one) => one.value === id) && onChange?.([...chosen, { value: id, label: option.label }])}
      />
      <ChosenTags chosen={chosen} onChange={onChange} />
    </div>
  );
}

/** What was chosen, however it was; nothing while nothing is. */
export function ChosenTags({ chosen, onChange }: { chosen: readonly Picked[]; onChange?: ((value: Picked[]) => void) | undefined }) {
  if (chosen.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label="已选择">
      {chosen.map((one) => (
        <li key={one.value}>
          <Tag tone="brand">
            {one.label}
            <button
              type="button"
              className="ml-1.5"
              aria-label={`移除${one.label}`}
              onClick={() => onChange?.(chosen.filter((other) => other.value !== one.value))}
            >
              ×
            </button>
          </Tag>
        </li>
      ))}
    </ul>
  );
}
