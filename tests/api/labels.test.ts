import { expect, it } from 'vitest';
import { fieldLabels } from '~/portal/fieldLabels';
import { servedCalls } from '~/server/serve.server';
import '~/server/web.server';
import { type Shape, shapeOf } from './requests';

interface Union extends Shape {
  anyOf?: Shape[];
  allOf?: Shape[];
}

function namesOf(shape: Union | undefined): string[] {
  if (!shape) return [];
  const own = Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => [name, ...namesOf(inner)]);
  return [...own, ...namesOf(shape.items), ...[...(shape.anyOf ?? []), ...(shape.allOf ?? [])].flatMap(namesOf)];
}

it('knows the Chinese name of every field that a call takes', () => {
  const unnamed = servedCalls().flatMap(({ endpoint }) =>
    namesOf(shapeOf(endpoint))
      .filter((name) => !Object.hasOwn(fieldLabels, name))
      .map((name) => `${name} of ${endpoint.path}`),
  );
  expect(unnamed, 'a row in the domain’s fieldLabels.ts for each, or in src/portal/fieldLabels.ts where several domains have it').toEqual([]);
});
