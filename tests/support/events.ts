import { web } from '~/server/web.server';
import type { Person } from './app';

export interface Heard {
  event: string;
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an event is the test's own claim
  data: any;
}

/** Opens a person's message stream and gives its events one by one; null when it has ended. */
export async function listen(person: Person, headers: Record<string, string> = {}) {
  const answer = await web.request('/message/inner/message/stream', { headers: { cookie: person.cookie, ...headers } });
  const reader = answer.body?.getReader();
  if (!reader || !answer.headers.get('content-type')?.startsWith('text/event-stream')) throw new Error(`no stream: ${await answer.text()}`);
  let rest = '';
  const next = async (withinMs = 3000): Promise<Heard | null> => {
    for (;;) {
      const at = rest.indexOf('\n\n');
      if (at >= 0) {
        const block = rest.slice(0, at);
        rest = rest.slice(at + 2);
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
        if (field('event')) return { event: field('event'), id: field('id'), data: JSON.parse(field('data')) };
        continue;
      }
      const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`nothing within ${withinMs} ms`)), withinMs).unref());
      const { done, value } = await Promise.race([reader.read(), timeout]);
      if (done) return null;
      rest += new TextDecoder().decode(value);
    }
  };
  return { answer, next, close: () => reader.cancel() };
}
