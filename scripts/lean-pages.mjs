/**
 * What Astro does for every rendered page and need not: work that took a fifth of a page's time; and what it leaves out. Done at build, in the server's bundle only.
 * A text that is no longer there, after an upgrade, stops the build.
 */
const lighter = [
  {
    // Nearly all values are texts; the general way asks each for its class name.
    file: 'astro/dist/runtime/server/serialize.js',
    find: '  const tag = Object.prototype.toString.call(value);\n',
    put: "  if (typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value)) return [PROP_TYPE.Value, value];\n  const tag = Object.prototype.toString.call(value);\n",
  },
  {
    // The id tells islands of a page apart, which their numbers do; text and properties need not go through a hash for that.
    file: 'astro/dist/runtime/server/render/component.js',
    find: /const astroId = shorthash\([\s\S]*?\n {2}\);\n/,
    put: 'const astroId = attrs.island;\n',
  },
  {
    // The same few scripts stand in every page.
    file: 'astro/dist/core/encryption.js',
    find: 'async function generateCspDigest(data, algorithm) {\n',
    put: 'const digests = new Map();\nfunction generateCspDigest(data, algorithm) {\n  if (!digests.has(data)) digests.set(data, digestOf(data, algorithm));\n  return digests.get(data);\n}\nasync function digestOf(data, algorithm) {\n',
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
