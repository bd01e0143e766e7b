import { useEffect, useRef, useState } from 'react';
import { Select } from '../kit/Select';
import { sentenceOf } from '../kit/sentence';
import { toast } from '../kit/toast';
import type { InputProps, Option } from '../kit/types';

/** Codes nest by prefix (GB/T 2260): 330106 lies in 330100, which lies in 330000. */
export function regionPath(code: string): readonly [province: string, city: string, district: string] {
  if (!/^\d{6}$/.test(code)) return ['', '', ''];
  const province = `${code.slice(0, 2)}0000`;
  const city = code.slice(2, 4) === '00' ? '' : `${code.slice(0, 4)}00`;
  return [province, city, code.slice(4) === '00' ? '' : code];
}

interface Props extends Omit<InputProps, 'onChange'> {
  /** Children of a region; '' answers the provinces. */
  load: (parent: string) => Promise<readonly Option[]>;
  /** The deepest chosen code and the names from province down. */
  onChange?: ((code: string, names: string[]) => void) | undefined;
  /** Without a value nothing is asked for until somebody turns to the input: the country is a large answer. */
  lazy?: boolean;
}

export function RegionCascade({ load, value, defaultValue = '', onChange, id, name, disabled, readOnly, invalid, required, onBlur, lazy, ...aria }: Props) {
  const [own, setOwn] = useState(defaultValue);
  const [lists, setLists] = useState<Record<string, readonly Option[]>>({});
  const code = value ?? own;
  const [province, city, district] = regionPath(code);
  const loader = useRef(load);
  loader.current = load;
  const asked = useRef(new Set<string>());
  const [wanted, setWanted] = useState(!lazy);
  const want = () => setWanted(true);
  const needed = wanted || code !== '';
  useEffect(() => {
    if (!needed) return;
    for (const parent of new Set(['', province, city])) {
      if (asked.current.has(parent)) continue;
      asked.current.add(parent);
      loader.current(parent).then(
        (options) => setLists((before) => ({ ...before, [parent]: options })),
        (error: unknown) => {
          asked.current.delete(parent);
          toast(sentenceOf(error), 'error');
        },
      );
    }
  }, [needed, province, city]);
  const choose = (next: string) => {
    setOwn(next);
    const names = regionPath(next)
      .map((part, level) => (part ? ((lists[['', province, city][level] ?? ''] ?? []).find((option) => option.value === part)?.label ?? '') : ''))
      .filter(Boolean);
    onChange?.(next, names);
  };
  const levels = [
    { part: province, parent: '', up: '', label: '省' },
    { part: city, parent: province, up: province, label: '市' },
    { part: district, parent: city, up: city, label: '区县' },
  ] as const;
  return (
    <span className="grid grid-cols-3 gap-1.5">
      {name && <input type="hidden" name={name} value={code} />}
      {levels.map((level, index) => {
        const ready = index === 0 || level.parent !== '';
        return (
          <Select
            key={level.label}
            {...(index === 0 ? { id } : {})}
            aria-label={`${aria['aria-label'] ?? ''}${level.label}`}
            aria-describedby={aria['aria-describedby']}
            placeholder={level.label}
            options={ready ? (lists[level.parent] ?? []) : []}
            value={level.part}
            disabled={disabled || readOnly || !ready}
            onPointerEnter={want}
            onFocus={want}
            onBlur={onBlur}
            invalid={invalid}
            required={required}
            onChange={(next) => choose(next || level.up)}
            className="px-2"
          />
        );
      })}
    </span>
  );
}
