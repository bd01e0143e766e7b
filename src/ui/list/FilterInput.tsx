import { type ReactNode, useEffect, useState } from 'react';
import { DateRange } from '../kit/Dates';
import { Input } from '../kit/Input';
import { late } from '../kit/late';
import { Select } from '../kit/Select';
import { endOf, rangeKeys, startOf } from './filters';
import type { Query } from './query';
import type { Filter } from './types';

/** Fetched after the first paint: what the form sends is there before. */
const PickInput = late(() => import('./PickInput'));
const RegionCascade = late(async () => ({ default: (await import('../values/RegionCascade')).RegionCascade }));
const MultiSelect = late(async () => ({ default: (await import('../kit/MultiSelect')).MultiSelect }));
const NumberRange = late(() => import('./NumberRange'));

interface Props {
  filter: Filter;
  id: string;
  values: Query;
  onChange: (patch: Query) => void;
}

const yesNo = [
  { value: 'true', label: '是' },
  { value: 'false', label: '否' },
];

/** The input of one filter; every one carries a name, so the form also works before hydration. */
export function FilterInput({ filter, id, values, onChange }: Props) {
  const value = values[filter.key] ?? '';
  const common = { id, name: filter.key, value, onChange: (next: string) => onChange({ [filter.key]: next }), 'aria-label': filter.label };
  switch (filter.kind) {
    case 'text':
      return <Input {...common} placeholder={filter.placeholder ?? '请输入'} maxLength={100} />;
    case 'select':
      return <Select {...common} options={filter.options} placeholder={filter.placeholder ?? '全部'} />;
    case 'bool':
      return <Select {...common} options={yesNo} placeholder={filter.placeholder ?? '全部'} />;
    case 'multi':
      return (
        <Fetched id={id} values={{ [filter.key]: value }}>
          {(waiting) => <MultiSelect {...common} options={filter.options} placeholder={filter.placeholder ?? '全部'} waiting={waiting} />}
        </Fetched>
      );
    case 'pick':
      return (
        <Fetched id={id} values={{ [filter.key]: value }} placeholder={value ? '已选择' : (filter.placeholder ?? '全部')}>
          {(waiting) => <PickInput {...common} load={filter.load} shown={filter.shown} placeholder={filter.placeholder ?? '全部'} waiting={waiting} />}
        </Fetched>
      );
    case 'region':
      return (
        <Fetched id={id} values={{ [filter.key]: value }}>
          {(waiting) => <RegionCascade {...common} lazy load={filter.load} waiting={waiting} />}
        </Fetched>
      );
    case 'dates': {
      const [start, end] = rangeKeys(filter);
      return (
        <DateRange
          id={id}
          label={filter.label}
          names={[start, end]}
          start={values[start] ?? ''}
          end={values[end] ?? ''}
          onChange={(from, to) => onChange({ [start]: startOf(from, filter.unit), [end]: endOf(to, filter.unit) })}
        />
      );
    }
    case 'numbers': {
      const names = rangeKeys(filter);
      return (
        <Fetched id={id} values={{ [names[0]]: values[names[0]] ?? '', [names[1]]: values[names[1]] ?? '' }}>
          {(waiting) => <NumberRange id={id} label={filter.label} names={names} values={values} onChange={onChange} waiting={waiting} />}
        </Fetched>
      );
    }
  }
}

interface FetchedProps {
  id: string;
  values: Query;
  placeholder?: string;
  children: (waiting: ReactNode) => ReactNode;
}
/** Inputs fetched in the browser: the server renders what waits for them, and the form still carries their values. */
function Fetched({ id, values, placeholder = '不限', children }: FetchedProps) {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const waiting = (
    <>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Input id={id} placeholder={placeholder} />
    </>
  );
  return mounted ? children(waiting) : waiting;
}
