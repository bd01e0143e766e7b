import MagicString from 'magic-string';

/**
 * Keeps validation schemas out of pages that do not validate. In the browser's build only:
 * a call loses its access, its schemas (the server checks them) and its title (of the API document), and every other constant a domain module computes at load
 * is marked pure and its module free of effects, so what no island uses is dropped, and zod with it.
 */
export function lightSchemas() {
  return {
    name: 'light-schemas',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/src\/(domains|shared|portal)\/.*\.ts$/ },
      handler(code, id) {
        const isCalls = /[cC]alls\.ts$/.test(id);
        const text = new MagicString(code);
        for (const node of this.parse(code).body) {
          const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
          if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
          for (const { init } of declaration.declarations) lighten(text, init, isCalls);
        }
        return { code: text.toString(), map: text.generateMap({ hires: true }), moduleSideEffects: false };
      },
    },
  };
}

function lighten(text, init, isCalls) {
  if (['ObjectExpression', 'ArrayExpression'].includes(init?.type) && text.slice(init.start, init.end).includes('(')) return markPure(text, init, '(', ')');
  if (init?.type !== 'CallExpression') return;
  if (isCalls && ['post', 'get', 'read'].includes(init.callee.name) && init.arguments.length === 5) {
    const [, access, input, answer, options] = init.arguments;
    for (const one of [access, input, answer]) text.overwrite(one.start, one.end, 'void 0');
    const title = options.properties?.findIndex(({ key }) => key?.name === 'title') ?? -1;
    if (title >= 0) text.remove(options.properties[title].start, options.properties[title + 1]?.start ?? options.properties[title].end);
    return;
  }
  markPure(text, init);
}

function markPure(text, init, open = '', close = '') {
  text.appendLeft(init.start, `/* @__PURE__ */ (() => ${open}`);
  text.appendRight(init.end, `${close})()`);
}
