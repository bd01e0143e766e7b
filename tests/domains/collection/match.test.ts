import { expect, test } from 'vitest';
import { matches } from '~/domains/collection/strategy';

const any = { levelIds: [], regions: [], tags: [], minOverdue: null, maxOverdue: null, minDays: null, maxDays: null };
const debtor = { levelId: null, region: '东区', tags: ['月结', '工程'], overdue: 100n, days: 3 };

test('a strategy of tags takes who bears one of them, one of none takes everybody', () => {
  expect(matches(any, debtor)).toBe(true);
  expect(matches({ ...any, tags: ['重点', '工程'] }, debtor)).toBe(true);
  expect(matches({ ...any, tags: ['重点'] }, debtor)).toBe(false);
  expect(matches({ ...any, tags: ['月'] }, debtor)).toBe(false);
  expect(matches({ ...any, tags: ['工程'], regions: ['南区'] }, debtor)).toBe(false);
});
