import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { lightSchemas } from '../../scripts/light-schemas.mjs';

/** A module as the browser's build gets it. */
function lightened(code: string, id = '/src/domains/x/calls.ts'): string {
  const plugin = lightSchemas() as { transform: { handler: (this: object, code: string, id: string) => { code: string } } };
  const build = {
    parse: (text: string) => parseAst(text),
    error: (message: string) => {
      throw new Error(message);
    },
  };
  return plugin.transform.handler.call(build, code, id).code;
}

test('a call leaves its schemas on the server', () => {
  const light = lightened("export const list = read('/list', may(A), Query, pageOf(Row), { title: 'x' });\nexport const listAsGet = asGet(list);");
  expect(light).toMatch(/read\('\/list', .*void 0, void 0, /);
  expect(light).not.toMatch(/Query|Row/);
});

test('a call behind a helper is refused, by name: its schemas would reach every page that names it', () => {
  for (const wrapped of ["mine('/list', Query, pageOf(Row))", "read('/list', Query, Row)", "asGet(read('/list', may(A), Query, Row, {}))"])
    expect(() => lightened(`export const list = ${wrapped};`)).toThrow(/list = .* must be post, get or read/);
  expect(() => lightened('export const Saved = z.object({});\nconst manage = may(A);')).not.toThrow();
});
