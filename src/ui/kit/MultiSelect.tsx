import { ChevronDown } from 'lucide-react';
import { Checkbox } from './Checks';
import { cx } from './cx';
import { Popover } from './Popover';
import type { InputProps, Option } from './types';

const split = (value: string): string[] => value.split(',').filter(Boolean);

/** Several of a small set; the value is comma-joined in the order of `options`. */
export function MultiSelect({
  options,
  value = '',
  onChange,
  placeholder = '请选择',
  id,
  name,
  disabled,
  readOnly,
  invalid,
  className,
  ...aria
}: InputProps & { options: readonly Option[] }) {
  const picked = new Set(split(value));
  const flip = (choice: string, on: boolean) => {
    const next = new Set(picked);
    if (on) next.add(choice);
    else next.delete(choice);
    onChange?.(
      options
        .filter((option) => next.has(option.value))
        .map((option) => option.value)
        .join(','),
    );
  };
  const labels = options.filter((option) => picked.has(option.value)).map((option) => option.label);
  const words = labels.length > 2 ? `${labels.slice(0, 2).join('、')} 等${labels.length}项` : labels.join('、');
  return (
    <>
      {name && <input type="hidden" name={name} value={value} />}
      <Popover
        label={aria['aria-label'] ?? placeholder}
        className="p-1.5"
        trigger={
          <button
            type="button"
            id={id}
            disabled={disabled || readOnly}
            data-invalid={invalid || undefined}
            aria-describedby={aria['aria-describedby']}
            title={labels.join('、')}
            className={cx('field flex items-center gap-1 text-left', className)}
          >
            <span className={cx('min-w-0 flex-1 truncate', !words && 'text-ink-3')}>{words || placeholder}</span>
            <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />
          </button>
        }
      >
        <div className="flex min-w-40 flex-col">
          {options.map((option) => (
            <Checkbox
              key={option.value}
              checked={picked.has(option.value)}
              disabled={option.disabled}
              onChange={(on) => flip(option.value, on)}
              className="rounded px-2 py-1 hover:bg-hover"
            >
              {option.label}
            </Checkbox>
          ))}
        </div>
      </Popover>
    </>
  );
}
