import { beforeAll, expect, it, vi } from 'vitest';
import type { Me } from '~/portal/me';
import { allPermissions } from '~/portal/permissionTree';
import { answerAs, type Request } from '~/server/serve.server';
import '~/server/web.server';
import { fillHistory } from '../support/history';
import { casesOf, listEndpoints } from '../support/listCases';
import { approved, type Market, openMarket } from '../support/order';
import { costsOf, statementsOf } from '../support/plans';
import { postgresDatabase } from '../support/postgresDatabase';

// Far below the tables' lengths, so that counting up to the cap is not reading the table.
vi.mock('~/shared/page', async (original) => ({ ...(await original<object>()), COUNT_CAP: 300 }));
vi.mock('~/shared/tabCap', () => ({ TAB_CAP: 100 }));

const TENANT = 1001n;
const ORDERS = 7_000;
/** Lists of what a factory does every day; those of its people, goods and customers stay short. */
const long =
  /order\/page|deliver\/page|receivable\/page|receipt\/page|enter\/page|hold\/page|bankLine\/page|stock\/ledger|stock\/in\/page|systemLog\/(operation|api)|message\/inner/;
const request = (): Request => ({ now: new Date(), address: '', agent: '', sessionHash: null, idempotencyKey: null });

let market: Market;
let url: string;
let me: Me;

beforeAll(async () => {
  const opened = await postgresDatabase();
  url = opened.url;
  market = await openMarket(opened, { tenantId: TENANT });
  const { id } = await approved(market, [[0, '1']]);
  me = { ...market.me, permissions: new Set(allPermissions) };
  await opened.pool.query('alter table sales_order disable trigger user');
  await opened.pool.query(
    `insert into sales_order (tenant_id, id, no, customer_id, customer_name, source, warehouse_id, pay_method, payable, line_count, total_qty, shipped_qty, status, version, created_at, creator, approved_at)
     select o.tenant_id, gen_random_uuid(), 'DD' || to_char(now() - n * interval '1 hour', 'yyyymmdd') || 'S' || lpad(n::text, 7, '0'), o.customer_id, o.customer_name,
       case when n % 40 = 0 then 'API' else 'FACTORY' end, o.warehouse_id, 'OFFLINE', 1000 + n, 1, 10 + n % 7, 10 + n % 7,
       case when n % 50 = 0 then 'CANCELLED' else 'COMPLETED' end, 1, now() - n * interval '1 hour', '批量', now() - n * interval '59 minutes'
     from sales_order o, generate_series(1, ${ORDERS}) n where o.id = $1`,
    [id],
  );
  await opened.pool.query('alter table sales_order enable trigger user');
  const lines = await opened.pool.query(
    "select column_name from information_schema.columns where table_name = 'order_line' and is_generated = 'NEVER' order by ordinal_position",
  );
  const names = lines.rows.map((row) => row.column_name as string);
  const values = names.map((name) => ({ id: 'gen_random_uuid()', order_id: 'o.id', shipped: 'l.qty', reserved: '0' })[name] ?? `l.${name}`);
  await opened.pool.query(
    `insert into order_line (${names.join(', ')}) select ${values.join(', ')} from sales_order o, order_line l where l.order_id = $1 and o.no like 'DD________S%'`,
    [id],
  );
  await fillHistory(url, () => undefined);
}, 120_000);

it('reads no long table whole, whatever is filtered, sorted, searched or counted', { timeout: 240_000 }, async () => {
  const lists = listEndpoints().filter(({ path, access }) => long.test(path) && access.kind !== 'dealer');
  expect(lists.length).toBeGreaterThan(11);
  const whole: string[] = [];
  let count = 0;
  for (const endpoint of lists)
    for (const { name, query } of await casesOf(endpoint, me, request())) {
      const statements = await statementsOf(() => answerAs(me, endpoint, query, request()));
      const costs = await costsOf(url, me, statements, 'set local enable_seqscan = off; set local random_page_cost = 1.1');
      count += 1;
      if (costs.some((cost) => cost.whole)) whole.push(`${endpoint.path} ${name}`);
    }
  expect(count).toBeGreaterThan(200);
  expect(whole).toEqual([]);
});

it('finds a number by the signs in it without reading them all', async () => {
  const endpoint = listEndpoints().find(({ path }) => path.endsWith('/enter/page')) as ReturnType<typeof listEndpoints>[number];
  const costs = async (bankFlowNo: string) => {
    const statements = await statementsOf(() => answerAs(me, endpoint, { bankFlowNo }, request()));
    return costsOf(url, me, statements, 'set local enable_seqscan = off; set local random_page_cost = 1.1');
  };
  for (const part of ['1-', '-1', '--', '-', '1--', 'EN-', '-EN'])
    expect(
      (await costs(part)).filter((cost) => cost.whole),
      part,
    ).toEqual([]);
});
