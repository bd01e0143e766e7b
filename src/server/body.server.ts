import { BAD_INPUT, Refusal } from '~/shared/refusal';

const BODY_LIMIT = 12 * 1024 * 1024;
export const BODY_TOO_LARGE = 'BODY_TOO_LARGE';

/**
 * The request, with a body known to be within the limit. A body of declared length is left to be read in one go;
 * one that comes in chunks is counted while it comes, and what is too long is not read further.
 */
export async function limitedRequest(request: Request): Promise<Request> {
  const { headers } = request;
  if (!headers.has('transfer-encoding')) {
    if (Number(headers.get('content-length') ?? 0) > BODY_LIMIT) refuseLong();
    return request;
  }
  const body = request.body ? await collected(request.body) : null;
  const type = headers.get('content-type');
  // From the address and not from the request: the server's own request object is not one that can be copied.
  return new Request(request.url, { method: request.method, headers: type ? { 'content-type': type } : {}, body });
}

async function collected(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(parts);
    size += value.length;
    if (size > BODY_LIMIT) {
      reader.releaseLock();
      refuseLong();
    }
    parts.push(value);
  }
}

function refuseLong(): never {
  throw new Refusal(BAD_INPUT, `提交内容超过${BODY_LIMIT / 1024 / 1024}MB，请减少后重试`, { reason: BODY_TOO_LARGE });
}

const MOST_LEVELS = 40;

/**
 * Text as the database holds it, everywhere in what somebody sent: no NUL, no half of a surrogate pair.
 * Gives the same value when there was none. Refuses what is nested deeper than any form.
 */
export function storable<T>(value: T, level = 0): T {
  if (typeof value === 'string') return (isStorable(value) ? value : value.replaceAll('\u0000', '').toWellFormed()) as T;
  if (value instanceof File) return (isStorable(value.name) ? value : new File([value], storable(value.name), { type: value.type })) as T;
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  if (level > MOST_LEVELS) throw new Refusal(BAD_INPUT, `提交内容的层级超过${MOST_LEVELS}层`, { reason: 'BAD_INPUT' });
  if (Array.isArray(value)) {
    const items = value.map((one) => storable(one, level + 1));
    return items.every((one, at) => one === value[at]) ? value : (items as T);
  }
  const entries = Object.entries(value);
  const stored = entries.map(([key, one]) => [storable(key), storable(one, level + 1)] as const);
  return stored.every(([key, one], at) => key === entries[at]?.[0] && one === entries[at]?.[1]) ? value : (Object.fromEntries(stored) as T);
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
