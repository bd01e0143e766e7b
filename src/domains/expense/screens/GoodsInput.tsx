import { X } from 'lucide-react';
import { useCallback, useState } from 'react';
import { call } from '~/shell/call';
import { Combobox } from '~/ui/kit/Combobox';
import type { InputProps, Option } from '~/ui/kit/types';
import { expenseGoods } from '../calls';

export const idsOf = (value: string): string[] => value.split(',').filter(Boolean);

/** Several categories or products, found by what is typed; the value is their ids, comma-joined. */
export function GoodsInput({ scope, value = '', onChange, ...input }: InputProps & { scope: 'CATEGORY' | 'PRODUCT' }) {
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const [turn, setTurn] = useState(0);
  const ids = idsOf(value);
  const load = useCallback(
    async (keyword: string): Promise<Option[]> =>
      (await call(expenseGoods, { scope, keyword })).options.map((one) => ({ value: one.id, label: one.name, hint: one.code })),
    [scope],
  );
  const add = (id: string, option?: Option) => {
    if (!id) return;
    setNames((now) => ({ ...now, [id]: option?.label ?? id }));
    onChange?.([...new Set([...ids, id])].join(','));
    setTurn((now) => now + 1);
  };
  return (
    <div className="flex flex-col gap-2">
      <Combobox {...input} key={turn} load={load} onChange={add} placeholder="输入名称或编码添加" />
      {ids.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {ids.map((id) => (
            <li key={id} className="inline-flex items-center gap-1 rounded border border-line px-2 py-0.5 text-sm">
              {names[id] ?? id}
              <button type="button" aria-label={`移除${names[id] ?? ''}`} onClick={() => onChange?.(ids.filter((one) => one !== id).join(','))}>
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
