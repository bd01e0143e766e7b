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
