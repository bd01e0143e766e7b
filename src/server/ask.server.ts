import type { AstroGlobal } from 'astro';
import type { AnswerOf, Endpoint, InputOf } from '~/shared/endpoint';
import '~/server/web.server';
import { answerAddress, readable } from './listFilters.server';

type Asking = Pick<AstroGlobal, 'locals' | 'url'>;

/**
 * The URL's query as the flat record lists and screens take; repeated keys become comma lists. Where it names no page size, the person's own counts.
 * For a call, without the values it refuses: who followed an address sees the list without them, a program that sends them is told.
 */
export function queryOf(astro: Asking, endpoint?: Endpoint): Record<string, string> {
  const address: Record<string, string> = {};
  for (const [key, value] of astro.url.searchParams) if (value !== '') address[key] = address[key] ? `${address[key]},${value}` : value;
  const query = endpoint ? readable(endpoint, address) : address;
  const size = astro.locals.visitor.me?.preferences?.pageSize;
  if (size && !query['pageSize']) query['pageSize'] = String(size);
  return query;
}

/** A page asks the very call the browser would, in-process. `input` defaults to the URL's query. Throws Refusal, which becomes the refused page. */
export async function ask<E extends Endpoint>(astro: Asking, endpoint: E, input?: InputOf<E> | Record<string, string>): Promise<AnswerOf<E>> {
  const { me, request } = astro.locals.visitor;
  return (await answerAddress(me, endpoint, input ?? queryOf(astro, endpoint), request)) as AnswerOf<E>;
}
