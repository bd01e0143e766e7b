/**
 * What Astro does for every rendered page and need not: work that took a fifth of a page's time; and what it leaves out. Done at build, in the server's bundle only.
 * A text that is no longer there, after an upgrade, stops the build.
 */
const lighter = [
  {
    file: 'astro/dist/runtime/server/serialize.js',
    find: 'function serializeProps(props, metadata) {\n',
    put: 'const serializedOnce = new WeakMap();\nfunction serializeProps(props, metadata) {\n  const known = serializedOnce.get(props);\n  if (known !== undefined) return known;\n',
  },
  {
    // Asked for twice: for the island's id and for its attribute.
    file: 'astro/dist/runtime/server/serialize.js',
    find: '  return serialized;\n}\nexport',
    put: '  serializedOnce.set(props, serialized);\n  return serialized;\n}\nexport',
  },
  {
    // Nearly all values are texts; the general way asks each for its class name.
    file: 'astro/dist/runtime/server/serialize.js',
    find: '  const tag = Object.prototype.toString.call(value);\n',
    put: "  if (typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value)) return [PROP_TYPE.Value, value];\n  const tag = Object.prototype.toString.call(value);\n",
  },
  {
    // The id tells islands of a page apart; the whole rendered text need not go through the hash for that.
    file: 'astro/dist/runtime/server/render/component.js',
    find: /`<!--\$\{metadata\.componentExport\.value\}:\$\{metadata\.componentUrl\}-->\n\$\{html\}\n/,
    put: '`${metadata.componentExport.value}:${metadata.componentUrl}:${html.length}:',
  },
];

export function leanPages() {
  return {
    name: 'lean-pages',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name !== 'client',
    transform: {
      filter: { id: lighter.map(({ file }) => new RegExp(`${file.replaceAll('.', '\\.')}$`)) },
      handler(code, id) {
        let text = code;
        for (const one of lighter) {
          if (!id.endsWith(one.file)) continue;
          const changed = text.replace(one.find, () => one.put);
          if (changed === text) throw new Error(`lean-pages: ${one.file} no longer holds ${one.find}`);
          text = changed;
        }
        return { code: text, map: null };
      },
    },
  };
}
