import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { pageIslands } from './page-islands.mjs';

/**
 * Writes dist/chunks.json for the size budgets: of each chunk of the browser's build its entry, our own sources in it,
 * its static imports, the share of it that is our own source, and whether zod's schemas are in it.
 * Writes dist/scripts.json for the pages: of each address the scripts its islands need (src/ui/kit/fetchScripts.ts).
 */
export function chunkOrigins() {
  return {
    name: 'chunk-origins',
    applyToEnvironment: (environment) => environment.name === 'client',
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
    writeBundle(_, bundle) {
      const chunks = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        let [own, all, schemas] = [0, 0, false];
        const sources = [];
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          all += renderedLength;
          schemas ||= renderedLength > 0 && /\/zod\/v4\/classic\/schemas\./.test(id);
          if (!id.includes('/src/') || id.includes('/node_modules/')) continue;
          own += renderedLength;
          sources.push(relative(process.cwd(), id.split('?')[0]));
        }
        const entry = chunk.facadeModuleId ? relative(process.cwd(), chunk.facadeModuleId.split('?')[0]) : '';
        chunks[chunk.fileName] = { entry, sources, imports: chunk.imports, own: all ? own / all : 0, schemas };
      }
      writeFileSync('dist/chunks.json', JSON.stringify(chunks));
      writeFileSync('dist/scripts.json', JSON.stringify(scripts(chunks)));
    },
  };
}

function scripts(chunks) {
  const fileOf = new Map(Object.entries(chunks).map(([file, { entry }]) => [entry, file]));
  const client = [...fileOf.keys()].find((entry) => entry.endsWith('src/islands/client.tsx'));
  const frame = ['src/shell/TopBar.tsx'];
  const needed = (entries) => {
    const found = new Set();
    // What others need goes before them: each is begun by itself (src/islands/painted.ts).
    const add = (file, above) => {
      if (!file || found.has(file) || above.includes(file)) return;
      for (const one of chunks[file].imports) add(one, [...above, file]);
      found.add(file);
    };
    for (const entry of entries) add(fileOf.get(entry), []);
    return [...found];
  };
  return Object.fromEntries(
    pageIslands().flatMap(({ address, framed, islands }) => {
      const eager = islands.filter((one) => one.eager).map(({ source }) => source);
      return framed || eager.length ? [[address, needed([client, ...eager, ...(framed ? frame : [])])]] : [];
    }),
  );
}
