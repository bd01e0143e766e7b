import { type Product, startProduct } from './product';
import { record } from './report';
import { callJson, type Envelope, watched } from './watch';
import { freePort, query, type World } from './world';

const ROWS = 100_000;
const BASE = '/web/saas-boss/dataExport';

/** 100,000 orders, or all there are, to a file and down the wire, as the product's process sees it. */
export async function measureExport({ url }: World): Promise<void> {
  const [from] = await query<{ at: string }>(url, startOf(ROWS));
  await query(
    url,
    `insert into tenant_setting (tenant_id, key, value) values (1001, 'export.rules', '{"approvalRows": 1000000, "mostRows": 1000000}')
      on conflict (tenant_id, key) do update set value = excluded.value`,
  );
  const product = await startProduct(await freePort(), { DATABASE_URL: url });
  const cookie = await product.cookie('13800000001');
  await exportOrders(product, cookie, 'xlsx', await recent(url));
  for (const format of ['xlsx', 'csv']) {
    const { answer, seconds, gainedMb } = await watched(product, () => exportOrders(product, cookie, format, from?.at ?? ''));
    const { bytes, rows } = answer;
    record(`export of ${rows} orders, ${format}, asked for, written and fetched`, seconds, 's', { most: 20 });
    record('memory the process gained meanwhile', gainedMb, 'MB', { most: 150 });
    console.log(`    ${Math.round(bytes / 1024)} kB`);
  }
  await product.stop();
}

/** A few hundred orders, so that what is loaded once is loaded. */
async function recent(url: string): Promise<string> {
  const [row] = await query<{ at: string }>(url, startOf(500));
  return row?.at ?? '';
}

const startOf = (rows: number): string => `select to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at from
  (select created_at as at from sales_order where tenant_id = 1001 order by created_at desc limit ${rows}) x order by at limit 1`;

async function exportOrders(product: Product, cookie: string, format: string, from: string): Promise<{ bytes: number; rows: number }> {
  const asked = await callJson(product, cookie, `${BASE}/start`, { type: 'order', query: { createTimeStart: from }, format });
  let job: Envelope = asked;
  while (job.data?.status === 'QUEUED' || job.data?.status === 'RUNNING') {
    await new Promise((resolve) => setTimeout(resolve, 100));
    job = await callJson(product, cookie, `${BASE}/detail`, { id: asked.data?.id });
  }
  if (job.data?.status !== 'DONE') throw new Error(`the export failed: ${JSON.stringify(job).slice(0, 400)}`);
  const file = await fetch(`http://127.0.0.1:${product.port}${BASE}/download?id=${job.data.id}`, { headers: { cookie } });
  const bytes = (await file.arrayBuffer()).byteLength;
  return { bytes, rows: job.data.written };
}
