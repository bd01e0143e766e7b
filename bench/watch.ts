import type { Product } from './product';

export interface Envelope {
  code: string;
  message?: string;
  // biome-ignore lint/suspicious/noExplicitAny: each piece says what it reads of an answer
  data?: any;
}

export async function callJson(product: Product, cookie: string, path: string, body: unknown): Promise<Envelope> {
  const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Envelope;
}

/** Time as the client sees it and the most the server process grew meanwhile (worker and all). */
export async function watched<T>(product: Product, work: () => Promise<T>): Promise<{ answer: T; seconds: number; gainedMb: number }> {
  const before = product.memoryMb();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, product.memoryMb());
  }, 5);
  const started = performance.now();
  const answer = await work();
  clearInterval(watch);
  return { answer, seconds: Math.round((performance.now() - started) / 10) / 100, gainedMb: peak - before };
}
