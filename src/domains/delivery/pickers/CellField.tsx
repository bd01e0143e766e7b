import { cloneElement, type ReactElement } from 'react';
import { useController } from 'react-hook-form';
import { useFormFrame } from '~/ui/form/FormContext';

interface Props {
  /** Path in the form's values: `lines.2.qty`. */
  name: string;
  label: string;
  // biome-ignore lint/suspicious/noExplicitAny: any kit input
  children: ReactElement<any>;
}

/** One input of a grid whose rows are given: no label of its own, its problem below. */
export function CellField({ name, label, children }: Props) {
  const { id: prefix, labels } = useFormFrame();
  labels.set(name.replace(/\.\d+\./, '.*.'), { label, required: false });
  const { field, fieldState } = useController({ name });
  const id = `${prefix}${name}`;
  const words = fieldState.error?.message;
  return (
    <>
      {cloneElement(children, {
        id,
        name,
        value: field.value ?? '',
        invalid: Boolean(words),
        'aria-label': label,
        'aria-describedby': words ? `${id}-error` : undefined,
        onBlur: field.onBlur,
        onChange: field.onChange,
      })}
      {words && (
        <p id={`${id}-error`} className="mt-1 max-w-56 text-left text-xs whitespace-normal text-danger">
          {words}
        </p>
      )}
    </>
  );
}
