import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Engine, EngineOptions, SyncCount } from './engine.server';
import { projectRoot } from './root.server';

interface Pglite {
  syncs(): SyncCount;
  execute(bytes: Uint8Array, onData: (part: Uint8Array) => void): Promise<void>;
  reset(): Promise<void>;
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * The embedded engine in the calling thread, without a watchdog: while a statement runs, nothing else does. For making a new
 * database before anyone is served: no message has to wake another thread, which doubles the speed of small statements.
 * It syncs nothing; whoever keeps the folder does that once it is closed.
 */
export async function startEngineHere(options: Pick<EngineOptions, 'folder'>): Promise<Engine> {
  const at = pathToFileURL(join(projectRoot(), 'src/server/db/pglite.mjs')).href;
  const { openPglite } = (await import(/* @vite-ignore */ at)) as { openPglite(options: object): Promise<Pglite> };
  const engine = await openPglite({ ...options, draft: true });
  return {
    async openSession() {
      await engine.reset();
      return {
        // The answer comes after `send` has returned, as from another thread: pg is not ready for one while it still writes.
        async send(bytes, onData) {
          const parts: Uint8Array[] = [];
          await engine.execute(bytes, (part) => parts.push(part.slice()));
          for (const part of parts) onData(part);
        },
      };
    },
    unlimited: (fn) => fn(),
    restartCount: () => 0,
    syncCount: async () => engine.syncs(),
    dump: engine.dump,
    close: engine.close,
  };
}
