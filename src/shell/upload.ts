import type { AnswerOf, Endpoint, InputOf } from '~/shared/endpoint';
import { dataOf, type Envelope, formOf, networkFailed } from './call';

interface UploadOptions {
  /** 0 to 1, of the bytes sent. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** A call with a form body that tells how far its upload is, which fetch cannot. Rejects as `call` does; silently with the signal's reason when aborted. */
export async function upload<E extends Endpoint>(endpoint: E, input: InputOf<E>, { onProgress, signal }: UploadOptions = {}): Promise<AnswerOf<E>> {
  const envelope = await new Promise<Envelope>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, `/web${endpoint.path}`);
    request.responseType = 'json';
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress?.(loaded / total);
    request.onload = () => (request.response === null ? reject(networkFailed()) : resolve(request.response as Envelope));
    request.onerror = () => reject(networkFailed());
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(formOf(input));
  });
  return dataOf(envelope) as AnswerOf<E>;
}
