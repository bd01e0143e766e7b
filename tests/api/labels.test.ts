import { expect, it } from 'vitest';
import { inputLabel } from '~/server/inputLabels.server';
import { servedCalls } from '~/server/serve.server';
import '~/server/web.server';
import { type Shape, shapeOf } from './requests';

interface Union extends Shape {
  anyOf?: Shape[];
  allOf?: Shape[];
}

function pathsOf(shape: Union | undefined, at: readonly string[] = []): (readonly string[])[] {
  if (!shape) return [];
  const own = Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => [[...at, name], ...pathsOf(inner, [...at, name])]);
  return [...own, ...[shape.items, ...(shape.anyOf ?? []), ...(shape.allOf ?? [])].flatMap((inner) => pathsOf(inner, at))];
}

it('knows the Chinese name of every field that a call takes', () => {
  const unnamed = servedCalls().flatMap(({ endpoint }) =>
    pathsOf(shapeOf(endpoint))
      .filter((path) => !inputLabel(endpoint.input, path))
      .map((path) => `${path.join('.')} of ${endpoint.path}`),
  );
  expect(
    unnamed,
    'a row in the document’s table of fields or in the domain’s fieldLabels.ts for each, or in src/portal/fieldLabels.ts where several domains have it',
  ).toEqual([]);
});
