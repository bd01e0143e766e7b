import { expect, test } from 'vitest';
import { commitImport, uploadImport } from '~/domains/batch/importJob.server';
import '~/domains/order/api.server';
import * as calls from '~/domains/order/calls';
import { columns } from '~/domains/order/import/importColumns.server';
import { Refusal } from '~/shared/refusal';
import { ask, NOON } from '../../../support/catalogue';
import { approved, configure, type Market, openMarket, place } from '../../../support/order';
import { postgresDatabase } from '../../../support/postgresDatabase';
import { as } from '../../../support/stock';

const opened = await postgresDatabase({ poolSize: 12 });
const reasons = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason instanceof Refusal ? String(one.reason.data.reason) : String(one.reason)] : []));

/** Orders whose figures differ from the holds and receivables behind them. */
async function wrongMoney(market: Market): Promise<unknown[]> {
  const { rows } = await opened.pool.query(
    `select o.no, o.held, o.paid, o.owed from sales_order o where o.tenant_id = $1 and (
      o.held <> coalesce((select sum(amount - captured - released) from fund_hold where tenant_id = o.tenant_id and biz_id = o.id), 0)
      or o.paid <> coalesce((select sum(settled) from receivable where tenant_id = o.tenant_id and order_id = o.id and status <> 'REVERSED'), 0)
      or o.owed <> coalesce((select sum(open) from receivable where tenant_id = o.tenant_id and order_id = o.id and status <> 'REVERSED'), 0))`,
    [market.me.tenantId],
  );
  return rows;
}

test('money for three of eight waiting orders: exactly three are paid, two confirmations of one order make one', async () => {
  const market = await openMarket(opened, { tenantId: 1n, funds: 3_000n });
  await configure(market, { payFirst: true });
  const orders = await Promise.all(Array.from({ length: 8 }, () => approved(market, [[0, '1']], { payMethod: 'OFFLINE' })));
  const pay = ({ id, rowVersion }: { id: string; rowVersion: number }) =>
    ask(market.me, calls.orderConfirmPaid, { id, rowVersion, from: 'BALANCE', amount: '10.00' });
  const outcomes = await Promise.allSettled([...orders, ...orders].map(pay));
  expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(3);
  expect(new Set(reasons(outcomes))).toEqual(new Set(['FUND_SHORT', 'VERSION']));
  const { rows } = await opened.pool.query('select status, pay_state, count(*)::int n from sales_order where tenant_id = 1 group by 1, 2 order by n', []);
  expect(rows).toEqual([
    { status: 'PENDING_DELIVERY', pay_state: 'HELD', n: 3 },
    { status: 'PENDING_PAY', pay_state: 'UNPAID', n: 5 },
  ]);
  expect(await wrongMoney(market)).toEqual([]);
});

test('placing, cancelling and paying at once leaves every order with the figures of its holds', async () => {
  const market = await openMarket(opened, { tenantId: 2n, funds: 500_000n });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, async (_, index) => {
      const { id, rowVersion } = await place(market, [[index % 4, String(1 + (index % 3))]]);
      if (index % 3 === 0) return ask(market.me, calls.orderCancel, { id, rowVersion, reason: '停' });
      return index % 3 === 1 ? ask(market.me, calls.orderAudit, { id, rowVersion }) : ask(market.me, calls.orderWithdraw, { id, rowVersion });
    }),
  );
  expect(reasons(outcomes)).toEqual([]);
  expect(await wrongMoney(market)).toEqual([]);
});

test('two people import the same file at once: its orders come in once', async () => {
  const market = await openMarket(opened, { tenantId: 3n });
  const { rows } = await opened.pool.query('select code from customer where tenant_id = 3 and id = $1', [market.customers[0]]);
  const titles = Object.values(columns).map((column) => column.title);
  const cells = {
    客户编码: rows[0].code,
    SKU编码: 'A003',
    数量: '1',
    收货人: '王小明',
    电话: '13900001111',
    省: '浙江',
    市: '杭州',
    区: '西湖',
    详细地址: '文三路1号',
  };
  const sheet = { header: titles, headerRow: 1, rows: ['A', 'B', 'C'].map((no, index) => ({ rowNumber: index + 2, cells: { ...cells, 外部单号: no } })) };
  const jobs = await Promise.all(
    [1, 2].map(() => as(opened, market.me, (tx) => uploadImport(tx, market.me, { type: 'order', fileName: '订单.csv', sheet }, NOON))),
  );
  const outcomes = await Promise.allSettled(jobs.map(({ jobId }) => as(opened, market.me, (tx) => commitImport(tx, market.me, { jobId, how: 'ALL' }, NOON))));
  expect(reasons(outcomes)).toEqual(['IMPORT_ROWS']);
  expect((await ask(market.me, calls.orderPage, { source: 'IMPORT' })).totalCount).toBe(3);
});

test('filters by payment, seller and region read the order list off an index at 30,000 orders', async () => {
  const market = await openMarket(opened, { tenantId: 4n });
  const [customer] = market.customers;
  await opened.pool.query(
    `insert into sales_order (tenant_id, id, no, customer_id, customer_name, source, warehouse_id, province, city, pay_method, payable, total_qty, status, created_at, sales_member_id)
     select 4, gen_random_uuid(), 'X' || n, $1, '客户', 'FACTORY', $2, '省' || n % 31, '市', 'OFFLINE', 100, 1, 'PENDING_DELIVERY', now() - n * interval '1 minute',
       ('00000000-0000-7000-8000-0000000000' || lpad((n % 20)::text, 2, '0'))::uuid from generate_series(1, 30000) n`,
    [customer, market.warehouseId],
  );
  await opened.pool.query("update sales_order set paid = 100 where tenant_id = 4 and no not like '%7'");
  await opened.pool.query('analyze sales_order');
  const plan = async (where: string) => {
    const { rows } = await opened.pool.query(
      `explain select id from sales_order where tenant_id = 4 and (status <> 'DRAFT' or no is not null) and ${where} order by created_at desc, id desc limit 10`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  for (const where of [
    "pay_state = 'UNPAID'",
    "pay_state = 'PAID'",
    "sales_member_id = '00000000-0000-7000-8000-000000000007'",
    "province = '省7'",
    "province = '省7' and city = '市'",
  ]) {
    const text = await plan(where);
    expect(text, where).toContain('Index');
    expect(text, where).not.toMatch(/Seq Scan|Sort/);
  }
}, 60_000);
