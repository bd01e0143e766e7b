import { type ComponentProps, useEffect, useState } from 'react';
import { Combobox } from '../kit/Combobox';
import { DateRange } from '../kit/Dates';
import { Input, NumberInput } from '../kit/Input';
import { late } from '../kit/late';
import { MultiSelect } from '../kit/MultiSelect';
import { Select } from '../kit/Select';
import { endOf, rangeKeys, startOf } from './filters';
import type { Query } from './query';
import type { Filter } from './types';

/** Few lists ask for a region. */
const RegionCascade = late(async () => ({ default: (await import('../values/RegionCascade')).RegionCascade }));

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
      return <MultiSelect {...common} options={filter.options} placeholder={filter.placeholder ?? '全部'} />;
    case 'pick':
      return <PickInput {...common} load={filter.load} shown={filter.shown} placeholder={filter.placeholder ?? '全部'} />;
    case 'region':
      return <RegionInput {...common} load={filter.load} />;
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
      const [start, end] = rangeKeys(filter);
      return (
        <span className="flex items-center gap-1.5">
          <NumberInput
            id={id}
            name={start}
            decimals={2}
            value={values[start] ?? ''}
            onChange={(next) => onChange({ [start]: next })}
            placeholder="不限"
            aria-label={`${filter.label}下限`}
            className="px-2"
          />
          <span aria-hidden className="text-ink-3">
            至
          </span>
          <NumberInput
            name={end}
            decimals={2}
            value={values[end] ?? ''}
            onChange={(next) => onChange({ [end]: next })}
            placeholder="不限"
            aria-label={`${filter.label}上限`}
            className="px-2"
          />
        </span>
      );
    }
  }
}

interface RegionInputProps {
  id: string;
  name: string;
  value: string;
  onChange: (code: string) => void;
  load: Extract<Filter, { kind: 'region' }>['load'];
}

/** Fetched in the browser: the server renders only what waits for it. */
function RegionInput(props: RegionInputProps) {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const waiting = (
    <>
      <input type="hidden" name={props.name} value={props.value} />
      <Input id={props.id} disabled placeholder="正在加载…" />
    </>
  );
  return mounted ? <RegionCascade {...props} waiting={waiting} /> : waiting;
}

/** The URL carries only the key; the label chosen with it is remembered for this window, so that a reload still shows a name. */
function PickInput({ shown, onChange, value, ...rest }: ComponentProps<typeof Combobox>) {
  const [label, setLabel] = useState(shown ?? '');
  useEffect(() => {
    if (!shown && value) setLabel(sessionStorage.getItem(`picked:${value}`) ?? '已选择');
  }, [shown, value]);
  return (
    <Combobox
      {...rest}
      value={value}
      shown={label}
      onChange={(next, option) => {
        if (option) sessionStorage.setItem(`picked:${next}`, option.label);
        onChange?.(next, option);
      }}
    />
  );
}
