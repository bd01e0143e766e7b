import type { AstroGlobal } from 'astro';
import type { z } from 'zod';
import type { AnswerOf, Endpoint, InputOf } from '~/shared/endpoint';
import '~/server/web.server';
import { answerAs } from './serve.server';

type Asking = Pick<AstroGlobal, 'locals' | 'url'>;

/** The URL's query as the flat record lists and screens take; repeated keys become comma lists. Where it names no page size, the person's own counts. */
export function queryOf(astro: Asking): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [key, value] of astro.url.searchParams) if (value !== '') query[key] = query[key] ? `${query[key]},${value}` : value;
  const size = astro.locals.visitor.me?.preferences?.pageSize;
  if (size && !query['pageSize']) query['pageSize'] = String(size);
  return query;
}

/** The same without the values a list refuses: who followed an address sees the list, a program that sends them is told. */
export function readableQuery(astro: Asking, { input }: Endpoint): Record<string, string> {
  const query = queryOf(astro);
  const refused = new Set(input.safeParse(query).error?.issues.map(({ path }) => path[0]));
  return Object.fromEntries(Object.entries(query).filter(([key]) => !refused.has(key)));
}

/** A page asks the very call the browser would, in-process. `input` defaults to the URL's query. Throws Refusal, which becomes the refused page. */
export async function ask<E extends Endpoint>(astro: Asking, endpoint: E, input?: InputOf<E> | Record<string, string>): Promise<AnswerOf<E>> {
  const { me, request } = astro.locals.visitor;
  return (await answerAs(me, endpoint, (input ?? queryOf(astro)) as z.input<typeof endpoint.input>, request)) as AnswerOf<E>;
}
