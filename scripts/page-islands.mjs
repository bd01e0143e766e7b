import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of each page file its address (lower case), and the sources of the islands it mounts; `eager` those that it loads at once. */
export function pageIslands(folder = 'src/pages') {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.astro'))
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const islands = [...text.matchAll(/<(\w+)\s[^<>]*client:(\w+)/g)].flatMap(([, tag, when]) => {
        const source = new RegExp(`import ${tag} from '~/([^']+)'`).exec(text)?.[1];
        return source ? [{ source: `src/${source}.tsx`, eager: when === 'painted' }] : [];
      });
      return { address: `/${name.replace(/(^|\/)index\.astro$|\.astro$/, '')}`.toLowerCase(), framed: text.includes('<Screen'), islands };
    });
}
