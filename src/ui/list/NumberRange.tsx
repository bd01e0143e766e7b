import { NumberInput } from '../kit/Input';
import type { Query } from './query';

interface Props {
  id: string;
  label: string;
  names: readonly [string, string];
  values: Query;
  onChange: (patch: Query) => void;
}

/** A range of figures as a filter. */
export default function NumberRange({ id, label, names: [start, end], values, onChange }: Props) {
  const bound = (name: string, side: string) => (
    <NumberInput
      {...(name === start ? { id } : {})}
      name={name}
      decimals={2}
      value={values[name] ?? ''}
      onChange={(next) => onChange({ [name]: next })}
      placeholder="不限"
      aria-label={`${label}${side}`}
      className="px-2"
    />
  );
  return (
    <span className="flex items-center gap-1.5">
      {bound(start, '下限')}
      <span aria-hidden className="text-ink-3">
        至
      </span>
      {bound(end, '上限')}
    </span>
  );
}
