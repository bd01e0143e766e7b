import { useRef, useState } from 'react';
import { messageOf } from '~/shell/call';
import { useHoldForm } from '~/ui/form/FormContext';
import { toast } from '~/ui/kit/toast';
import { type Use, uploadFile } from './uploadFile';

interface Options {
  keys: readonly string[];
  change: (keys: readonly string[]) => void;
  max: number;
  use: Use;
}

/** Stores chosen pictures one after the other, each shown as soon as it is there; a form around waits for the last. */
export function usePictures({ keys, change, max, use }: Options) {
  const [busy, setBusy] = useState(false);
  const hold = useHoldForm();
  // Pictures may be taken out or moved while others are on their way.
  const held = useRef(keys);
  held.current = keys;
  const store = async (files: readonly File[]) => {
    for (const file of files) {
      const { fileKey } = await uploadFile(file, use);
      held.current = [...held.current, fileKey];
      change(held.current);
    }
  };
  const add = async (files: FileList | null) => {
    const chosen = [...(files ?? [])].slice(0, max - keys.length);
    if (!chosen.length) return;
    setBusy(true);
    try {
      await hold(store(chosen));
    } catch (error) {
      toast(messageOf(error), 'error');
    } finally {
      setBusy(false);
    }
  };
  return { add, busy };
}
