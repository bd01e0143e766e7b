import { beforeEach, expect, it } from 'vitest';
import '~/domains/warehouse/api.server';
import * as orders from '~/domains/order/calls';
import * as stock from '~/domains/warehouse/calls';
import { plainRules } from '~/domains/workflow/processTree';
import * as calls from '~/domains/workflow/taskCalls';
import '~/domains/workflow/taskApi.server';
import type { Me } from '~/portal/me';
import { FLOW_DONE, FLOW_TODO, ORDER_AUDIT, ORDER_CHANGE, ORDER_MANAGE, STOCK_AUDIT, STOCK_IN, STOCK_MANAGE } from '~/portal/permissions';
import { makeMember } from '../../support/app';
import { ask, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { publishProcess, step, treeOf } from '../../support/flows';
import { approved, configure, type Market, openMarket, orderOf, place } from '../../support/order';

const opened = await testDatabase();
const rights = [FLOW_TODO, FLOW_DONE, ORDER_MANAGE, ORDER_CHANGE, STOCK_MANAGE, STOCK_IN];
let market: Market;
let [maker, auditor]: Me[] = [];
const me = (person: Me | undefined): Me => person as Me;

beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
  await configure(market, { twoPersonAudit: false });
  maker = (await makeMember(1n, '制单', rights)).me;
  auditor = (await makeMember(1n, '审核', [...rights, ORDER_AUDIT, STOCK_AUDIT])).me;
});
const began = async () => (await ask(me(maker), calls.taskHandledList, { view: 'started' })).pagedRecords[0];
const act = async (who: Me | undefined, action: string) =>
  ask(me(who), calls.taskSubmit, { instanceId: (await began())?.processInstanceId ?? '', action, opinion: '填错了' });
const offered = async (who: Me | undefined) =>
  (await ask(me(who), calls.taskInfo, { instanceId: (await began())?.processInstanceId ?? '' })).allowed.map(({ action }) => action);
const waits = async () => (await ask(me(auditor), calls.taskList, {})).totalCount;

it('takes back the change of an order from its process, once, and only by whoever asked for it', async () => {
  const order = await approved(market, [[0, '3']]);
  await ask(me(maker), orders.orderChange, { id: order.id, rowVersion: order.rowVersion, reason: '加量', lines: orderOf(market, [[0, '5']]).lines });
  expect([await waits(), await offered(maker), (await offered(auditor)).includes('WITHDRAW')]).toEqual([
    1,
    expect.arrayContaining(['WITHDRAW', 'URGE']),
    false,
  ]);
  expect((await refusalOf(act(auditor, 'WITHDRAW'))).message).toContain('现在不能撤回');
  const { status, message } = await act(maker, 'WITHDRAW');
  expect([status, message.endsWith('已撤回'), await waits(), (await began())?.status]).toEqual(['WITHDRAWN', true, 0, 'WITHDRAWN']);
  const { rows } = await opened.pool.query(
    'select o.pending_version_id, v.state from sales_order o join order_version v on v.order_id = o.id where v.kind = $1',
    ['CHANGE'],
  );
  expect(rows).toEqual([{ pending_version_id: null, state: 'WITHDRAWN' }]);
  expect((await refusalOf(act(maker, 'WITHDRAW'))).data.reason).toBe('BAD_STATE');
});

const stockIn = async () =>
  ask(me(maker), stock.stockInSave, {
    ...{ warehouseId: market.warehouseId, kind: 'PURCHASE', bizDate: '2026-06-15', submit: true },
    lines: [{ skuId: market.skus[0] as string, unitId: market.units.box, qty: '2', price: '' }],
  });

it.each([
  ['UNTOUCHED', true, false, '还没有人处理时可以撤回'],
  ['NEVER', false, false, '提交后不能撤回'],
  ['RUNNING', true, true, ''],
] as const)('by a process that says %s is offered and done as long as that, on the document too', async (rule, before, after, said) => {
  const second = (await makeMember(1n, '复核', [...rights, STOCK_AUDIT])).me;
  const steps = treeOf(step('初审', [me(auditor)]), step('复核', [second]));
  await publishProcess(opened, 1n, { ...steps, rules: { ...plainRules, withdraw: rule } }, 'stockIn');
  const { id, version } = await stockIn();
  const may = async () => (await offered(maker)).includes('WITHDRAW');
  expect(await may()).toBe(before);
  const taskId = (await ask(me(auditor), calls.taskList, {})).pagedRecords[0]?.id ?? '';
  await ask(me(auditor), calls.taskSubmit, { taskId, action: 'PASS' });
  expect(await may()).toBe(after);
  const back = ask(me(maker), stock.stockInReturn, { id, version, reason: '填错了' });
  if (after) await back;
  else expect((await refusalOf(back)).message).toContain(said);
});

it('takes a stock-in back to a draft, which may be submitted again', async () => {
  const { id } = await stockIn();
  expect([await waits(), (await offered(auditor)).includes('WITHDRAW')]).toEqual([1, false]);
  await act(maker, 'WITHDRAW');
  const { rows } = await opened.pool.query('select status, version from stock_doc where id = $1', [id]);
  expect([rows[0].status, await waits()]).toEqual(['DRAFT', 0]);
  await ask(me(maker), stock.stockInSubmit, { id, version: rows[0].version });
  expect(await waits()).toBe(1);
  await ask(me(auditor), stock.stockInAudit, { items: [{ id, version: rows[0].version + 1 }] });
  expect(await offered(maker)).not.toContain('WITHDRAW');
});

it('is not offered where the document has no such step', async () => {
  await place(market, [[0, '1']], {}, me((await makeMember(1n, '管理', 'admin')).me));
  const task = (await ask(me(auditor), calls.taskList, {})).pagedRecords[0];
  expect(task?.processDefinitionKey).toBe('orderProcess');
  expect((await ask(me(auditor), calls.taskInfo, { id: task?.id ?? '' })).allowed.map(({ action }) => action)).not.toContain('WITHDRAW');
});
