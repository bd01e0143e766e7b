import '~/domains/priceStrategy/api.server';
import { expect, test } from 'vitest';
import * as calls from '~/domains/priceStrategy/calls';
import type { InputOf } from '~/shared/endpoint';
import { ask, openShop } from '../../support/catalogue';
import { postgresDatabase } from '../../support/postgresDatabase';

const plain = (name: string): InputOf<typeof calls.strategySave> => ({
  name,
  customerScope: 'ALL',
  goodsScope: 'ALL',
  method: 'RATE',
  tiers: [{ value: '0.9' }],
  validFrom: '2026-01-01',
});

test('many make and move strategies at once: places stay 1 to n, each once', async () => {
  const opened = await postgresDatabase({ poolSize: 10 });
  const { me } = await openShop(opened);
  const made = await Promise.all(Array.from({ length: 12 }, (_, index) => ask(me, calls.strategySave, plain(`策略${index}`))));
  const places = async () => (await ask(me, calls.strategyList, { pageSize: 50 })).pagedRecords.map((row) => row.priority);
  const all = Array.from({ length: 12 }, (_, index) => index + 1);
  expect(await places()).toEqual(all);
  const ways = ['UP', 'DOWN', 'FIRST', 'LAST', 'PLACE'] as const;
  for (let round = 0; round < 4; round++) {
    const moves = made.map(({ id }, index) =>
      ask(me, calls.strategyMove, { id, version: 1, to: ways[(index + round) % ways.length] as 'UP', placeOf: made[(index * 5 + round) % 12]?.id ?? '' }),
    );
    await Promise.all(moves);
    expect(await places()).toEqual(all);
  }
});
