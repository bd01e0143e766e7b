import { Check } from 'lucide-react';
import { cx } from './cx';
import type { Option } from './types';

/** Answers to a word; `state` is also the sentence of what went wrong. */
export interface Found {
  options: readonly Option[];
  state: 'ready' | 'loading' | string;
}

export interface OptionListProps {
  id: string;
  found: Found;
  active: number;
  value: string;
  onChoose: (option: Option) => void;
}

/** What a combobox found, with the option its keys stand on. */
export default function OptionList({ id, found, active, value, onChoose }: OptionListProps) {
  if (found.options.length === 0) {
    const words = found.state === 'loading' ? '正在查找…' : found.state === 'ready' ? '没有匹配的结果' : found.state;
    return (
      <p role="status" className="px-2.5 py-2 text-ink-3">
        {words}
      </p>
    );
  }
  return (
    <div role="listbox" id={id} tabIndex={-1} className="max-h-72 overflow-auto">
      {found.options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the combobox input, which names the active option
        <div
          key={option.value}
          role="option"
          id={`${id}-${index}`}
          tabIndex={-1}
          aria-selected={option.value === value}
          aria-disabled={option.disabled || undefined}
          ref={(row) => {
            if (index === active) row?.scrollIntoView({ block: 'nearest' });
          }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => !option.disabled && onChoose(option)}
          className={cx(
            'flex min-h-8 cursor-pointer items-center gap-2 rounded px-2.5 py-1 hover:bg-hover aria-disabled:opacity-50',
            index === active && 'bg-hover',
            option.value === value && 'text-brand',
          )}
        >
          <span className="min-w-0 flex-1">
            {option.label}
            {option.hint && <span className="ml-2 text-sm text-ink-3">{option.hint}</span>}
          </span>
          {option.value === value && <Check aria-hidden className="size-4 shrink-0" />}
        </div>
      ))}
    </div>
  );
}
