import { type ComponentProps, useEffect, useState } from 'react';
import { Combobox } from '../kit/Combobox';

/** The URL carries only the key; the label chosen with it is remembered for this window, so that a reload still shows a name. */
export default function PickInput({ shown, onChange, value, ...rest }: ComponentProps<typeof Combobox>) {
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
