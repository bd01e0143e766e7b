import { createContext, useContext } from 'react';
import type { FieldLabel } from './problems';

interface FormFrame {
  id: string;
  labels: Map<string, FieldLabel>;
  /** What a send waits for. */
  underWay: Set<Promise<unknown>>;
}
export const newFrame = (id: string): FormFrame => ({ id, labels: new Map(), underWay: new Set() });
export const FormFrameContext = createContext<FormFrame | null>(null);

export function useFormFrame(): FormFrame {
  const frame = useContext(FormFrameContext);
  if (!frame) throw new Error('fields stand inside FormPage or FormDialog');
  return frame;
}

/**
 * Makes the form around wait for some work before it is sent, a file on its way say: sent at once, it would go without the file and nobody
 * would be told. Work that fails meanwhile keeps the form from being sent and says why. Outside a form nobody waits.
 */
export function useHoldForm(): <T>(work: Promise<T>) => Promise<T> {
  const underWay = useContext(FormFrameContext)?.underWay;
  return (work) => {
    underWay?.add(work);
    const done = () => underWay?.delete(work);
    work.then(done, done);
    return work;
  };
}

/** Ends when all of it has; rejects as the first that failed. */
export async function whenDone(underWay: Iterable<Promise<unknown>>): Promise<void> {
  const failed = (await Promise.allSettled(underWay)).find((work) => work.status === 'rejected');
  if (failed) throw failed.reason;
}
