import { type ReactNode, useId } from 'react';
import { cx } from './cx';
import type { InputProps, Option } from './types';

interface CheckboxProps extends Omit<InputProps<boolean>, 'value' | 'defaultValue'> {
  checked?: boolean;
  defaultChecked?: boolean;
  indeterminate?: boolean;
  value?: string | boolean;
  children?: ReactNode;
}

/** Inside a `Field` the form's boolean arrives as `value`. */
export function Checkbox({ checked, value, indeterminate, invalid, onChange, children, className, readOnly, disabled, required, ...rest }: CheckboxProps) {
  const on = checked ?? (typeof value === 'boolean' ? value : undefined);
  return (
    <label className={cx('inline-flex min-h-6 items-center gap-2', disabled ? 'text-ink-3' : '', className)}>
      <input
        type="checkbox"
        {...rest}
        {...(typeof value === 'string' ? { value } : {})}
        {...(on === undefined ? {} : { checked: on, readOnly: !onChange })}
        disabled={disabled || readOnly}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        ref={(box) => {
          if (box) box.indeterminate = indeterminate ?? false;
        }}
        onChange={(event) => onChange?.(event.target.checked)}
        className="size-4 shrink-0 rounded-sm accent-brand-fill"
      />
      {children}
    </label>
  );
}

export function RadioGroup({
  options,
  value,
  defaultValue,
  onChange,
  name,
  invalid,
  disabled,
  readOnly,
  className,
  id,
  required,
  onBlur,
  ...aria
}: InputProps & { options: readonly Option[] }) {
  const own = useId();
  return (
    <div
      role="radiogroup"
      id={id}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      aria-label={aria['aria-label']}
      aria-labelledby={aria['aria-labelledby']}
      aria-describedby={aria['aria-describedby']}
      onBlur={onBlur}
      tabIndex={-1}
      className={cx('flex min-h-[34px] flex-wrap items-center gap-x-5 gap-y-1 outline-none', className)}
    >
      {options.map((option) => (
        <label key={option.value} className="inline-flex items-center gap-2" title={option.hint}>
          <input
            type="radio"
            name={name ?? own}
            value={option.value}
            {...(value === undefined ? { defaultChecked: defaultValue === option.value } : { checked: value === option.value })}
            disabled={disabled || readOnly || option.disabled}
            onChange={() => onChange?.(option.value)}
            className="size-4 accent-brand-fill"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

interface SwitchProps extends Omit<InputProps<boolean>, 'defaultValue'> {
  checked?: boolean;
  label?: string;
}
export function Switch({ checked, value, onChange, label, disabled, readOnly, className, id, name, onBlur, ...aria }: SwitchProps) {
  const on = checked ?? value ?? false;
  const off = disabled || readOnly;
  return (
    <span className={cx('inline-flex min-h-[34px] items-center gap-2', className)}>
      <button
        type="button"
        role="switch"
        id={id}
        name={name}
        aria-checked={on}
        aria-label={aria['aria-label'] ?? label}
        aria-describedby={aria['aria-describedby']}
        disabled={off}
        onBlur={onBlur}
        onClick={() => onChange?.(!on)}
        className={cx(
          'relative h-5 w-9 shrink-0 rounded-full border transition-colors disabled:opacity-50',
          on ? 'border-brand-fill bg-brand-fill' : 'border-line-strong bg-ink-3',
        )}
      >
        <span aria-hidden className={cx('absolute top-px left-px size-4 rounded-full bg-white shadow-card transition-transform', on && 'translate-x-4')} />
      </button>
      {label && <span aria-hidden>{label}</span>}
    </span>
  );
}
