import { useEffect, useRef } from 'react';

/** The value, or the last one there was for the same `key` while the next is asked for. */
export function useLast<Value>(key: string, value: Value | undefined): Value | undefined {
  const last = useRef<{ key: string; value: Value | undefined }>({ key, value });
  useEffect(() => {
    if (value !== undefined || last.current.key !== key) last.current = { key, value };
  }, [key, value]);
  return value ?? (last.current.key === key ? last.current.value : undefined);
}
