import { MultiSelect } from '~/ui/kit/MultiSelect';
import type { InputProps, Option } from '~/ui/kit/types';

/** Several of a set, for forms that hold a list. */
export function ManySelect({ value, onChange, ...rest }: InputProps<string[]> & { options: readonly Option[] }) {
  const { defaultValue: _, ...props } = rest;
  return <MultiSelect {...props} value={(value || []).join(',')} onChange={(joined) => onChange?.(joined.split(',').filter(Boolean))} />;
}
