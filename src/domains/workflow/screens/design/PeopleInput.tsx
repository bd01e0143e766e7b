import { X } from 'lucide-react';
import { Combobox } from '~/ui/kit/Combobox';
import type { Choices } from './DesignContext';

interface Props {
  id?: string;
  /** 成员. */
  noun: string;
  choices: Choices['members'];
  value: readonly string[];
  nameOf: (id: string) => string;
  onChange: (ids: string[]) => void;
}

const optionOf = ({ id, name, hint }: Choices['members'][number]) => ({ value: id, label: name, hint });
export const optionsOfChoices = (choices: Choices['members']) => choices.map(optionOf);

/** Several of many, in an order: chosen ones as tags, the next by searching. */
export function PeopleInput({ id, noun, choices, value, nameOf, onChange }: Props) {
  return (
    <div className="flex flex-col gap-1.5">
      {value.length > 0 && (
        <ul aria-label={`已选${noun}`} className="flex flex-wrap gap-1.5">
          {value.map((one) => (
            <li key={one} className="inline-flex h-7 items-center gap-1 rounded bg-brand-soft pl-2 text-sm text-brand">
              {nameOf(one)}
              <button
                type="button"
                aria-label={`移除${nameOf(one)}`}
                className="grid size-6 place-items-center rounded hover:bg-hover"
                onClick={() => onChange(value.filter((other) => other !== one))}
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        id={id}
        value=""
        placeholder={`搜索并添加${noun}`}
        aria-label={`添加${noun}`}
        options={choices.filter((one) => !value.includes(one.id)).map(optionOf)}
        onChange={(added) => added && !value.includes(added) && onChange([...value, added])}
      />
    </div>
  );
}
