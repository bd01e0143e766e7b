import MagicString from 'magic-string';

const MAKERS = ['post', 'get', 'read'];

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
        if (isCalls) for (const problem of unreadable(this.parse(code).body, text)) this.error(`${id}: ${problem}`);
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

/** A call is written out where it is declared: behind a helper its schemas, and zod with them, would stay in every page that names it. */
function* unreadable(body, text) {
  for (const node of body) {
    const declared = node.type === 'ExportNamedDeclaration' && node.declaration?.type === 'VariableDeclaration' ? node.declaration.declarations : [];
    for (const { id, init } of declared) {
      if (init?.type !== 'CallExpression' || init.callee.type === 'MemberExpression') continue;
      const name = init.callee.name;
      if (name === 'asGet' && init.arguments[0]?.type === 'Identifier') continue;
      if (name === 'tells' || (MAKERS.includes(name) && init.arguments.length === 5)) continue;
      yield `${id.name} = ${text.slice(init.start, Math.min(init.end, init.start + 80))}… must be post, get or read with path, access, input, answer and options, or asGet of one`;
    }
  }
}

function lighten(text, init, isCalls) {
  if (['ObjectExpression', 'ArrayExpression'].includes(init?.type) && text.slice(init.start, init.end).includes('(')) return markPure(text, init, '(', ')');
  if (init?.type !== 'CallExpression') return;
  if (isCalls && MAKERS.includes(init.callee.name) && init.arguments.length === 5) {
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
