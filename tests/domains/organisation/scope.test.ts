import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import * as customerCalls from '~/domains/customer/calls';
import * as deliveryCalls from '~/domains/delivery/calls';
import * as fundCalls from '~/domains/finance/calls';
import * as insightCalls from '~/domains/insight/calls';
import * as orderCalls from '~/domains/order/calls';
import * as owedCalls from '~/domains/receivable/calls';
import * as roleCalls from '~/domains/role/calls';
import * as stockCalls from '~/domains/warehouse/calls';
import type { Me } from '~/portal/me';
import { ORDER_MANAGE } from '~/portal/permissions';
import { type DataScope, inScope, type ScopedRow } from '~/portal/scope';
import { accountsFor } from '~/server/authority.server';
import { type AnyExport, definedExport } from '~/server/export.server';
import { newId } from '~/server/ids.server';
import { scopeOf } from '~/server/serve.server';
import type { Endpoint } from '~/shared/endpoint';
import { NOT_FOUND } from '~/shared/refusal';
import { ask, NOON, refusalOf } from '../../support/catalogue';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { type Chosen, chosen, openWorld, seenBy, type World } from '../../support/scopes';

let world: World;
beforeAll(async () => {
  world = await openWorld(await testDatabase());
});

interface Document {
  what: string;
  table: string;
  list: Endpoint;
  detail?: Endpoint;
  /** Also limited by warehouse. */
  housed?: boolean;
  query?: object;
}

const documents: Document[] = [
  { what: '订单', table: 'sales_order', list: orderCalls.orderPage, detail: orderCalls.orderDetail, housed: true },
  { what: '发货单', table: 'delivery', list: deliveryCalls.deliveryList, detail: deliveryCalls.deliveryDetail, housed: true },
  { what: '应收', table: 'receivable', list: owedCalls.receivableBook, detail: owedCalls.receivableDetail },
  { what: '收款', table: 'receipt', list: owedCalls.receiptList, detail: owedCalls.receiptDetail },
  { what: '资金账户', table: 'fund_account', list: fundCalls.accountList, detail: fundCalls.accountDetail },
];

// biome-ignore lint/suspicious/noExplicitAny: lists of different rows are compared by id alone
const answer = (me: Me, call: Endpoint, input: object): Promise<any> => ask(me, call, input as never);

async function agrees(me: Me, scope: DataScope | null, document: Document): Promise<void> {
  const { rows } = await world.opened.pool.query<{ id: string; customer_id: string; warehouse_id?: string }>(`select * from ${document.table}`);
  const visible = (row: (typeof rows)[number]): boolean => {
    const customer = world.customers.find((one) => one.id === row.customer_id);
    return customer !== undefined && inScope(scope, document.housed ? { ...customer, warehouseId: row.warehouse_id } : customer);
  };
  const expected = rows.filter(visible).map((row) => row.id);
  const page = await answer(me, document.list, { pageSize: '200' });
  expect(page.pagedRecords.map((row: { id: string }) => row.id).sort(), `${document.what} list`).toEqual(expected.sort());
  const short = await answer(me, document.list, { pageSize: '2' });
  expect(short.totalCount, `${document.what} count`).toBe(expected.length);
  for (const row of rows.filter((_, index) => index % 4 === 0)) {
    if (visible(row)) expect((await answer(me, document.detail as Endpoint, { id: row.id })).id).toBe(row.id);
    else expect((await refusalOf(answer(me, document.detail as Endpoint, { id: row.id }))).code, `${document.what} detail`).toBe(NOT_FOUND);
  }
}

describe('what a role limits', () => {
  it('is the same for lists, counts, details, pickers and figures, whatever the roles', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(chosen, async (choice) => {
        const me = await seenBy(world, choice);
        const scope = me.scope ?? null;
        const customers = world.customers.filter((one) => inScope(scope, one)).map((one) => one.id);
        const all = scope?.customers ? customers : [...customers, ...world.depot.customers];
        const list = await ask(me, customerCalls.customerList, { pageSize: '200' });
        expect(list.pagedRecords.map((one) => one.id).sort()).toEqual([...all].sort());
        expect(list.totalCount).toBe(all.length);
        const joined = await ask(me, customerCalls.customerList, { pageSize: '200', scene: 'JOINED' });
        const helped = world.customers.filter((one) => one.helperIds.includes(me.memberId as string)).map((one) => one.id);
        expect(joined.pagedRecords.map((one) => one.id).sort(), 'helped').toEqual(helped.sort());
        const picker = await ask(me, customerCalls.customerSearch, { ids: [...world.customers.map((one) => one.id), ...world.depot.customers] });
        expect(picker.customers.map((one) => one.id).sort()).toEqual([...all].sort());
        for (const document of documents) await agrees(me, scope, document);
        await figuresAgree(me, scope);
      }),
      { numRuns: 15, examples: [[{ member: 1, roles: [{ dataScope: 'SELF', regions: [], warehouse: 0 }] }]] },
    );
  });

  async function figuresAgree(me: Me, scope: DataScope | null): Promise<void> {
    const orders = await ask(me, orderCalls.orderPage, { pageSize: '200' });
    const { counts } = await ask(me, orderCalls.orderCounts, {});
    for (const [status, n] of Object.entries(counts)) expect(orders.pagedRecords.filter((one) => one.status === status).length, status).toBe(n);
    const desk = await ask(me, insightCalls.workbench, {}, new Date('2026-06-15T05:00:00Z'));
    const sum = orders.pagedRecords.reduce((total, one) => total + Number(one.payable), 0);
    expect(Number(desk.trend.flows.find((flow) => flow.key === 'ordered')?.today)).toBeCloseTo(sum, 2);
    const waiting = await ask(me, deliveryCalls.toDeliverList, { pageSize: '200' });
    expect(desk.todos.find((todo) => todo.key === 'deliver')?.count).toBe(waiting.totalCount);
    const ids = new Set(orders.pagedRecords.map((one) => one.id));
    const file = definedExport('order');
    const exported = await world.opened.inTenant(scopeOf(me), (tx) => (file as AnyExport).rows(tx, me, file?.query.parse({ pageSize: '200' }), NOON));
    expect(exported.pagedRecords.map((row) => row.id).sort(), 'export').toEqual([...ids].sort());
    for (const row of waiting.pagedRecords) expect(ids.has(row.id)).toBe(true);
    const { warehouses } = await ask(me, stockCalls.warehouseOptions, {});
    expect(warehouses.map((one) => one.id).sort()).toEqual([...(scope?.warehouses ?? world.warehouses)].sort());
    const stock = await ask(me, stockCalls.stockList, { pageSize: '200' });
    expect(stock.totalCount).toBe(3 * warehouses.length);
    const ledger = await ask(me, stockCalls.stockLedger, { pageSize: '200' });
    expect(new Set(ledger.pagedRecords.map((one) => one.warehouseName)).size).toBeLessThanOrEqual(warehouses.length);
  }

  it('answers a change of a row outside like a missing one, and changes nothing', async () => {
    const me = await seenBy(world, { member: 1, roles: [{ dataScope: 'SELF', regions: [], warehouse: 0 }] });
    const mine = world.members[1] as string;
    const other = world.customers.find((one) => one.ownerId !== mine && !one.helperIds.includes(mine)) as ScopedRow & { id: string };
    const { rows } = await world.opened.pool.query('select id, row_version from sales_order where customer_id = $1 limit 1', [other.id]);
    const missing = await refusalOf(ask(me, orderCalls.orderCancel, { id: newId(), rowVersion: 1, reason: '重复' }));
    const hidden = await refusalOf(ask(me, orderCalls.orderCancel, { id: rows[0].id, rowVersion: rows[0].row_version, reason: '重复' }));
    expect([hidden.code, hidden.message]).toEqual([missing.code, missing.message]);
    const absent = await refusalOf(ask(me, customerCalls.customerReveal, { id: newId() }));
    const foreign = await refusalOf(ask(me, customerCalls.customerReveal, { id: other.id }));
    expect([foreign.code, foreign.message]).toEqual([absent.code, absent.message]);
  });

  it('lets a limited salesperson make customers and orders of their own, refuses to give one away out of sight, and still finds duplicates', async () => {
    const me = await seenBy(world, { member: 2, roles: [{ dataScope: 'SELF', regions: [], warehouse: 0 }] });
    const id = await addCustomer(me, '新客户建材行', { contactMobile: '13700000001' });
    expect((await ask(me, customerCalls.customerGet, { id })).salesMemberId).toBe(me.memberId);
    const away = refusalOf(addCustomer(me, '别人的客户行', { contactMobile: '13700000002', salesMemberId: world.members[3] as string }));
    expect((await away).data.reason).toBe('OUT_OF_SCOPE');
    const duplicate = await ask(me, customerCalls.customerDuplicates, { id: '', name: '随便什么名字的', uscc: '', mobile: '13912345670' });
    expect(duplicate.duplicates.length).toBe(1);
    const order = await ask(me, orderCalls.orderSave, {
      customerId: id,
      payMethod: 'OFFLINE',
      lines: [{ skuId: world.depot.skus[0], unitId: world.depot.units.piece, qty: '1' }],
    });
    expect((await ask(me, orderCalls.orderDetail, { id: order.id })).id).toBe(order.id);
    const foreign = world.customers.find((one) => one.ownerId === world.members[3] && !one.helperIds.includes(me.memberId as string)) as ScopedRow & {
      id: string;
    };
    const forOther = await refusalOf(
      ask(me, orderCalls.orderSave, {
        customerId: foreign.id,
        payMethod: 'OFFLINE',
        lines: [{ skuId: world.depot.skus[0], unitId: world.depot.units.piece, qty: '1' }],
      }),
    );
    expect(forOther.message).toContain('客户');
  });

  it('is what the explainer says of each colleague, and who is told of a document', async () => {
    const { opened, members, customers } = world;
    const choices: Chosen['roles'][] = [
      [{ dataScope: 'DEPARTMENT', regions: [], warehouse: 0 }],
      [{ dataScope: 'SELF', regions: [], warehouse: 0 }],
      [{ dataScope: 'REGION', regions: ['南区', '浙江省宁波市海曙区'], warehouse: 0 }],
      [
        { dataScope: 'WAREHOUSE', regions: [], warehouse: 1 },
        { dataScope: 'SELF', regions: [], warehouse: 0 },
      ],
    ];
    const people: Me[] = [];
    for (const [member, roles] of choices.entries()) people.push(await seenBy(world, { member, roles }));
    for (const customer of customers) {
      const sight = await ask(world.depot.me, roleCalls.whoSees, { subject: 'customer', id: customer.id });
      for (const [index, me] of people.entries()) {
        const sees = await ask(me, customerCalls.customerGet, { id: customer.id }).then(
          () => true,
          () => false,
        );
        expect(sight.sees.some((one) => one.id === members[index])).toBe(sees);
        expect(sight.misses.some((one) => one.id === members[index])).toBe(!sees);
      }
      const { rows } = await opened.pool.query('select id, warehouse_id from sales_order where customer_id = $1 limit 1', [customer.id]);
      const told = await opened.inSystem((tx) => accountsFor(tx, 1n, ORDER_MANAGE, { customerId: customer.id, warehouseId: rows[0].warehouse_id }));
      const accounts = await opened.pool.query('select account_id from member where id = any($1) order by array_position($1, id)', [members]);
      for (const [index, me] of people.entries()) {
        const opens = await ask(me, orderCalls.orderDetail, { id: rows[0].id }).then(
          () => true,
          () => false,
        );
        expect(told.includes(accounts.rows[index].account_id), `${index}`).toBe(opens);
      }
    }
  });

  it('covers every table that names a customer or a warehouse', async () => {
    const { rows } = await world.opened.pool.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname in ('customer_id', 'warehouse_id') and not a.attisdropped
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'stored_file' and not (c.relname = 'order_line' and a.attname = 'warehouse_id')
         and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = case a.attname when 'customer_id' then 'customer_scope' else 'warehouse_scope' end)`,
    );
    expect(rows.map((row) => row.name)).toEqual([]);
  });
});
