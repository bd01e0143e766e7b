import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { screens } from '~/portal/screens';

const paths = screens.map(({ path }): string => path);
/** Tables of the apps' folders and of what the help explains, and what is told to crawlers: beginnings of addresses, not links. */
const tables = ['portal/apps.ts', 'portal/help.ts', 'pages/robots.txt.ts'];
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|tsx|astro)$/.test(file) && !tables.includes(file));

interface Named {
  address: string;
  /** It is where a link leads; elsewhere it may be the folder that a path is made of. */
  linked: boolean;
}

/** Addresses of the portal written in a text: a quoted path, or a template that begins with a constant of the same file. */
function addressesIn(text: string): Named[] {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const folders = new Map<string, string>();
  for (const [, name, made, path] of code.matchAll(/const (\w+) = ['`](?:\$\{(\w+)\})?(\/[^'`$]*)['`];/g)) {
    const whole = `${made ? folders.get(made) : ''}${path}`;
    if (whole.startsWith('/portal/')) folders.set(name as string, whole);
  }
  const quoted = [...code.matchAll(/((?:href|link|assign)\s*[=:(]\s*\{?\s*)?(['"`])(\/portal\/[^'"`\s]*)\2/g)];
  const begun = [...code.matchAll(/(?<!const \w+ = )`\$\{(\w+)\}(\/[^`\s]*)`/g)].filter(([, name]) => folders.has(name as string));
  return [
    ...quoted.map(([, link, , address]) => ({ address: address as string, linked: link !== undefined })),
    ...begun.map(([, name, rest]) => ({ address: `${folders.get(name as string)}${rest}`, linked: true })),
  ];
}

/** What stands before the query, the fragment or a value is a screen, one up to its id, or the folder of some. */
function leads({ address, linked }: Named): boolean {
  const [path = ''] = address.split(/[?#]/);
  // Chapters of the help, which its own tests look up, and the page the guard answers with.
  if (path.startsWith('/portal/help/') || path === '/portal/refused') return true;
  const [before = '', after] = path.split('${');
  if (paths.includes(before)) return true;
  if (after !== undefined) return paths.some((one) => one.startsWith(before));
  return !linked && paths.some((one) => one.startsWith(`${before}/`));
}

test('every address of the portal that the code names is a screen', () => {
  const named = sources.flatMap((file) => addressesIn(readFileSync(`src/${file}`, 'utf8')).map((one) => ({ file, ...one })));
  expect(named.length).toBeGreaterThan(800);
  expect(named.filter((one) => !leads(one))).toEqual([]);
});

test('an address no screen has is found: after a constant, before a value, and a folder that is linked', () => {
  const value = '$' + '{id}';
  const text = `const A = '/portal/receiveAdmin';
    const to = [\`\${A}/payInfos?id=1\`, \`\${A}/payInfo?id=1\`, '/portal/order/nowhere', \`/portal/nothing/${value}\`];
    const link = { href: '/portal/receiveAdmin' };`;
  expect(
    addressesIn(text)
      .filter((one) => !leads(one))
      .map(({ address }) => address),
  ).toEqual(['/portal/order/nowhere', `/portal/nothing/${value}`, '/portal/receiveAdmin', '/portal/receiveAdmin/payInfos?id=1']);
});
