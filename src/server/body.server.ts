import { parseBody } from 'hono/utils/body';
import { BAD_INPUT, Refusal } from '~/shared/refusal';
import { refuseDeep } from './storable.server';

const BODY_LIMIT = 12 * 1024 * 1024;
export const BODY_TOO_LARGE = 'BODY_TOO_LARGE';

/**
 * Values in one body: twice what the longest document holds. Millions of small ones fit within the limit of length and take seconds
 * to be read, during which nobody else is answered.
 */
const MOST_VALUES = 200_000;
const MOST_FIELDS = 200;
const [QUOTE, COMMA, ESCAPE] = [...'",\\'].map((sign) => sign.charCodeAt(0));
const [OPENS, CLOSES] = ['[{', ']}'].map((signs) => new Set([...signs].map((sign) => sign.charCodeAt(0))));

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

/** What a JSON body says; nothing at all is an empty object. Throws a SyntaxError where it is not JSON. */
export async function jsonOf(http: Request): Promise<unknown> {
  const text = await (await limitedRequest(http)).text();
  refuseCostly(text);
  return text === '' ? {} : JSON.parse(text);
}

/** Looks the text over without building anything of it: how deep it goes and how many values it lists. */
function refuseCostly(text: string): void {
  let [level, values] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (sign === COMMA) values += 1;
    else if (OPENS?.has(sign)) refuseDeep(level++);
    else if (CLOSES?.has(sign)) level -= 1;
    if (values > MOST_VALUES) refuseMany(`${MOST_VALUES / 10_000}万项`);
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === ESCAPE ? 2 : 1;
  return at;
}

/** The fields of a form, by name. */
export async function formOf(http: Request): Promise<unknown> {
  const request = await limitedRequest(http);
  const type = request.headers.get('content-type') ?? '';
  const body = Buffer.from(await request.arrayBuffer());
  const boundary = /^\s*multipart\/.*boundary="?([^";]+)/i.exec(type)?.[1];
  if (isMoreThan(MOST_FIELDS, body, boundary ? `--${boundary.trim()}` : '&')) refuseMany(`${MOST_FIELDS}项`);
  return parseBody(new Request(request.url, { method: request.method, headers: { 'content-type': type }, body }));
}

function isMoreThan(most: number, body: Buffer, mark: string): boolean {
  let found = 0;
  for (let at = body.indexOf(mark); at >= 0 && found <= most; at = body.indexOf(mark, at + mark.length)) found += 1;
  return found > most;
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

function refuseMany(most: string): never {
  throw new Refusal(BAD_INPUT, `提交内容超过${most}，请减少后重试`, { reason: 'BAD_INPUT' });
}

function refuseLong(): never {
  throw new Refusal(BAD_INPUT, `提交内容超过${BODY_LIMIT / 1024 / 1024}MB，请减少后重试`, { reason: BODY_TOO_LARGE });
}
