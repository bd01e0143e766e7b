import { useRef, useState } from 'react';
import { sentenceOf } from './sentence';
import { toast } from './toast';

/** Runs a possibly async press once at a time; a rejection becomes an error toast. */
export function usePress(onPress: (() => unknown) | undefined): { pending: boolean; press: () => void } {
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const press = () => {
    if (busy.current || !onPress) return;
    const fail = (error: unknown) => {
      if (!(error instanceof Error && error.name === 'AbortError')) toast(sentenceOf(error), 'error');
    };
    try {
      const answer = onPress();
      if (!(answer instanceof Promise)) return;
      busy.current = true;
      setPending(true);
      answer.catch(fail).finally(() => {
        busy.current = false;
        setPending(false);
      });
    } catch (error) {
      fail(error);
    }
  };
  return { pending, press };
}
