import { useEffect, useRef } from 'react';

const EVERY_MS = 2000;

/** Loads a list again while something on it is under way and the page is looked at. */
export function useRefresh() {
  const list = useRef<{ reload: () => void } | null>(null);
  const busy = useRef(false);
  useEffect(() => {
    const timer = setInterval(() => busy.current && document.visibilityState === 'visible' && list.current?.reload(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return { list, busy };
}
