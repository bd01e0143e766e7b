import type { Ref } from 'react';
import { cx } from './cx';
import type { InputProps, Option } from './types';

/** Somebody turns to the input: time to fetch what it offers. */
interface Turned {
  onPointerEnter?: () => void;
  onFocus?: () => void;
}

/** The browser's own select, for up to about twenty options; `placeholder` is the empty choice. */
export function Select({
  options,
  placeholder = '请选择',
  invalid,
  required,
  onChange,
  readOnly,
  disabled,
  className,
  value,
  ref,
  ...rest
}: InputProps & Turned & { options: readonly Option[]; ref?: Ref<HTMLSelectElement> }) {
  const known = value === undefined || value === '' || options.some((option) => option.value === value);
  return (
    <select
      {...rest}
      {...(value === undefined ? {} : { value })}
      ref={ref}
      disabled={disabled || readOnly}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
      onChange={(event) => onChange?.(event.target.value)}
      className={cx('field select-arrow truncate', className)}
    >
      <option value="">{placeholder}</option>
      {!known && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
