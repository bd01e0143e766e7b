import { type Context, Hono } from 'hono';
import type { Me } from '~/portal/me';
import type { Endpoint } from '~/shared/endpoint';
import { BAD_INPUT, BUSY_MESSAGE, NOT_FOUND, Refusal, SYSTEM_BUSY } from '~/shared/refusal';
import '~/domains/all.server';
import { noteCall } from './apiLog.server';
import { BODY_TOO_LARGE, formOf, jsonOf } from './body.server';
import { cookiesFor, logFailure, type Visitor, visitorOf } from './context.server';
import { isDatabaseUnavailable } from './db/errors.server';
import { docsPage } from './docs.server';
import { refusalWithout } from './hidden.server';
import { answerLeniently, isLenient, refuseUnknownFilters } from './listFilters.server';
import { calls as counters } from './metrics.server';
import { openApiDocument } from './openapi.server';
import { mayCall, UNTRUSTED } from './origin.server';
import { isProgram } from './programs/authenticate.server';
import { programVisitor, readWhole } from './programs/visitor.server';
import { admit, answerAs, callAt, type FileAnswer, type StreamAnswer } from './serve.server';
import { retryAfter, UNAVAILABLE_MESSAGE } from './unavailable.server';

type Peer = { Bindings: { peer?: string } };

/** Everything below /web: one handler looks the call up, admits, runs and wraps. */
export const web = new Hono<Peer>();

web.get('/openapi.json', (context) => context.json(openApiDocument()));
web.get('/docs', (context) => context.html(docsPage, 200, { 'Content-Security-Policy': "default-src 'self'" }));
web.all('*', async (context) => {
  const path = context.req.path.replace(/^\/web/, '');
  const served = callAt(context.req.method, path);
  if (!served) return context.json({ code: NOT_FOUND, message: '接口不存在' }, 404);
  const { path: name, options } = served.endpoint;
  const started = performance.now();
  let code = '0';
  let visitor: Visitor | undefined;
  try {
    const peer = context.env?.peer ?? '';
    const http = isProgram(context.req.raw) ? await readWhole(context.req.raw) : null;
    // What a browser sends by itself proves nothing about its page; a signature or token is given by hand.
    if (!http && !mayCall(context.req.raw, served.endpoint)) return context.json(UNTRUSTED, 403);
    visitor = http ? await programVisitor(http, peer, { method: context.req.method, path: name }) : await visitorOf(context.req.raw, peer);
    admit(visitor.me, served.endpoint);
    const input = await inputOf(context, http?.request ?? context.req.raw, options.body, served.field);
    const answer = await answerFor(context.req.raw, visitor, served.endpoint, input);
    setSession(context, visitor);
    if (answer instanceof Response) return answer;
    if (served.file) return fileAnswer(answer as FileAnswer | StreamAnswer);
    return context.json({ code: '0', data: answer ?? null });
  } catch (error) {
    if (visitor) setSession(context, visitor);
    const failed = failureOf(error, name, visitor?.me, context.req.header('traceparent'));
    code = failed.code;
    if (isDatabaseUnavailable(error)) return context.json(failed, 503, retryAfter);
    return context.json(failed, statusOf(error));
  } finally {
    const ms = performance.now() - started;
    counters.observe({ path: name, code }, ms / 1000);
    if (visitor?.me && (visitor.me.app || code !== '0' || !options.reads))
      noteCall(visitor.me, { method: context.req.method, path: name, code, ms, address: visitor.request.address });
  }
});

/** A page asks by what its address holds (`LENIENT`); whoever else asks is told of what the list does not know. */
function answerFor(http: Request, { me, request }: Visitor, endpoint: Endpoint, input: unknown): Promise<unknown> {
  if (isLenient(http)) return answerLeniently(me, endpoint, input, request);
  refuseUnknownFilters(endpoint, input);
  return answerAs(me, endpoint, input, request);
}

function setSession(context: Context<Peer>, visitor: Visitor): void {
  for (const line of cookiesFor(visitor.request)) context.header('Set-Cookie', line, { append: true });
}

async function inputOf(context: Context<Peer>, http: Request, body: 'json' | 'form' | undefined, field: Record<string, string> = {}): Promise<unknown> {
  if (context.req.method === 'GET') return { ...context.req.query(), ...field };
  try {
    return await (body === 'form' ? formOf(http) : jsonOf(http));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(BAD_INPUT, body === 'form' ? '表单内容无法识别' : '提交内容不是有效的JSON', { reason: 'BAD_INPUT' });
  }
}

function statusOf(error: unknown): 200 | 413 | 500 {
  if (!(error instanceof Refusal)) return 500;
  return error.data.reason === BODY_TOO_LARGE ? 413 : 200;
}

/** The envelope of a failure; what is no Refusal is logged under a trace and says nothing about the inside. */
function failureOf(error: unknown, path: string, me: Me | null | undefined, traceparent: string | undefined) {
  if (error instanceof Refusal) return { code: error.code, ...refusalWithout(me, error), ...(error.code === SYSTEM_BUSY ? { detail: error.message } : {}) };
  const trace = logFailure(error, path, traceparent);
  const message = isDatabaseUnavailable(error) ? UNAVAILABLE_MESSAGE : BUSY_MESSAGE;
  return { code: SYSTEM_BUSY, message, detail: `${message}（编号 ${trace}）`, data: { reason: 'SYSTEM', trace } };
}

function fileAnswer(file: FileAnswer | StreamAnswer): Response {
  const disposition = `${file.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`;
  const { body, size } =
    'stream' in file ? { body: file.stream, size: file.size } : { body: file.bytes as Uint8Array<ArrayBuffer>, size: file.bytes.byteLength };
  return new Response(body, {
    headers: {
      'Content-Type': file.mime,
      'Content-Length': String(size),
      'Content-Disposition': disposition,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': file.cacheSeconds ? `private, max-age=${file.cacheSeconds}` : 'no-store',
    },
  });
}
