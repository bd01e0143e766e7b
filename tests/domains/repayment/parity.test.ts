import { expect, test } from 'vitest';
import { creditStory } from '../../support/creditParity';
import { testDatabase } from '../../support/database';
import { openDepot } from '../../support/delivery';

const opened = await testDatabase();

test('trap 18: a story of credit comes to the same figures on the embedded database', async () => {
  const told = await creditStory(await openDepot(opened, 1n, { payFirst: true }));
  expect(told.differences).toEqual([]);
  await expect(`${JSON.stringify(told, null, 2)}\n`).toMatchFileSnapshot('./parity.txt');
});
