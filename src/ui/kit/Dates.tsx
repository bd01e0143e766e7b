import type { Ref } from 'react';
import { cx } from './cx';
import type { InputProps } from './types';

interface DateProps extends InputProps {
  ref?: Ref<HTMLInputElement>;
  min?: string;
  max?: string;
  /** 'yyyy-MM-dd HH:mm:ss' instead of a day. */
  time?: boolean;
}

/** The browser's own date field; values are 'yyyy-MM-dd', with `time` 'yyyy-MM-dd HH:mm:ss'. */
export function DateInput({ time, value, defaultValue, onChange, invalid, required, className, readOnly, ...rest }: DateProps) {
  const out = (raw: string) => (time && raw ? `${raw.replace('T', ' ')}:00`.slice(0, 19) : raw);
  const into = (text: string | undefined) => (text === undefined ? undefined : time ? text.replace(' ', 'T').slice(0, 16) : text.slice(0, 10));
  return (
    <input
      {...rest}
      type={time ? 'datetime-local' : 'date'}
      {...(value === undefined ? { defaultValue: into(defaultValue) } : { value: into(value) })}
      max={rest.max ?? (time ? '9999-12-31T23:59' : '9999-12-31')}
      readOnly={readOnly || (value !== undefined && !onChange)}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
      onChange={(event) => onChange?.(out(event.target.value))}
      className={cx('field figures', !value && !defaultValue && 'text-ink-3', className)}
    />
  );
}

interface RangeProps {
  start: string;
  end: string;
  onChange: (start: string, end: string) => void;
  label?: string;
  id?: string;
  names?: readonly [string, string];
  disabled?: boolean;
  className?: string;
}
export function DateRange({ start, end, onChange, label = '日期', id, names, disabled, className }: RangeProps) {
  return (
    <span className={cx('flex flex-wrap items-center gap-1.5', className)}>
      <DateInput
        id={id}
        name={names?.[0]}
        value={start}
        max={end ? end.slice(0, 10) : '9999-12-31'}
        disabled={disabled}
        aria-label={`${label}开始`}
        onChange={(day) => onChange(day, end)}
        className="min-w-27 flex-1 px-1.5"
      />
      <span aria-hidden className="text-ink-3">
        至
      </span>
      <DateInput
        name={names?.[1]}
        value={end}
        min={start ? start.slice(0, 10) : ''}
        disabled={disabled}
        aria-label={`${label}结束`}
        onChange={(day) => onChange(start, day)}
        className="min-w-27 flex-1 px-1.5"
      />
    </span>
  );
}
