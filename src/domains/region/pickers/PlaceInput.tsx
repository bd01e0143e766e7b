import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { InputProps } from '~/ui/kit/types';
import { RegionCascade } from '~/ui/values/RegionCascade';
import { loadRegions } from './regions';

interface Props extends Omit<InputProps, 'value' | 'onChange'> {
  /** Names of the form's fields, from the top down. */
  fields?: readonly [province: string, city: string, district: string];
  value?: string;
  onChange?: (province: string) => void;
}

/** Province, city and district of a form that keeps their full names; stands in a `Field` of the province. */
export function PlaceInput({ fields = ['province', 'city', 'district'], value: _province, onChange, ...input }: Props) {
  const { setValue } = useFormContext();
  const names = useWatch({ name: [...fields] }) as string[];
  const [chosen, setChosen] = useState({ code: '', text: '' });
  const text = names.join('|');
  useEffect(() => {
    if (text === chosen.text) return;
    let current = true;
    codeOf(text.split('|')).then(
      (code) => current && setChosen({ code, text }),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [text, chosen.text]);
  return (
    <RegionCascade
      {...input}
      value={chosen.code}
      load={loadRegions}
      onChange={(code, next) => {
        const [province = '', city = '', district = ''] = next;
        setChosen({ code, text: [province, city, district].join('|') });
        onChange?.(province);
        setValue(fields[1], city, { shouldDirty: true });
        setValue(fields[2], district, { shouldDirty: true });
      }}
    />
  );
}

async function codeOf(names: readonly string[]): Promise<string> {
  let code = '';
  for (const name of names) {
    const found = name === '' ? undefined : (await loadRegions(code)).find((one) => one.label === name);
    if (!found) break;
    code = found.value;
  }
  return code;
}
