import { type ReactNode, type Ref, useState } from 'react';
import { cx } from './cx';
import { normaliseNumber } from './number';
import type { InputProps } from './types';

interface TextProps extends InputProps {
  ref?: Ref<HTMLInputElement>;
  type?: 'text' | 'password' | 'tel' | 'email' | 'search' | 'url';
  prefix?: ReactNode;
  suffix?: ReactNode;
  maxLength?: number;
  autoComplete?: string;
  /** Id of a datalist. */
  list?: string;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel';
  onKeyDown?: (event: React.KeyboardEvent<HTMLInputElement>) => void;
}

export function Input({ invalid, required, onChange, value, readOnly, prefix, suffix, className, ...rest }: TextProps) {
  const input = (
    <input
      {...rest}
      {...(value === undefined ? {} : { value })}
      readOnly={readOnly || (value !== undefined && !onChange)}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
      onChange={(event) => onChange?.(event.target.value)}
      className={prefix || suffix ? 'min-w-0 flex-1 bg-transparent outline-none' : cx('field', className)}
    />
  );
  if (!prefix && !suffix) return input;
  return (
    <span className={cx('field flex items-center gap-1.5', className)} data-invalid={invalid || undefined}>
      {prefix && <span className="shrink-0 text-ink-3">{prefix}</span>}
      {input}
      {suffix && <span className="shrink-0 text-sm text-ink-3">{suffix}</span>}
    </span>
  );
}

interface AreaProps extends InputProps {
  ref?: Ref<HTMLTextAreaElement>;
  rows?: number;
  maxLength?: number;
}
export function Textarea({ invalid, required, onChange, value, readOnly, className, rows = 3, ...rest }: AreaProps) {
  return (
    <span className="block">
      <textarea
        {...rest}
        {...(value === undefined ? {} : { value })}
        rows={rows}
        readOnly={readOnly || (value !== undefined && !onChange)}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        onChange={(event) => onChange?.(event.target.value)}
        className={cx('field block resize-y', className)}
      />
      {rest.maxLength && value ? (
        <span className="figures mt-0.5 block text-right text-xs text-ink-3">
          {value.length}/{rest.maxLength}
        </span>
      ) : null}
    </span>
  );
}

interface NumberProps extends InputProps {
  ref?: Ref<HTMLInputElement>;
  /** Decimals the field takes; more are kept as typed so that the schema can name them. 0 shows the digits-only keyboard. */
  decimals?: number;
  unit?: ReactNode;
  onKeyDown?: (event: React.KeyboardEvent<HTMLInputElement>) => void;
}

/** A decimal string. Full-width digits become ASCII, separators go, anything else is not taken; nothing is rounded. */
export function NumberInput({ decimals = 0, unit, onChange, value, className, ...rest }: NumberProps) {
  // While an input method composes, its raw text must stay untouched.
  const [composing, setComposing] = useState<string>();
  const take = (raw: string) => {
    const next = normaliseNumber(raw);
    if (next !== undefined) onChange?.(next);
  };
  const shown = composing ?? value;
  return (
    <span
      className="block"
      onCompositionStart={(event) => setComposing((event.target as HTMLInputElement).value)}
      onCompositionEnd={(event) => {
        setComposing(undefined);
        take((event.target as HTMLInputElement).value);
      }}
    >
      <Input
        {...rest}
        {...(shown === undefined ? {} : { value: shown })}
        {...(onChange ? { onChange: (raw: string) => (composing === undefined ? take(raw) : setComposing(raw)) } : {})}
        inputMode={decimals > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        suffix={unit}
        className={cx('figures text-right [&_input]:text-right', className)}
      />
    </span>
  );
}
