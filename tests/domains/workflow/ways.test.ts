import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import '~/server/web.server';
import { definedApprovals } from '~/domains/workflow/approvalKind.server';
import { screenOf } from '~/portal/screens';

/** What each screen names to `approvalWay`, with the words of its own folder where it names it by a function. */
function namedBy(file: string): string {
  const given = [...readFileSync(file, 'utf8').matchAll(/approvalWay\(([^;\n]*)/g)].map(([, words]) => words ?? '');
  const folder = file.split('/').slice(0, 3).join('/');
  const around = given.some((words) => !words.includes("'")) || given.some((words) => /^\w+(\.|Of\()/.test(words));
  return `${given.join('\n')}${
    around
      ? globSync(`${folder}/**/*.{ts,tsx}`, { exclude: (name) => name.includes('.server.') })
          .map((one) => readFileSync(one, 'utf8'))
          .join('\n')
      : ''
  }`;
}

it('every kind of document that runs by a process says on a page of its own who has it and who is next', () => {
  const named = globSync('src/domains/*/{screens,pickers}/**/*.{ts,tsx}', { exclude: (name) => name.endsWith('approvalWay.tsx') })
    .filter((file) => readFileSync(file, 'utf8').includes('approvalWay('))
    .map(namedBy)
    .join('\n');
  const missing = definedApprovals()
    .filter(({ key, type }) => key && !named.includes(`'${type}'`))
    .map(({ type }) => type);
  expect(missing).toEqual([]);
});

it('a task leads to a page of the portal, whatever document it is about and wherever that stands', () => {
  const astray = definedApprovals().flatMap(({ type, form }) =>
    ['', '待审核']
      .map((step) => form?.route({ id: '01a20e32-ecc3-7007-9000-0d0f3a3a1483' }, step) ?? '')
      .filter((address) => address && !screenOf(address.split('?')[0] ?? ''))
      .map((address) => `${type}: ${address}`),
  );
  expect(astray).toEqual([]);
});
