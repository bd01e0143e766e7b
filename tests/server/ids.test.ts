import { expect, test } from 'vitest';
import { newId } from '~/server/ids.server';

test('ids are uuid v7, each after the one before, also within a millisecond', () => {
  const ids = Array.from({ length: 5000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
