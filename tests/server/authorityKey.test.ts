import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guard } from '~/portal/guard';
import type { Me, UserType } from '~/portal/me';
import { menuOf, railOf } from '~/portal/menu';
import { screens } from '~/portal/screens';
import { authorityKey } from '~/server/authorityKey.server';

const codes = [...new Set(screens.flatMap((screen) => screen.codes ?? []))];
const modules = ['order', 'credit', 'receivables', 'guard', 'estate', 'factory'];
const people = fc
  .record({
    userType: fc.constantFrom<UserType>(1, 2, 3),
    customerId: fc.constantFrom(null, '0199f3c4-7a10-7000-8000-000000000001'),
    apps: fc.subarray(modules),
    permissions: fc.subarray(codes, { maxLength: 4 }).map((held) => new Set(held)),
    isAdmin: fc.boolean(),
  })
  .map((part) => part as unknown as Me);

/** Menus are rendered once for each key, so two people with one key must see the very same. */
test('people with the same key may open the same screens and see the same menus', () => {
  const seen = (me: Me) => JSON.stringify([screens.map((screen) => guard(me, screen)), railOf(me), menuOf(me, 'order'), menuOf(me, 'open')]);
  const first = new Map<string, string>();
  fc.assert(
    fc.property(people, (me) => {
      const key = authorityKey(me);
      expect(seen(me)).toBe(first.get(key) ?? seen(me));
      first.set(key, seen(me));
    }),
    { numRuns: 400 },
  );
});

test('a code, an application or a side more is another key', () => {
  const base = { userType: 1, customerId: null, apps: ['order'], permissions: new Set<string>() } as unknown as Me;
  const others = [
    { ...base, permissions: new Set([codes[0] as string]) },
    { ...base, apps: [] },
    { ...base, customerId: 'x' },
    { ...base, userType: 3 as const },
  ];
  expect(new Set([base, ...others].map(authorityKey)).size).toBe(others.length + 1);
});
