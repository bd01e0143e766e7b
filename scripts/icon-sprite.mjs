import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const lucide = await import('lucide-react');
const IMPORT = /import \{([^}]*)\} from 'lucide-react';/g;
const SOURCES = /\.(tsx?|astro)$/;

/**
 * Icons are written as lucide's components and drawn from one cached file: an import from 'lucide-react' becomes references into a sprite
 * of all icons the source names, so neither pages nor bundles carry their outlines. Tests, which run without this, draw the originals.
 */
export function iconSprite({ writing }) {
  // A sprite of another origin is not drawn: it stays here where the other files go to a CDN.
  const address = writing ? '/icons.svg' : `/_astro/icons.${createHash('sha256').update(spriteOf('src')).digest('hex').slice(0, 8)}.svg`;
  return {
    name: 'icon-sprite',
    enforce: 'pre',
    configureServer(server) {
      server.middlewares.use(address, (_, response) => {
        response.setHeader('Content-Type', 'image/svg+xml');
        response.end(spriteOf('src'));
      });
    },
    transform: {
      filter: { id: /\/src\/.*\.(tsx?|astro)(\?|$)/, code: /from 'lucide-react'/ },
      handler: (code) => ({ code: code.replace(IMPORT, (_, names) => referring(names, address)), map: null }),
    },
    generateBundle() {
      if (this.environment.name === 'client') this.emitFile({ type: 'asset', fileName: address.slice(1), source: spriteOf('src') });
    },
  };
}

/** The sprite of every icon the files of a folder import. */
export function spriteOf(folder) {
  const names = new Set(
    readdirSync(folder, { recursive: true })
      .filter((name) => SOURCES.test(name))
      .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(IMPORT)].flatMap(([, list]) => valuesOf(list))),
  );
  const groups = [...names].sort().map((name) => `<g id="${name}">${outlineOf(name)}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg"><defs>${groups.join('')}</defs></svg>\n`;
}

const valuesOf = (list) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '));

const outlineOf = (name) => renderToStaticMarkup(createElement(lucide[name])).replace(/^<svg[^>]*>|<\/svg>$/g, '');

function referring(list, address) {
  const icons = valuesOf(list).map((name) => `const ${name} = /* @__PURE__ */ spriteIcon('${address}#${name}');`);
  const types = [...list.matchAll(/\btype (\w+)/g)].map(([, name]) => `import type { ${name} } from 'lucide-react';`);
  return ["import { spriteIcon } from '~/ui/kit/spriteIcon';", ...types, ...icons].join(' ');
}
