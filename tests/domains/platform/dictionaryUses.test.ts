import { beforeAll, expect, it } from 'vitest';
import '~/domains/all.server';
import { signForDealer } from '~/domains/delivery/calls';
import { shipDelivery } from '~/domains/delivery/ship.server';
import { depositReject, depositSave } from '~/domains/finance/calls';
import * as orders from '~/domains/order/calls';
import * as calls from '~/domains/platform/calls';
import { newId } from '~/server/ids.server';
import { ask, NOON, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, deliveryOf, openDepot, orderOf, shipped } from '../../support/delivery';
import { as } from '../../support/stock';

let depot: Depot;
const own = { carrier: '厂里车队', order_cancel_reason: '改买别家', order_reject_reason: '资料不全', order_close_reason: '改期再发' };
const words: Record<string, string> = { ...own, refuse_reason: '桶盖渗漏', pay_reject_reason: '户名不符' };

beforeAll(async () => {
  await emptyDatabase();
  depot = await openDepot(await testDatabase(), 1n, { auditMode: 'MANUAL' });
  const { me } = depot;
  for (const [category, name] of Object.entries(words)) await ask(me, calls.dictSave, { category, code: 'OWN', name });
  const version = async (id: string) => (await depot.opened.pool.query('select row_version from sales_order where id = $1', [id])).rows[0].row_version;
  const ref = async (id: string) => ({ id, rowVersion: await version(id) });
  const [cancelled, rejected, closed, sent] = [await order(), await order(), await order(), await order()];
  await ask(me, orders.orderCancel, { ...(await ref(cancelled.id)), reason: own.order_cancel_reason });
  await ask(me, orders.orderReject, { ...(await ref(rejected.id)), reason: own.order_reject_reason });
  for (const one of [closed, sent]) await ask(me, orders.orderAudit, { ...(await ref(one.id)), note: '', edits: [] });
  await shipped(depot, [[closed.lineIds[0] as string, '1']]);
  await ask(me, orders.orderClose, { ...(await ref(closed.id)), lineIds: [], reason: own.order_close_reason });
  const waiting = await deliveryOf(depot, [[sent.lineIds[0] as string, '5']], { carrier: own.carrier });
  const gone = await as(depot.opened, me, (tx) => shipDelivery(tx, me, waiting, NOON));
  const { rows } = await depot.opened.pool.query('select id from delivery_line where delivery_id = $1', [gone.id]);
  const line = { lineId: rows[0].id, damage: '0', photos: [] };
  const first = await ask(me, signForDealer, { id: gone.id, version: gone.version, lines: [{ ...line, signed: '2', refused: '1', note: '桶盖渗漏' }] });
  await ask(me, signForDealer, { id: gone.id, version: first.version, lines: [{ ...line, signed: '1', refused: '1', note: '路上淋雨' }] });
  const paid = await ask(me, depositSave, {
    ...{ customerId: depot.customers[0], amount: '9.00', payWay: 'BANK', bankFlowNo: 'U1', paidAt: NOON.toISOString(), voucher: ['0'.repeat(36)] },
  });
  await ask({ ...me, accountId: newId() }, depositReject, { id: paid.id, version: 1, reason: '户名不符' });
});

const order = () => orderOf(depot, [[0, '5']]);
const itemOf = async (category: string) => (await ask(depot.me, calls.dictList, { category })).items.find((item) => item.code === 'OWN');

it.each([
  ['carrier', '1张发货单'],
  ['order_cancel_reason', '1张订单'],
  ['order_reject_reason', '1张订单'],
  ['order_close_reason', '1张订单'],
  ['refuse_reason', '1张发货单'],
  ['pay_reject_reason', '1张入账单'],
])('%s counts the documents that name it, and is kept for them', async (category, where) => {
  const item = await itemOf(category);
  expect(item?.usedIn.map(({ what, n }) => `${n}${what}`)).toEqual([where]);
  const refused = await refusalOf(ask(depot.me, calls.dictDelete, { category, code: 'OWN', version: item?.version ?? 0 }));
  expect(refused.message).toBe(`“${words[category]}”正被${where}使用，不能删除，可以停用`);
});

it('an item nobody named goes', async () => {
  await ask(depot.me, calls.dictSave, { category: 'carrier', code: 'NEVER', name: '从未使用' });
  await ask(depot.me, calls.dictDelete, { category: 'carrier', code: 'NEVER', version: 1 });
  expect((await ask(depot.me, calls.dictList, { category: 'carrier' })).items.some((item) => item.code === 'NEVER')).toBe(false);
});
