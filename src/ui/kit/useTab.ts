import { useState } from 'react';

/** The open tab, kept in the address as `tab`, so that a reload or a link comes back to it. `first` is what the address said when the page was made. */
export function useTab(values: readonly string[], first: string | undefined): [string, (next: string) => void] {
  const [tab, setTab] = useState(first);
  const choose = (next: string) => {
    setTab(next);
    const url = new URL(location.href);
    url.searchParams.set('tab', next);
    history.replaceState(history.state, '', url);
  };
  return [tab && values.includes(tab) ? tab : (values[0] ?? ''), choose];
}
