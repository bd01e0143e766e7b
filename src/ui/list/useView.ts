import { useEffect, useState } from 'react';

export type View = 'cards' | 'table';
const keyOf = (id: string): string => `view:${id}`;

/** Cards or table, remembered on this machine; lists that have cards begin with them. */
export function useView(id: string, hasCards: boolean): { view: View; change: (view: View) => void } {
  const [view, setView] = useState<View>(hasCards ? 'cards' : 'table');
  useEffect(() => {
    if (hasCards && localStorage.getItem(keyOf(id)) === 'table') setView('table');
  }, [id, hasCards]);
  return {
    view,
    change: (next) => {
      localStorage.setItem(keyOf(id), next);
      setView(next);
    },
  };
}
