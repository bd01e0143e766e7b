import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';

const zip = promisify(gzip);
const brotli = promisify(brotliCompress);
const TEXT = /^(text\/(?!event-stream)|application\/(json|xml|javascript)|image\/svg)/;
const SMALL = 1024;
/** Up to this size (bytes) waking another thread costs more than the work: a call's answer of 5 kB takes 0.035 ms here and 0.12 ms there. */
const HERE = 32 * 1024;
/** Beyond these levels a page of 80 kB takes twice the time for 3 % less. */
const GZIP_LEVEL = 3;
const BROTLI_QUALITY = 3;

/**
 * Compresses whole texts in one call, large ones off the main thread; a stream for each answer costs several times as much.
 * What is streamed (events, downloads) goes out as it comes.
 */
export const compressed: MiddlewareHandler = async (context, next) => {
  await next();
  const { res } = context;
  const coding = codingOf(context.req.header('accept-encoding') ?? '');
  const { headers } = res;
  if (!res.body || context.req.method === 'HEAD' || headers.has('content-encoding') || headers.has('content-disposition')) return;
  if (!TEXT.test(headers.get('content-type') ?? '')) return;
  headers.append('vary', 'accept-encoding');
  if (!coding) return;
  const bytes = Buffer.from(await res.arrayBuffer());
  const smaller = bytes.length < SMALL ? bytes : await shrunk(bytes, coding);
  const answer = new Response(smaller, { status: res.status, headers });
  answer.headers.set('content-length', String(smaller.length));
  if (smaller !== bytes) answer.headers.set('content-encoding', coding);
  context.res = undefined;
  context.res = answer;
};

function shrunk(bytes: Buffer, coding: 'br' | 'gzip'): Promise<Buffer<ArrayBuffer>> | Buffer<ArrayBuffer> {
  const here = bytes.length <= HERE;
  if (coding === 'gzip') return here ? gzipSync(bytes, { level: GZIP_LEVEL }) : (zip(bytes, { level: GZIP_LEVEL }) as Promise<Buffer<ArrayBuffer>>);
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  return here ? brotliCompressSync(bytes, options) : (brotli(bytes, options) as Promise<Buffer<ArrayBuffer>>);
}

function codingOf(accepted: string): 'br' | 'gzip' | null {
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\b)/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(accepted) ? 'gzip' : null;
}
