import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Writes dist/chunks.json for the size budgets: of each chunk of the browser's build its entry, our own sources in it,
 * its static imports, and the share of it that is our own source.
 */
export function chunkOrigins() {
  return {
    name: 'chunk-origins',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle(_, bundle) {
      const chunks = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        let [own, all] = [0, 0];
        const sources = [];
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          all += renderedLength;
          if (!id.includes('/src/') || id.includes('/node_modules/')) continue;
          own += renderedLength;
          sources.push(relative(process.cwd(), id.split('?')[0]));
        }
        const entry = chunk.facadeModuleId ? relative(process.cwd(), chunk.facadeModuleId.split('?')[0]) : '';
        chunks[chunk.fileName] = { entry, sources, imports: chunk.imports, own: all ? own / all : 0 };
      }
      writeFileSync('dist/chunks.json', JSON.stringify(chunks));
    },
  };
}
