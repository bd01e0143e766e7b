import { sheetXml, type TestCell, workbook } from '../tests/server/sheet/workbook';
import { load } from './load';
import { makePlenty, orderShot } from './orders';
import { type Product, startProduct } from './product';
import { record } from './report';
import { callJson, type Envelope } from './watch';
import { freePort, query, SECONDS, type World } from './world';

const TENANT = 1001;
const BUYERS = 16;
const COUNTED = 20_000;
const ROWS = 50_000;
const OPENED = 20;

/** The prices of orders, a large count and a long statement, through the product's own process. */
export async function measureTrade(world: World): Promise<void> {
  const product = await startProduct(await freePort(), { DATABASE_URL: world.url });
  const cookie = await product.cookie('13800000001');
  try {
    await prices(world, product, cookie);
    await count(world, product, cookie);
    await statement(world, product, cookie);
  } finally {
    await product.stop();
  }
}

type Goods = Awaited<ReturnType<typeof makePlenty>>;

/** Orders of four lines at list prices, and the same orders when one line has a project price with a cap, one a strategy and one an activity with a quota. */
async function prices({ url }: World, product: Product, cookie: string): Promise<void> {
  const goods = await makePlenty(url);
  const buyers = goods.customers.slice(0, BUYERS);
  await query(
    url,
    `insert into project (tenant_id, id, code, name, customer_id)
     select ${TENANT}, gen_random_uuid(), 'GCB' || n, '压测工程' || n, id::uuid from unnest($1::text[]) with ordinality as c(id, n) on conflict do nothing`,
    [buyers],
  );
  const projects = await query<{ id: string; customer: string }>(
    url,
    "select id, customer_id as customer from project where tenant_id = $1 and code like 'GCB%'",
    [TENANT],
  );
  const rate = async () => load(product.port, BUYERS, SECONDS, orderAt(cookie, goods, projects), (body) => body.startsWith('{"code":"0"'));
  await closePrices(url);
  const plain = await rate();
  await putPrices(url, product, cookie, goods, projects);
  const priced = await rate();
  const again = await withoutPrices(url, rate);
  const list = (plain.perSecond + again.perSecond) / 2;
  record('placing orders of four lines at list prices', list, 'orders/s');
  record('with project price, strategy and activity quota', priced.perSecond, 'orders/s');
  record('of the speed of list prices', Math.round((priced.perSecond / list) * 100), '%', { least: 85 });
  record('errors of all', plain.errors + priced.errors + again.errors, '', { most: 0 });
}

/** Lines of SKUs 0, 1, 2 and 3 of a group of eight groups: what is priced is a quarter of the lines each. */
function orderAt(cookie: string, { skus }: Goods, projects: readonly { id: string; customer: string }[]) {
  return (n: number) => {
    const project = projects[n % projects.length] as { id: string; customer: string };
    const group = (n % 8) * 4;
    const lines = [0, 1, 2, 3].flatMap((at) => skus[group + at] ?? []);
    return orderShot(cookie, { customerId: project.customer, projectId: project.id, payMethod: 'OFFLINE' }, lines);
  };
}

async function putPrices(url: string, product: Product, cookie: string, { skus }: Goods, projects: readonly { id: string; customer: string }[]): Promise<void> {
  const of = (place: number) => Array.from({ length: 8 }, (_, group) => skus[group * 4 + place]).filter((sku) => sku !== undefined);
  const sheets = await query<{ id: string; project: string; customer: string }>(
    url,
    `insert into project_price (tenant_id, id, no, project_id, customer_id, valid_from, valid_to, status, content_version, line_count)
     select ${TENANT}, gen_random_uuid(), 'GJB' || ${Date.now()} || '-' || row_number() over (), p.id, p.customer_id, '2020-01-01', '2099-12-31', 'ACTIVE', 1, 8
     from project p where p.tenant_id = ${TENANT} and p.code like 'GCB%' returning id, project_id as project, customer_id as customer`,
  );
  for (const sheet of sheets)
    await query(
      url,
      `with made as (
         insert into project_price_line (tenant_id, id, sheet_id, project_id, customer_id, line_no, sku_id, unit_id, price, cap_qty, valid_from, valid_to, status)
         select ${TENANT}, gen_random_uuid(), $1, $2, $3, n, s.id::uuid, s.unit::uuid, 9.9, 100000000, '2020-01-01', '2099-12-31', 'ACTIVE'
         from unnest($4::text[], $5::text[]) with ordinality as s(id, unit, n) returning id, sku_id, unit_id)
       insert into price_limit (tenant_id, id, layer, sku_id, unit_id, quota) select ${TENANT}, id, 'PROJECT', sku_id, unit_id, 100000000 from made`,
      [sheet.id, sheet.project, sheet.customer, of(1).map((sku) => sku.id), of(1).map((sku) => sku.unit)],
    );
  const strategy = await callJson(product, cookie, '/web/saas-ofc/org/price/strategy/save', {
    name: '压测策略',
    customerScope: 'ALL',
    goodsScope: 'SKU',
    goods: of(2).map((sku) => sku.id),
    method: 'RATE',
    tiers: [{ minQty: '', value: '0.97' }],
    validFrom: '2020-01-01',
  });
  const activity = await callJson(product, cookie, '/web/saas-marketing/org/activity/save', {
    name: '压测折扣',
    startAt: new Date(Date.now() - 3_600_000).toISOString(),
    endAt: new Date(Date.now() + 3_600_000).toISOString(),
    items: of(3).map((sku) => ({ skuId: sku.id, mode: 'RATE', value: '96', totalQuota: '100000000' })),
  });
  for (const answer of [strategy, activity] as Envelope[]) if (answer.code !== '0') throw new Error(answer.message);
  if (!projects.length) throw new Error('no customers to order');
}

/** List prices once more, so that a machine that slows down is not taken for the prices' cost. */
async function withoutPrices<T>(url: string, work: () => Promise<T>): Promise<T> {
  await closePrices(url);
  return work();
}

/** Prices of orders are read off the items, whose time is their own; what a run before left is closed the same way. */
async function closePrices(url: string): Promise<void> {
  await query(url, `update project_price_line set status = 'DISABLED' where tenant_id = ${TENANT}`);
  await query(url, `update price_strategy set status = 'DISABLED' where tenant_id = ${TENANT}`);
  await query(url, `update activity_item set status = 'CLOSED' where tenant_id = ${TENANT}`);
  await query(url, `update activity set status = 'CLOSED' where tenant_id = ${TENANT} and name = '压测折扣'`);
}

/** A warehouse of 20,000 SKUs: its sheet is brought back, and the count is passed with every tenth different. */
async function count({ url }: World, product: Product, cookie: string): Promise<void> {
  await query(url, `update stock_count set status = 'CANCELLED' where tenant_id = ${TENANT} and status in ('CREATED', 'COUNTING', 'WAIT_REVIEW')`);
  await query(url, `update warehouse set status = 'DISABLED' where tenant_id = ${TENANT} and code like 'YCCK%'`);
  const run = Date.now().toString(36);
  const [house] = await query<{ id: string }>(
    url,
    `insert into warehouse (tenant_id, id, code, name) values (${TENANT}, gen_random_uuid(), 'YCCK' || $1::text, '压测仓' || $1::text) returning id`,
    [run],
  );
  await query(
    url,
    `with model as (select p.* from product p where p.tenant_id = ${TENANT} and not by_batch order by code limit 1),
       made as (insert into sku (tenant_id, id, product_id, code, sale_attrs, sale_key, list_price, status)
         select ${TENANT}, gen_random_uuid(), m.id, 'YC' || $2::text || lpad(n::text, 6, '0'), '{}', 'YC' || $2::text || n, 10, 'ACTIVE' from model m cross join generate_series(1, ${COUNTED}) n
         on conflict do nothing returning id),
       stocked as (insert into stock_balance (tenant_id, warehouse_id, sku_id, on_hand, avg_cost, seq) select ${TENANT}, $1, id, 100, 5, 1 from made returning sku_id)
     insert into stock_ledger (tenant_id, id, warehouse_id, sku_id, biz_type, biz_id, biz_line_id, step, biz_no, d_on_hand, after_on_hand, after_reserved, after_frozen, after_transit, actor, seq, after_cost, d_value)
     select ${TENANT}, gen_random_uuid(), $1, sku_id, 'STOCK_IN', gen_random_uuid(), gen_random_uuid(), 'IN', 'RKYC', 100, 100, 0, 0, 0, '压测', 1, 5, 500 from stocked`,
    [house?.id, run],
  );
  await query(url, 'analyze');
  const begun = await callJson(product, cookie, '/web/saas-ofc/org/stock/count/save', { warehouseId: house?.id, scope: 'ALL', mode: 'OPEN', start: true });
  if (begun.code !== '0') throw new Error(begun.message);
  const { id, no } = begun.data as { id: string; no: string };
  const titles = ['盘点单号', 'SKU编码', '实盘数量'];
  const rows = Array.from({ length: COUNTED }, (_, n): [number, TestCell[]] => [
    n + 2,
    [no, `YC${run}${String(n + 1).padStart(6, '0')}`, { v: n % 10 === 0 ? 99 : 100 }],
  ]);
  const form = new FormData();
  form.set('type', 'stockCount');
  form.set('mode', 'MERGE');
  form.set('file', new Blob([new Uint8Array(workbook(sheetXml([[1, titles], ...rows], '')))]), '盘点表.xlsx');
  const started = performance.now();
  const headers = { cookie, origin: `http://localhost:${product.port}` };
  const uploaded = (await fetch(`http://localhost:${product.port}/web/saas-boss/excel/import/upload`, { method: 'POST', headers, body: form }).then((answer) =>
    answer.json(),
  )) as Envelope;
  const job = uploaded.data as { jobId?: string; bad?: number } | undefined;
  if (uploaded.code !== '0' || job?.bad !== 0) throw new Error(`the sheet was not good: ${JSON.stringify(uploaded).slice(0, 300)}`);
  const committed = await callJson(product, cookie, '/web/saas-boss/excel/import/commit', { jobId: job.jobId, how: 'ALL' });
  if (committed.code !== '0') throw new Error(committed.message);
  record(`sheet of a count of ${COUNTED} SKUs, upload to commit`, seconds(started), 's', { most: 15 });
  await query(url, `update stock_count set created_by = null, submitted_by = null where id = $1`, [id]);
  const versionOf = async () => ((await callJson(product, cookie, '/web/saas-ofc/org/stock/count/detail', { id })).data as { version: number }).version;
  const submitted = await callJson(product, cookie, '/web/saas-ofc/org/stock/count/submit', { id, version: await versionOf() });
  if (submitted.code !== '0') throw new Error(submitted.message);
  const other = await product.cookie('13800000006');
  const from = performance.now();
  const passed = await callJson(product, other, '/web/saas-ofc/org/stock/count/pass', { items: [{ id, version: await versionOf() }] });
  if (passed.code !== '0') throw new Error(passed.message);
  record('completion of that count', seconds(from), 's', { most: 10 });
}
const seconds = (since: number): number => Math.round((performance.now() - since) / 10) / 100;

/** A statement of 50,000 rows: its head with the first page of them, and a page from the middle. */
async function statement({ url }: World, product: Product, cookie: string): Promise<void> {
  await query(
    url,
    `update statement set status = 'WITHDRAWN', no = coalesce(no, 'DZYC' || left(id::text, 13)) where tenant_id = ${TENANT} and period_start = '1999-01-01'`,
  );
  const [made] = await query<{ id: string }>(
    url,
    `with head as (insert into statement (tenant_id, id, debtor_id, debtor_name, period_start, period_end, debit, credit, line_count, created_at)
       select ${TENANT}, gen_random_uuid(), id, name, '1999-01-01', '1999-01-31', ${ROWS}00, 0, ${ROWS}, now() from customer where tenant_id = ${TENANT} order by code limit 1 returning id, debtor_id),
     lines as (insert into statement_line (tenant_id, statement_id, seq, debtor_id, entry_id, biz_date, kind, biz_id, biz_no, memo, debit, credit, balance)
       select ${TENANT}, h.id, n, h.debtor_id, gen_random_uuid(), '1999-01-15', 'DELIVERY', gen_random_uuid(), 'FH' || n, '', 100, 0, n * 100 from head h cross join generate_series(1, ${ROWS}) n)
     select id from head`,
  );
  await query(url, 'analyze statement_line');
  const times: number[] = [];
  for (let n = 0; n < OPENED; n += 1) {
    const from = performance.now();
    const head = await callJson(product, cookie, '/web/saas-account/v1/account/check/detail', { id: made?.id });
    const page = await callJson(product, cookie, '/web/saas-account/v1/account/check/lines', { id: made?.id, pageNo: n % 2 ? ROWS / 20 : 1 });
    if (head.code !== '0' || page.code !== '0') throw new Error(`${head.message ?? ''}${page.message ?? ''}`);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  record(`a statement of ${ROWS} rows with a page of them, p95`, Math.round(times[Math.floor(OPENED * 0.95) - 1] ?? 0), 'ms', { most: 300 });
}
