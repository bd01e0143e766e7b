import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { cx } from '../kit/cx';
import { useFormFrame } from './FormContext';
import { type FieldLabel, wordsOf } from './problems';

export interface FieldProps {
  /** Path in the form's values. */
  name: string;
  label: string;
  required?: boolean;
  hint?: ReactNode;
  span?: 1 | 2 | 3 | 4;
  /** One kit input; it gets id, name, value, onChange, onBlur, invalid and aria attributes. Its own onChange is called too. */
  // biome-ignore lint/suspicious/noExplicitAny: any kit input
  children: ReactElement<any>;
}

const spans = { 1: '', 2: 'sm:col-span-2', 3: 'sm:col-span-2 lg:col-span-3', 4: 'sm:col-span-2 lg:col-span-full' } as const;

export function Field({ name, label, required = false, hint, span = 1, children }: FieldProps) {
  const { id: prefix, labels } = useFormFrame();
  labels.set(name, { label, required, options: (children.props as { options?: FieldLabel['options'] }).options });
  const { field, fieldState } = useController({ name });
  const id = `${prefix}${name}`;
  const error = fieldState.error;
  const words = error?.message ? wordsOf({ message: error.message, fromServer: error.type === 'server' }, label, field.value, required) : '';
  const noteId = words ? `${id}-error` : hint ? `${id}-hint` : undefined;
  const own = children.props as { onChange?: (...given: unknown[]) => void };
  return (
    <div className={cx('min-w-0', spans[span])}>
      <label htmlFor={id} className="mb-1 block text-sm text-ink-2">
        {label}
        {required && (
          <span aria-hidden className="ml-0.5 text-danger">
            *
          </span>
        )}
      </label>
      {cloneElement(children, {
        id,
        name,
        value: field.value ?? '',
        required,
        invalid: Boolean(words),
        'aria-describedby': noteId,
        onBlur: field.onBlur,
        onChange: (...given: unknown[]) => {
          field.onChange(given[0]);
          own.onChange?.(...given);
        },
      })}
      {words ? (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger">
          {words}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="mt-1 text-sm text-ink-3">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
