import '~/domains/finance/api.server';
import '~/domains/price/api.server';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { addressSave, customerGet, customerList, customerUpdate } from '~/domains/customer/calls';
import { movedName } from '~/domains/customer/customerMerge';
import { contactSave, customerMerge, mergePreview, mergeUndo, titleSave } from '~/domains/customer/partCalls';
import { reverseDelivery } from '~/domains/delivery/ship.server';
import { hold } from '~/domains/finance/hold.server';
import { CustomerPriceInput } from '~/domains/price/customerPrice.schema';
import { saveCustomerPrices } from '~/domains/price/customerPriceSave.server';
import { projectCreate } from '~/domains/project/calls';
import { ReceiptForm } from '~/domains/receivable/receipt.schema';
import { registerReceipt } from '~/domains/receivable/receipt.server';
import '~/domains/project/api.server';
import { projectFields } from '~/domains/project/project';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import { blankOf } from '~/shared/documentFields';
import { NOT_FOUND, refusalCodes, WARNING } from '~/shared/refusal';
import { ask, NOON, openShop, refusalOf } from '../../support/catalogue';
import { usccOf } from '../../support/customers';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, differences, openDepot, orderLinesOf, orderOf, shipped } from '../../support/delivery';
import { as, putFunds } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;
let from: string;
let into: string;

beforeEach(async () => {
  await emptyDatabase();
  depot = await openDepot(opened);
  [from, into] = depot.customers;
});

const versionOf = async (id: string): Promise<number> => (await opened.pool.query('select version from customer where id = $1', [id])).rows[0].version;
const merge = async (confirm = false, me: Me = depot.me) =>
  ask(me, customerMerge, { fromId: from, fromVersion: await versionOf(from), intoId: into, intoVersion: await versionOf(into), confirm });
const undo = (id: string, now = NOON) => ask(depot.me, mergeUndo, { id }, now);

let flow = 0;
const receive = (customerId: string, amount: string) =>
  as(opened, depot.me, (tx) =>
    registerReceipt(
      tx,
      depot.me,
      ReceiptForm.parse({ customerId, amount, payWay: 'BANK', bankFlowNo: `M${++flow}`, receivedAt: NOON.toISOString(), applies: [] }),
      NOON,
    ),
  );
const price = (customerId: string, sku: number, validFrom = '2026-01-01') =>
  as(opened, depot.me, (tx) =>
    saveCustomerPrices(
      tx,
      depot.me,
      CustomerPriceInput.parse({
        customerId,
        validFrom,
        validTo: '',
        lines: [{ skuId: depot.skus[sku], unitId: depot.units.piece, minQty: '0', price: '9.5' }],
      }),
    ),
  );

/** Every row that says whose it is, and both customers' money, without what merging and undoing rightly change. */
async function snapshot(): Promise<string> {
  const { rows: tables } = await opened.pool.query<{ table_name: string }>('select distinct table_name from customer_columns() order by 1');
  const parts: unknown[] = [];
  for (const { table_name } of tables) parts.push([table_name, (await opened.pool.query(`select to_jsonb(t) as row from ${table_name} t order by id`)).rows]);
  parts.push((await opened.pool.query('select customer_id, type, posted, held from fund_account where posted <> 0 or held <> 0 order by 1, 2')).rows);
  parts.push((await opened.pool.query("select to_jsonb(c) - 'version' - 'updated_at' - 'updated_by' as row from customer c order by id")).rows);
  return JSON.stringify(parts, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
}

/** Rows still naming the merged record, besides its own past in the ledger and its emptied account. */
async function leftBehind(): Promise<string[]> {
  const { rows: columns } = await opened.pool.query<{ table_name: string; column_name: string }>('select table_name, column_name from customer_columns()');
  const left: string[] = [];
  for (const { table_name, column_name } of columns) {
    const { rows } = await opened.pool.query(`select 1 from ${table_name} where ${column_name} = $1`, [from]);
    if (rows.length > 0) left.push(`${table_name}:${rows.length}`);
  }
  return left;
}

type Step = { kind: 'order' | 'ship' | 'reverse' | 'receive' | 'price' | 'funds' | 'hold' | 'address' | 'contact'; mine: boolean; n: number };
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('order', 'order', 'ship', 'ship', 'reverse', 'receive', 'price', 'funds', 'hold', 'address', 'contact'),
  mine: fc.boolean(),
  n: fc.integer({ min: 1, max: 9 }),
});

/** Trades like people do; what the rules refuse is simply not done. */
async function trade({ kind, mine, n }: Step): Promise<void> {
  const customerId = mine ? from : into;
  if (kind === 'order') await orderOf(depot, [[n % 3, String(n)]], { customerId, payMethod: n % 2 ? 'OFFLINE' : 'BALANCE' });
  if (kind === 'receive') await receive(customerId, `${n * 7}.50`);
  if (kind === 'funds') await putFunds(opened, depot.me, customerId, BigInt(n) * 10_000n);
  if (kind === 'hold')
    await as(opened, depot.me, (tx) =>
      hold(tx, depot.me, { customerId, bizType: 'MANUAL', bizId: newId(), bizNo: '', amount: BigInt(n) * 100n, reason: '担保' }, NOON),
    );
  if (kind === 'price') await price(customerId, n % 3);
  if (kind === 'address')
    await ask(depot.me, addressSave, {
      customerId,
      receiver: '王',
      phone: '13900000001',
      province: '浙江省',
      city: '杭州市',
      district: '西湖区',
      address: `${n}号`,
      isDefault: true,
    });
  if (kind === 'contact') await ask(depot.me, contactSave, { customerId, name: `联系人${n}`, mobile: `1390000000${n}` });
  if (kind === 'ship' || kind === 'reverse') await move(kind, n);
}

async function move(kind: 'ship' | 'reverse', n: number): Promise<void> {
  if (kind === 'reverse') {
    const { rows } = await opened.pool.query("select id, version from delivery where status = 'SHIPPED' order by id");
    const one = rows[n % Math.max(rows.length, 1)];
    if (one) await as(opened, depot.me, (tx) => reverseDelivery(tx, depot.me, { id: one.id, version: one.version, reason: '发错' }, NOON));
    return;
  }
  const { rows } = await opened.pool.query("select id from sales_order where status in ('PENDING_DELIVERY', 'PARTIAL_DELIVERED') order by id");
  const order = rows[n % Math.max(rows.length, 1)];
  const line = order && (await orderLinesOf(depot, order.id))[0];
  if (line) await shipped(depot, [[line.id, String(Math.max(1, Math.floor((Number(line.qty) - Number(line.shipped)) / 2)))]]);
}
const tryTrade = (one: Step) => trade(one).catch((error) => (error instanceof Error && 'code' in error ? undefined : Promise.reject(error)));

describe('two records of one customer', () => {
  test('whatever both did: the books prove after merging, trading on and undoing; an undo restores every row', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), fc.array(step, { maxLength: 3 }), async (before, after) => {
        await emptyDatabase();
        depot = await openDepot(opened);
        [from, into] = depot.customers;
        for (const one of before) await tryTrade(one);
        const was = await snapshot();
        const { id } = await merge();
        expect(await differences(depot)).toEqual([]);
        expect((await leftBehind()).filter((one) => !one.startsWith('customer_price'))).toEqual([]);
        const merged = await snapshot();
        for (const one of after) await tryTrade({ ...one, mine: false });
        expect(await differences(depot)).toEqual([]);
        const refused = await undo(id).then(
          () => null,
          (error) => error,
        );
        expect(await differences(depot)).toEqual([]);
        if (merged === (await snapshot()) && !refused) throw new Error('an undo that changed nothing');
        if (after.length === 0) expect([refused, await snapshot()]).toEqual([null, was]);
        else if (refused) expect([refusalCodes.CUSTOMER_STATE, refusalCodes.FUND_SHORT]).toContain(refused.code);
      }),
      { numRuns: 14 },
    );
  }, 240_000);

  it('moves orders, money, receivables, prices, addresses, projects and accounts, fills blanks, and tells what it did', async () => {
    await opened.pool.query("update customer set contact_name = '王东', contact_mobile = '13911112222', region_label = '东区' where id = $1", [from]);
    const { id: orderId, lineIds } = await orderOf(depot, [[0, '10']], { customerId: from });
    await shipped(depot, [[lineIds[0] as string, '4']]);
    await putFunds(opened, depot.me, from, 50_000n);
    await putFunds(opened, depot.me, into, 20_000n);
    await price(from, 0);
    await price(into, 0);
    await price(from, 1);
    await ask(depot.me, titleSave, { customerId: from, title: '东湖建材', isDefault: true });
    await ask(depot.me, titleSave, { customerId: into, title: '西山商贸', isDefault: true });
    await ask(depot.me, projectCreate, { ...blankOf(projectFields), name: '云庐二期', customerId: from });
    const preview = await ask(depot.me, mergePreview, { fromId: from, intoId: into });
    expect(preview).toMatchObject({ problem: '', warning: '', priceClashes: 1, from: { openReceivable: '40.00', balance: '500.00' } });
    expect(preview.fills.map((one) => one.name)).toContain('联系人');
    const { id } = await merge();
    const detail = await ask(depot.me, customerGet, { id: into });
    expect(detail).toMatchObject({
      contactName: '王东',
      contactMobile: '139****222',
      regionLabel: '东区',
      funds: { balance: '700.00', openReceivable: '40.00' },
    });
    expect(detail.invoiceTitles.map((one) => [one.title, one.isDefault])).toEqual([
      ['西山商贸', true],
      ['东湖建材', false],
    ]);
    expect(detail.merges[0]).toMatchObject({ id, undoable: true, fromName: '东湖建材' });
    expect(Object.fromEntries(detail.merges[0]?.moved.map((one) => [one.name, [one.count, one.kept]]) ?? [])).toMatchObject({
      订单: [1, 0],
      客户价: [1, 1],
      工程项目: [1, 0],
    });
    expect((await ask(depot.me, customerList, {})).pagedRecords.map((row) => row.id)).toEqual([into]);
    const source = await ask(depot.me, customerGet, { id: from });
    expect([source.status, source.merges[0]?.intoId]).toEqual(['MERGED', into]);
    expect((await opened.pool.query('select customer_id from sales_order where id = $1', [orderId])).rows[0].customer_id).toBe(into);
    const again = await refusalOf(orderOf(depot, [[0, '1']], { customerId: from }));
    expect(again.message).toContain('已合并');
    await undo(id);
    expect((await ask(depot.me, customerGet, { id: into })).contactName).toBe('');
    expect((await ask(depot.me, customerList, {})).totalCount).toBe(2);
  });

  it('refuses an undo once time is over, something that came along was touched, or its money is spent', async () => {
    const { lineIds } = await orderOf(depot, [[0, '10']], { customerId: from });
    await putFunds(opened, depot.me, from, 50_000n);
    const first = await merge();
    const late = await refusalOf(undo(first.id, new Date(NOON.getTime() + 25 * 3_600_000)));
    expect(late.message).toContain('已不能撤销');
    await orderOf(depot, [[0, '45']], { customerId: into, payMethod: 'BALANCE' });
    const spent = await refusalOf(undo(first.id));
    expect(spent.code).toBe(refusalCodes.FUND_SHORT);
    await shipped(depot, [[lineIds[0] as string, '1']]);
    const touched = await refusalOf(undo(first.id));
    expect(touched.message).toContain('订单');
    expect(await differences(depot)).toEqual([]);
  });

  it('refuses an undo after the remaining customer was edited, and a second undo', async () => {
    const first = await merge();
    await undo(first.id);
    expect((await refusalOf(undo(first.id))).message).toContain('已撤销');
    const second = await merge();
    const detail = await ask(depot.me, customerGet, { id: into });
    await ask(depot.me, customerUpdate, { name: '西山商贸（新）', customerType: '2', id: into, version: detail.version, confirm: true });
    expect((await refusalOf(undo(second.id))).message).toContain('资料在合并后已修改');
  });

  it('asks again for two credit codes, and refuses stale versions, the same record, ended and merged ones', async () => {
    await opened.pool.query('update customer set uscc = $2 where id = $1', [from, usccOf(1)]);
    await opened.pool.query('update customer set uscc = $2 where id = $1', [into, usccOf(2)]);
    expect((await refusalOf(merge())).code).toBe(WARNING);
    expect((await refusalOf(ask(depot.me, customerMerge, { fromId: from, fromVersion: 9, intoId: into, intoVersion: 1 }))).code).toBe(refusalCodes.VERSION);
    expect((await refusalOf(ask(depot.me, customerMerge, { fromId: from, fromVersion: 1, intoId: from, intoVersion: 1 }))).message).toContain('两个不同');
    await opened.pool.query("update customer set status = 'ENDED' where id = $1", [into]);
    expect((await refusalOf(merge(true))).message).toContain('终止');
    await opened.pool.query("update customer set status = 'ACTIVE' where id = $1", [into]);
    await merge(true);
    expect((await refusalOf(merge(true))).message).toContain('已合并');
  });

  it("answers another tenant's customers and merges like missing ones", async () => {
    const stranger = await openShop(opened, 2n);
    const { id } = await merge();
    const tries = [
      ask(stranger.me, customerMerge, { fromId: stranger.customers[0], fromVersion: 1, intoId: into, intoVersion: 1 }),
      ask(stranger.me, mergePreview, { fromId: stranger.customers[0], intoId: into }),
      ask(stranger.me, mergeUndo, { id }),
    ];
    for (const one of tries) expect((await refusalOf(one)).code).toBe(NOT_FOUND);
  });

  it('names every table that moves as people do, by its kind of record where it holds one', async () => {
    const { rows } = await opened.pool.query<{ table_name: string }>('select distinct table_name from customer_columns()');
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.filter(({ table_name }) => !movedName(table_name)).map(({ table_name }) => table_name)).toEqual([]);
    expect(['sales_order', 'order_line', 'credit_apply', 'nothing'].map(movedName)).toEqual(['订单', '订单', '授信申请', undefined]);
  });

  it('knows every table that says whose a row is: each has an id by which it is moved back', async () => {
    const { rows } = await opened.pool.query(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_id' and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and c.relname not in ('ledger_entry', 'ledger_day', 'ledger_month', 'customer_owing', 'fund_account') and c.relname not in (select table_name from customer_columns())`,
    );
    expect(rows).toEqual([]);
  });
});
