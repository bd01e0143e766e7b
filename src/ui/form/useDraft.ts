import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { asksToLeave } from '../kit/page';
import { dropDraft, keepDraft, readDraft } from './draft';

const PAUSE_MS = 400;
export type DraftState = 'none' | 'restored' | 'offered';

/** Saves what is typed, restores it on return, and asks before a dirty form is left. */
export function useDraft<Values extends FieldValues>(form: UseFormReturn<Values>, name: string | undefined, defaults: Values) {
  const [state, setState] = useState<DraftState>('none');
  const sent = useRef(false);
  const base = useRef(defaults);
  const restore = () => {
    const draft = name ? readDraft(name) : undefined;
    if (draft) form.reset(draft.values as Values, { keepDefaultValues: true });
    setState(draft ? 'restored' : 'none');
  };
  useEffect(() => {
    base.current = defaults;
    const draft = name ? readDraft(name) : undefined;
    if (draft && draft.base === JSON.stringify(base.current)) restore();
    else if (draft) setState('offered');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      timer = undefined;
      if (name && !sent.current) keepDraft(name, base.current, form.getValues());
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        sent.current = false;
        clearTimeout(timer);
        timer = setTimeout(save, PAUSE_MS);
      },
    });
    // Whoever leaves right after typing has not paused yet.
    const leave = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      save();
    };
    window.addEventListener('pagehide', leave);
    const stopAsking = asksToLeave(() => form.formState.isDirty && !sent.current);
    return () => {
      stop();
      clearTimeout(timer);
      stopAsking();
      window.removeEventListener('pagehide', leave);
    };
  }, [name]);
  return {
    state,
    restore,
    discard: () => {
      if (name) dropDraft(name);
      form.reset(base.current);
      setState('none');
    },
    /** After a successful submit: nothing left to lose. What is typed next is typed over what was sent. */
    done: () => {
      sent.current = true;
      base.current = form.getValues();
      if (name) dropDraft(name);
      setState('none');
    },
  };
}
