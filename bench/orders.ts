import { randomUUID } from 'node:crypto';
import { load, type Shot } from './load';
import { startProduct } from './product';
import { record } from './report';
import { freePort, query, SECONDS, type World } from './world';

const CONNECTIONS = 16;
const TENANT = 1001;

interface Goods {
  customers: string[];
  skus: { id: string; unit: string; qty: string }[];
}

/** Placing orders of four lines: price, hold, reservation, version, event, outbox, each with its own Idempotency-Key. */
export async function measureOrders({ url }: World): Promise<void> {
  const goods = await makePlenty(url);
  const failures = new Map<string, number>();
  const runs = [
    { name: 'placing orders, OFFLINE, one process', pay: 'OFFLINE', processes: '1' },
    { name: 'placing orders, OFFLINE, PROCESSES=2', pay: 'OFFLINE', processes: '2', limit: { least: 250 } },
    { name: 'placing orders, BALANCE, PROCESSES=2', pay: 'BALANCE', processes: '2', limit: { least: 250 } },
  ] as const;
  for (const run of runs) {
    const product = await startProduct(await freePort(), { DATABASE_URL: url, PROCESSES: run.processes });
    const cookie = await product.cookie('13800000001');
    const figures = await load(product.port, CONNECTIONS, SECONDS, placing(cookie, goods, run.pay), (body) => {
      if (body.startsWith('{"code":"0"')) return true;
      const message = body.slice(0, 200);
      failures.set(message, (failures.get(message) ?? 0) + 1);
      return false;
    });
    await product.stop();
    record(run.name, figures.perSecond, 'orders/s', 'limit' in run ? run.limit : undefined);
    record(`${run.name}, p95`, figures.p95, 'ms');
    record(`${run.name}, errors`, figures.errors, '', { most: 0 });
  }
  for (const [message, count] of failures) console.log(`    ${count} × ${message}`);
  await showRetries(url);
}

export function placing(cookie: string, { customers, skus }: Goods, payMethod: 'OFFLINE' | 'BALANCE' | 'CREDIT', lineCount = 4) {
  return (n: number): Shot => {
    const lines = Array.from({ length: lineCount }, (_, line) => skus[(n * 7 + line * 31) % skus.length] as Goods['skus'][number]);
    return orderShot(cookie, { customerId: customers[n % customers.length], payMethod }, lines);
  };
}

/** One order, placed under a key of its own. */
export function orderShot(cookie: string, head: object, lines: Goods['skus']): Shot {
  const to = { receiver: '王小明', receiverPhone: '13900001111', province: '浙江省', city: '杭州市', district: '西湖区', address: '文三路1号' };
  const order = { ...head, ...to, lines: lines.map((sku) => ({ skuId: sku.id, unitId: sku.unit, qty: sku.qty })) };
  return { method: 'POST', path: '/web/saas-ofc/org/order/place', headers: { cookie, 'idempotency-key': randomUUID() }, body: JSON.stringify(order) };
}

/** Stock and money for any number of orders, and reservation at submit so that it is part of what is measured. Only this run's database sees it. */
export async function makePlenty(url: string): Promise<Goods> {
  await query(
    url,
    "insert into tenant_setting (tenant_id, key, value) values ($1, 'order.base', $2) on conflict (tenant_id, key) do update set value = excluded.value",
    [TENANT, JSON.stringify({ reserveAt: 'SUBMIT', allowShort: true })],
  );
  await query(url, 'update stock_balance set on_hand = on_hand + 100000000 where tenant_id = $1', [TENANT]);
  await query(url, 'update fund_account set posted = posted + 100000000000000 where tenant_id = $1', [TENANT]);
  const customers = await query<{ id: string }>(
    url,
    "select c.id from customer c join fund_account f on f.tenant_id = c.tenant_id and f.customer_id = c.id where c.tenant_id = $1 and c.status = 'ACTIVE' order by c.code",
    [TENANT],
  );
  const skus = await query<{ id: string; unit: string; qty: string }>(
    url,
    `select s.id, p.base_unit_id as unit, (ceil(greatest(s.moq, s.multiple, 1) / greatest(s.multiple, 1)) * greatest(s.multiple, 1))::int::text as qty
     from sku s join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
     where s.tenant_id = $1 and p.status = 'ON' and s.status = 'ACTIVE' and s.list_price is not null order by s.code`,
    [TENANT],
  );
  return { customers: [...new Set(customers.map((one) => one.id))], skus };
}

async function showRetries(url: string): Promise<void> {
  const [row] = await query<{ deadlocks: string; orders: number; short: number }>(
    url,
    "select (select deadlocks::text from pg_stat_database where datname = current_database()) as deadlocks, count(*)::int as orders, (count(*) filter (where short))::int as short from sales_order where no not like 'DD________S%'",
  );
  console.log(`    deadlocks PostgreSQL resolved: ${row?.deadlocks}; orders with short stock: ${row?.short}`);
}
