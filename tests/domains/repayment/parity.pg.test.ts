import { expect, test } from 'vitest';
import { creditStory } from '../../support/creditParity';
import { openDepot } from '../../support/delivery';
import { postgresDatabase } from '../../support/postgresDatabase';

const opened = await postgresDatabase();

test('trap 18: a story of credit comes to the same figures on PostgreSQL', async () => {
  const told = await creditStory(await openDepot(opened, 1n, { payFirst: true }));
  expect(told.differences).toEqual([]);
  await expect(`${JSON.stringify(told, null, 2)}\n`).toMatchFileSnapshot('./parity.txt');
});
