import type { ClientDirective } from 'astro';
import { fetchScripts } from '../ui/kit/fetchScripts';

const HIDDEN_MS = 200;

/**
 * `client:painted`: an island's scripts come once what the server drew stands before the reader. Whoever waits for rows does not wait for what makes
 * them answer; a press made meanwhile is kept (public/arrival.js).
 */
const painted: ClientDirective = async (load) => {
  await shown();
  fetchScripts(document);
  const hydrate = await load();
  await hydrate();
};

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

declare module 'astro' {
  interface AstroClientDirectives {
    'client:painted'?: boolean;
  }
}
