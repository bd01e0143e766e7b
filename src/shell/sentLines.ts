import { isRefused } from './call';

/** The server numbers the lines it got; a form counts the empty ones it left out, too. `sent`: which of its lines went. */
export function withFormLines(error: unknown, sent: readonly boolean[]): unknown {
  if (!isRefused(error) || !error.data.fields) return error;
  const places = sent.flatMap((went, index) => (went ? [index] : []));
  error.data.fields = Object.fromEntries(
    Object.entries(error.data.fields).map(([path, message]) => [path.replace(/^lines\.(\d+)\./, (_, n) => `lines.${places[Number(n)] ?? n}.`), message]),
  );
  return error;
}
