import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import '~/domains/credit/api.server';
import '~/domains/customer/api.server';
import '~/domains/order/api.server';
import '~/domains/project/api.server';
import '~/domains/identityVerification/api.server';
import '~/domains/warehouse/api.server';
import { fillDemo } from '~/demo/demo.server';
import { config } from '~/server/config.server';
import { openDatabase, type Tx, useDatabase } from '~/server/db.server';

/**
 * Fills the first demo tenant with many orders, fast: plain SQL, for measuring lists and searches. The rows satisfy every constraint,
 * but no stock, hold or receivable belongs to them, so the nightly proofs leave them out (they are all finished).
 * Run again, it adds to what is there. Embedded, the product must be stopped: one process owns the data folder.
 * `npm run seed -- --orders 200000`
 */
const { values } = parseArgs({ options: { orders: { type: 'string', default: '200000' } } });
const wanted = Number(values.orders);
if (!Number.isInteger(wanted) || wanted < 1 || wanted > 5_000_000) {
  console.error(`--orders 应为 1 到 5000000 的整数（当前值：${values.orders}）`);
  process.exit(1);
}
const TENANT = 1001n;
const CHUNK = 20_000;
const settings = config();
const opened = await openDatabase({ url: settings.DATABASE_URL, dataDir: settings.DATA_DIR, fill: fillDemo });
useDatabase(opened);
const started = Date.now();
const first = await opened.unlimited(() => opened.inSystem(nextSerial, { statementTimeout: 0 }));
for (let done = 0; done < wanted; done += CHUNK) {
  const count = Math.min(CHUNK, wanted - done);
  await opened.unlimited(() => opened.inSystem((tx) => seedChunk(tx, first + done, count), { statementTimeout: 0 }));
  await opened.checkpoint();
  console.log(`${done + count} / ${wanted}`);
}
await opened.vacuumAnalyze();
await opened.close();
console.log(`完成，用时 ${Math.round((Date.now() - started) / 1000)} 秒`);

/** Seeded numbers are DDyyyymmddS and a serial of 7 digits that goes on from run to run. */
async function nextSerial(tx: Tx): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(substr(no, 12)::int) + 1, 0)::int as next from sales_order where tenant_id = ${TENANT} and no like 'DD________S%'`.execute(tx);
  return rows[0]?.next ?? 0;
}

async function seedChunk(tx: Tx, from: number, count: number): Promise<void> {
  await sql`create temp table if not exists seeded (id uuid, n bigint, customer_id uuid, customer_name text, at timestamptz, status text) on commit drop`.execute(
    tx,
  );
  await sql`
    insert into seeded
    select gen_random_uuid(), n, c.id, c.name, now() - (n % 540) * interval '1 day' - (n % 86400) * interval '1 second',
           (array['COMPLETED','COMPLETED','COMPLETED','COMPLETED','COMPLETED','COMPLETED','CANCELLED','CLOSED','REJECTED','COMPLETED'])[1 + n % 10]
    from generate_series(${from}::int, ${from + count - 1}::int) n
    join (select id, name, row_number() over (order by code) - 1 as k, count(*) over () as all_of from customer where tenant_id = ${TENANT}) c on c.k = n % c.all_of`.execute(
    tx,
  );
  await sql`
    insert into sales_order (tenant_id, id, no, customer_id, customer_name, source, warehouse_id, pay_method, goods_amount, payable, line_count, total_qty,
      shipped_qty, signed_qty, status, version, created_at, updated_at, submitted_at, approved_at, receiver, receiver_phone, address, creator)
    select ${TENANT}, s.id, 'DD' || to_char(s.at at time zone 'Asia/Shanghai', 'yyyymmdd') || 'S' || lpad(s.n::text, 7, '0'), s.customer_id, s.customer_name,
      case when s.n % 3 = 0 then 'FACTORY' else 'DEALER' end, w.id, 'OFFLINE', 400000 + s.n % 90000 * 10, 400000 + s.n % 90000 * 10, 4, 40,
      case when s.status in ('COMPLETED','CLOSED') then 40 else 0 end, case when s.status in ('COMPLETED','CLOSED') then 40 else 0 end,
      s.status, 1, s.at, s.at, s.at, case when s.status in ('COMPLETED','CLOSED') then s.at end, '收货人', '13900000000', '批量数据', '批量数据'
    from seeded s, (select id from warehouse where tenant_id = ${TENANT} and is_default) w`.execute(tx);
  await sql`
    insert into order_line (tenant_id, id, order_id, customer_id, line_no, sku_id, sku_snapshot, unit_id, qty, base_qty, list_price, price, price_source,
      amount, tax_rate_ppm, warehouse_id, shipped, signed)
    select ${TENANT}, gen_random_uuid(), s.id, s.customer_id, l, k.id,
      jsonb_build_object('code', k.code, 'productCode', k.product_code, 'name', k.name, 'spec', '', 'saleText', '', 'image', null, 'unitName', k.unit_name, 'unitDecimals', 0),
      k.base_unit_id, 10, 10, k.list_price, k.list_price, 'LIST', (400000 + s.n % 90000 * 10) / 4, 130000, w.id,
      case when s.status in ('COMPLETED','CLOSED') then 10 else 0 end, case when s.status in ('COMPLETED','CLOSED') then 10 else 0 end
    from seeded s
    cross join generate_series(1, 4) l
    join (select sku.id, sku.code, sku.list_price, p.code as product_code, p.name, p.base_unit_id, u.name as unit_name,
            row_number() over (order by sku.code) - 1 as k, count(*) over () as all_of
          from sku join product p on p.tenant_id = sku.tenant_id and p.id = sku.product_id
          join unit u on u.tenant_id = p.tenant_id and u.id = p.base_unit_id
          where sku.tenant_id = ${TENANT} and sku.list_price is not null) k on k.k = (s.n * 4 + l) % k.all_of,
      (select id from warehouse where tenant_id = ${TENANT} and is_default) w`.execute(tx);
}
