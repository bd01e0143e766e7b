import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/*
 * Reads one file of a stranger's, alone in a thread with capped memory that is ended when it takes too long. The code it runs is the source itself,
 * whose types Node leaves out: the same file in development, in tests and beside the built server.
 */
const source = fileURLToPath(new URL('../../', import.meta.url));
registerHooks({
  resolve(specifier, context, next) {
    const ours = specifier.startsWith('~/') ? pathToFileURL(source + specifier.slice(2)).href : specifier;
    if (!/^(\.{1,2}\/|file:)/.test(ours) || /\.(ts|mjs|js|json|node)$/.test(ours)) return next(ours, context);
    const found = new URL(`${ours}.ts`, context.parentURL);
    return next(existsSync(fileURLToPath(found)) ? found.href : ours, context);
  },
});

const { job, bytes, trust } = workerData;
const given = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
if (job === 'verify') {
  const { verifyPdf } = await import('./verify.server.ts');
  const revoked = new Map(trust.revoked);
  parentPort.postMessage(
    await verifyPdf(given, { roots: trust.roots, stampRoots: trust.stampRoots, revokedAt: async (serial) => revoked.get(serial) ?? null }),
  );
} else {
  const { sizesOf } = await import('./sizes.server.ts');
  parentPort.postMessage(await sizesOf(given));
}
