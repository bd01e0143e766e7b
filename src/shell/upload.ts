import type { AnswerOf, Endpoint, InputOf } from '~/shared/endpoint';
import { whileShown } from '~/ui/kit/page';
import { dataOf, type Envelope, formOf, networkFailed } from './call';

export interface UploadOptions {
  /** 0 to 1, of the bytes sent. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** A call with a form body that tells how far its upload is, which fetch cannot. Rejects as `call` does; silently with the signal's reason when aborted. */
export async function upload<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: UploadOptions = {}): Promise<AnswerOf<E>> {
  const { text } = await whileShown(postForm(`/web${endpoint.path}`, formOf(input), options));
  let envelope: Envelope;
  try {
    envelope = JSON.parse(text) as Envelope;
  } catch {
    return networkFailed();
  }
  return dataOf(envelope) as AnswerOf<E>;
}

/** Posts a form anywhere, telling how far it is; rejects when it did not get through. */
export function postForm(url: string, form: FormData, { onProgress, signal }: UploadOptions = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress?.(loaded / total);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => void networkFailed().catch(reject);
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
