import type { AstroGlobal } from 'astro';
import type { AnswerOf, Endpoint } from '~/shared/endpoint';
import { Refusal, type RefusalData } from '~/shared/refusal';
import { limitedRequest } from './body.server';
import { cookiesFor } from './context.server';
import { refusalWithout } from './hidden.server';
import { fromOwnPage, UNTRUSTED } from './origin.server';
import { answerAs } from './serve.server';

/** More than any form a person fills in without a script. */
const LONGEST = 20_000;
type Posting = Pick<AstroGlobal, 'request' | 'locals' | 'response'>;

/** What a refused form shows again; a password is typed anew. */
export interface RefusedForm {
  typed: Record<string, string>;
  message: string;
  data: RefusalData;
}
interface Submitted<E extends Endpoint> {
  answer: AnswerOf<E> | null;
  refused: RefusedForm | null;
  /** Goes on to a path of this site, with the cookies the call set. */
  go(path: string): Response;
}

/**
 * What a form posted to its own page comes to: the very call the page's script would have made, so with the same checks and limits.
 * Null when nothing was posted.
 */
export async function submitted<E extends Endpoint>(astro: Posting, choose: (typed: Record<string, string>) => E): Promise<Submitted<E> | null> {
  if (astro.request.method !== 'POST') return null;
  const { me, request } = astro.locals.visitor;
  const { password, ...typed } = await typedIn(astro.request);
  const go = (path: string) => going(path, cookiesFor(request));
  const refused = (status: number, message: string, data: RefusalData = {}) => {
    astro.response.status = status;
    return { answer: null, refused: { typed, message, data }, go };
  };
  if (!fromOwnPage(astro.request)) return refused(403, UNTRUSTED.message);
  try {
    const answer = await answerAs(me, choose(typed), password === undefined ? typed : { ...typed, password }, request);
    return { answer: answer as AnswerOf<E>, refused: null, go };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const line of cookiesFor(request)) astro.response.headers.append('Set-Cookie', line);
    const { message, data } = refusalWithout(me, error);
    return refused(422, message, data);
  }
}

async function typedIn(http: Request): Promise<Record<string, string>> {
  if (!http.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) return {};
  // Beyond what any call may bring: not read, and so nothing was typed.
  const within = await limitedRequest(http).catch(() => null);
  const text = ((await within?.text()) ?? '').slice(0, LONGEST);
  return Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, value.replaceAll('\u0000', '')]));
}

function going(path: string, cookies: readonly string[]): Response {
  const headers = new Headers({ Location: path, 'Cache-Control': 'no-store' });
  for (const line of cookies) headers.append('Set-Cookie', line);
  return new Response(null, { status: 303, headers });
}
