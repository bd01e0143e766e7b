import { shipDelivery } from '~/domains/delivery/ship.server';
import { openDatabase, useDatabase } from '~/server/db.server';
import { NOON } from '../support/catalogue';
import { type Depot, deliveryOf, orderOf } from '../support/delivery';
import { as } from '../support/stock';

/** A process that places and ships orders until it is killed, and says what was acknowledged only after it was. */
const {
  url,
  dataDir,
  depot: stored,
} = JSON.parse(process.env['TRADER'] as string, (key, value) => (key === 'tenantId' ? BigInt(value) : key === 'permissions' ? new Set(value) : value));
const opened = await openDatabase({ url, dataDir });
useDatabase(opened);
const depot: Depot = { ...stored, opened };
const say = (line: string): void => void process.stdout.write(`${line}\n`);
say('ready');

async function trade(): Promise<never> {
  for (;;) {
    const order = await orderOf(
      depot,
      [
        [0, '2'],
        [1, '3'],
      ],
      { payMethod: 'BALANCE' },
    );
    say(`placed ${order.id}`);
    const delivery = await deliveryOf(depot, [
      [order.lineIds[0] as string, '1'],
      [order.lineIds[1] as string, '3'],
    ]);
    const shipped = await as(opened, depot.me, (tx) => shipDelivery(tx, depot.me, { id: delivery.id, version: delivery.version }, NOON));
    say(`shipped ${shipped.id}`);
  }
}
await Promise.all(Array.from({ length: opened.kind === 'postgres' ? 4 : 2 }, trade));
