import { beforeEach, expect, it } from 'vitest';
import '~/domains/warehouse/api.server';
import * as stock from '~/domains/warehouse/calls';
import * as calls from '~/domains/workflow/taskCalls';
import '~/domains/workflow/taskApi.server';
import { FLOW_TODO, STOCK_AUDIT, STOCK_IN, STOCK_MANAGE } from '~/portal/permissions';
import { makeMember } from '../../support/app';
import { ask } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Market, openMarket } from '../../support/order';

const opened = await testDatabase();
let market: Market;

beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
});

it('tells whoever approves goods coming in how many of which unit, and never adds up boxes and pieces', async () => {
  const maker = (await makeMember(1n, '制单', [STOCK_MANAGE, STOCK_IN])).me;
  const auditor = (await makeMember(1n, '审核', [FLOW_TODO, STOCK_MANAGE, STOCK_AUDIT])).me;
  // Two goods kept in units of their own.
  await opened.pool.query('update product set base_unit_id = $1 where id = (select product_id from sku where id = $2)', [market.units.box, market.skus[1]]);
  const line = (at: number) => ({ skuId: market.skus[at] as string, unitId: market.units.box, qty: '2', price: '' });
  await ask(maker, stock.stockInSave, {
    ...{ warehouseId: market.warehouseId, kind: 'PURCHASE', bizDate: '2026-06-15', submit: true },
    lines: [line(0), line(1)],
  });
  const [task] = (await ask(auditor, calls.taskList, {})).pagedRecords;
  expect(task?.summary).toEqual(['入库类型：采购入库', '业务日期：2026-06-15']);
  const { card } = await ask(auditor, calls.taskInfo, { id: task?.id ?? '' });
  const total = card.facts.find(({ key }) => key === 'qty');
  expect(total?.text).toMatch(/^[\d,.]+\p{Script=Han}+ [\d,.]+\p{Script=Han}+$/u);
});
