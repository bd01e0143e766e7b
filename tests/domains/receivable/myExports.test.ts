import { beforeEach, expect, test } from 'vitest';
import '~/domains/finance/api.server';
import '~/domains/receivable/api.server';
import '~/domains/order/api.server';
import '~/domains/return/api.server';
import '~/domains/statement/api.server';
import { columnsFor, definedExport, mayExport } from '~/server/export.server';
import { applyFor, signedOrder } from '../../support/billing';
import { NOON } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, openDepot } from '../../support/delivery';
import { as } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;

beforeEach(async () => {
  await emptyDatabase();
  depot = await openDepot(opened);
});

test.each(['return-order', 'billing', 'my-debt', 'my-moves', 'my-statement', 'order'])(
  'a dealer takes %s home: its own rows and no other customer’s',
  async (type) => {
    const definition = definedExport(type);
    if (!definition) throw new Error(type);
    const order = await signedOrder(depot, [[0, '2']]);
    await applyFor(depot, [{ orderLineId: order.lineIds[0] as string, qty: '1' }]);
    const rows = (customer: string) => {
      const me = depot.dealer(customer);
      expect(mayExport(me, definition)).toBe(true);
      expect(columnsFor(me, definition, []).map(({ title }) => title)).not.toContain('处理人');
      const query = definition.query.parse({ pageNo: 1, pageSize: 100 });
      return as(opened, me, async (tx) => (await definition.rows(tx, me, { ...query, reading: { after: null } }, NOON)).pagedRecords);
    };
    expect((await rows(depot.customers[0])).length).toBe(['billing', 'my-debt', 'order'].includes(type) ? 1 : 0);
    expect(await rows(depot.customers[1])).toEqual([]);
  },
);

test('the state of a statement is told from the side of who reads it', () => {
  const stateIn = (type: string) =>
    definedExport(type)
      ?.columns.find(({ key }) => key === 'status')
      ?.value?.({ status: 'SENT' });
  expect([stateIn('statement'), stateIn('my-statement')]).toEqual(['待客户确认', '待我确认']);
});

test('the lists of a dealer’s own account are nobody’s at the factory', () => {
  for (const type of ['my-debt', 'my-moves', 'my-statement']) expect(mayExport(depot.me, definedExport(type) as never)).toBe(false);
});
