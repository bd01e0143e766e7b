import type { ClientDirective } from 'astro';
import { fetchScripts, scriptsOf } from '../ui/kit/fetchScripts';

const HIDDEN_MS = 200;

/**
 * `client:painted`: an island's scripts come once what the server drew stands before the reader. Whoever waits for rows does not wait for what makes
 * them answer; a press made meanwhile is kept (public/arrival.js).
 */
const painted: ClientDirective = async (load) => {
  await shown();
  fetchScripts(document);
  for (const address of scriptsOf(document)) await inTurn(address, () => import(/* @vite-ignore */ address));
  const hydrate = await load();
  await inTurn('', hydrate);
};

const begun = new Map<string, Promise<unknown>>();
let turn: Promise<unknown> = Promise.resolve();

/** One after another, each in a task of its own, so that a press can come in between; what has an address once in a document. */
function inTurn(address: string, work: () => unknown): Promise<unknown> {
  const known = begun.get(address);
  if (known) return known;
  const mine = turn.then(() => new Promise((next) => setTimeout(next))).then(work);
  // A script that does not come is told of by the island that needs it.
  turn = mine.catch(() => undefined);
  if (address) begun.set(address, turn);
  return address ? turn : mine;
}

function shown(): Promise<void> {
  return new Promise((done) => {
    const frame = () => {
      requestAnimationFrame(() => setTimeout(done));
      // A tab in the background draws nothing.
      setTimeout(done, HIDDEN_MS);
    };
    if (document.readyState !== 'loading') return frame();
    document.addEventListener('readystatechange', frame, { once: true });
  });
}

export default painted;
