import { expect, test } from 'vitest';
import { suggestedIn } from '~/domains/warehouse/stock';

const row = (change: object) => ({ skuAvailable: '10', skuInTransit: '0', skuShort: '0', safetyLow: null, safetyHigh: null, ...change });

test('建议补货: below the lower level up to the upper one, and what orders lack, less what is on its way', () => {
  expect(suggestedIn(row({}))).toBeNull();
  expect(suggestedIn(row({ safetyLow: '10', safetyHigh: '50' })), 'at the level').toBeNull();
  expect(suggestedIn(row({ safetyLow: '20', safetyHigh: '50' }))).toBe('40');
  expect(suggestedIn(row({ safetyLow: '20' })), 'no upper level').toBe('10');
  expect(suggestedIn(row({ safetyLow: '20', safetyHigh: '50', skuInTransit: '15', skuShort: '5' }))).toBe('30');
  expect(suggestedIn(row({ skuAvailable: '0', skuShort: '7' })), 'owed without levels').toBe('7');
  expect(suggestedIn(row({ safetyLow: '20', skuInTransit: '40' })), 'enough is on its way').toBeNull();
});
