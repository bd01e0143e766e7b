import { useRef, useState } from 'react';
import { messageOf } from '~/shell/call';
import { useHoldForm } from '~/ui/form/FormContext';
import { fileProblem } from '~/ui/kit/FileDrop';
import { ATTACHMENT_ENDINGS, ATTACHMENT_MB } from '../attachment';
import type { AttachedFile } from '../attachment.schema';
import { uploadFile } from './uploadFile';

export interface Uploading {
  id: number;
  name: string;
  /** 0 to 1. */
  share: number;
  /** Why it was refused; it stays in the list until dismissed. */
  problem: string;
}

/** Uploads files side by side; each reports its progress, can be cancelled, and a refused one says why without stopping the others. A form around waits for them. */
export function useUploads(onStored: (file: AttachedFile) => unknown) {
  const [uploads, setUploads] = useState<Uploading[]>([]);
  const hold = useHoldForm();
  const running = useRef(new Map<number, AbortController>());
  const stored = useRef(onStored);
  stored.current = onStored;
  const serial = useRef(0);
  const change = (id: number, part: Partial<Uploading>) => setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const drop = (id: number) => {
    running.current.get(id)?.abort();
    running.current.delete(id);
    setUploads((all) => all.filter((one) => one.id !== id));
  };
  const begin = async (file: File) => {
    serial.current += 1;
    const id = serial.current;
    const problem = fileProblem(file, ATTACHMENT_ENDINGS, ATTACHMENT_MB) ?? '';
    setUploads((all) => [...all, { id, name: file.name, share: 0, problem }]);
    if (problem) return;
    const stop = new AbortController();
    running.current.set(id, stop);
    try {
      await hold(
        uploadFile(file, 'ATTACHMENT', { signal: stop.signal, onProgress: (share) => change(id, { share }) }).then(
          ({ key, name, mime, size }) => stored.current({ key, name, mime, size }),
          (error: unknown) => {
            if (!stop.signal.aborted) throw error;
          },
        ),
      );
      drop(id);
    } catch (error) {
      change(id, { problem: messageOf(error) });
    } finally {
      running.current.delete(id);
    }
  };
  return { uploads, begin, drop, busy: uploads.some((one) => !one.problem) };
}
