export interface Timed<T> {
  answer: T;
  ms: number;
  /** To the thousandth. */
  seconds: number;
}

/** What a piece of work answered and how long it took. */
export async function timed<T>(work: () => Promise<T> | T): Promise<Timed<T>> {
  const started = performance.now();
  const answer = await work();
  const ms = performance.now() - started;
  return { answer, ms, seconds: Math.round(ms) / 1000 };
}
