import { measureLists } from './lists';
import { query, type World } from './world';

const TENANT = 1001;
const ROWS = Number(process.env['BENCH_ROWS'] ?? 200_000);
const WHO = '压测员';

/** Lists of the order master beside that of orders: returns, invoices and movements of stock, each as long. */
export async function measureTradeLists({ url }: World): Promise<void> {
  await fillReturns(url);
  await fillInvoices(url);
  await fillMovements(url);
  for (const table of ['return_order', 'billing', 'stock_ledger']) await query(url, `vacuum analyze ${table}`);
  const list = (name: string, path: string, bodies: readonly object[]) => ({ name, path, bodies });
  const [returns, invoices, movements] = ['/saas-ofc/org/reverse/page', '/saas-ofc/org/billing/page', '/saas-ofc/org/stock/ledger/page'];
  await measureLists({ url }, `${ROWS / 1000},000 rows`, [
    list('return list', returns, [{ pageNo: 1 }, { pageNo: 2 }, { pageNo: 40 }]),
    list('return list by state', returns, [{ status: 'DONE' }, { status: 'WAIT_RECEIVE' }, { status: 'PENDING_AUDIT' }]),
    list('return list by number', returns, [{ no: 'THYC00012345' }, { no: '12345' }]),
    list('return list in other orders', returns, [{ descs: 'refund' }, { ascs: 'no' }, { ascs: 'createdAt' }]),
    list('invoice list', invoices, [{ pageNo: 1 }, { pageNo: 2 }, { pageNo: 40 }]),
    list('invoice list by state', invoices, [{ status: 'ISSUED' }, { status: 'WAIT_ISSUE' }, { status: 'FAILED' }]),
    list('invoice list by number and title', invoices, [{ no: 'KPYC00012345' }, { title: '压测抬头12345' }]),
    list('invoice list in other orders', invoices, [{ descs: 'amount' }, { ascs: 'no' }, { descs: 'issuedAt' }]),
    list('movements of stock', movements, [{ pageNo: 1 }, { pageNo: 2 }, { pageNo: 40 }]),
    list('movements by kind and direction', movements, [{ bizType: 'STOCK_IN' }, { direction: 'OUT' }]),
  ]);
}

const count = async (url: string, table: 'return_order' | 'billing' | 'stock_ledger'): Promise<number> => {
  const [there] = await query<{ n: number }>(url, `select count(*)::int as n from ${table} where tenant_id = $1`, [TENANT]);
  return there?.n ?? 0;
};
const orders = `(select array_agg(o.id) as ids, array_agg(o.no) as nos, array_agg(o.customer_id) as customers
  from (select id, no, customer_id from sales_order where tenant_id = ${TENANT} and no is not null order by id limit 5000) o)`;
const at = `now() - n * interval '3 minutes'`;

async function fillReturns(url: string): Promise<void> {
  if ((await count(url, 'return_order')) >= ROWS) return;
  await query(
    url,
    `insert into return_order (tenant_id, id, no, type, order_id, order_no, customer_id, customer_name, source, reason_code, total_qty, goods_amount, refund, status, creator, created_at, finished_at)
     select ${TENANT}, gen_random_uuid(), 'THYC' || lpad(n::text, 8, '0'), (array['RETURN_REFUND', 'REFUND_ONLY', 'EXCHANGE'])[1 + n % 3], o.ids[k], o.nos[k], o.customers[k], c.name,
       (array['DEALER', 'FACTORY', 'SIGNING'])[1 + n % 3], (array['REFUSED', 'DAMAGED', 'QUALITY', 'WRONG', 'SURPLUS', 'OTHER'])[1 + n % 6], 1 + n % 90, (n % 90000) * 100, (n % 90000) * 100,
       s.status, '${WHO}', ${at}, case when s.status in ('DONE', 'REJECTED', 'CANCELLED') then ${at} + interval '2 days' end
     from generate_series(1, ${ROWS}) n cross join ${orders} o cross join lateral (select 1 + n % cardinality(o.ids) as k) i
       cross join lateral (select case when n % 40 = 0 then 'PENDING_AUDIT' when n % 40 = 1 then 'WAIT_BACK' when n % 40 = 2 then 'WAIT_RECEIVE' when n % 40 = 3 then 'WAIT_REFUND'
         when n % 20 = 4 then 'REJECTED' when n % 20 = 5 then 'CANCELLED' else 'DONE' end as status) s
       join customer c on c.tenant_id = ${TENANT} and c.id = o.customers[k]
     on conflict do nothing`,
  );
}

async function fillInvoices(url: string): Promise<void> {
  if ((await count(url, 'billing')) >= ROWS) return;
  await query(
    url,
    `insert into billing (tenant_id, id, no, customer_id, direction, kind, source, title, tax_no, amount, tax, line_count, order_nos, invoice_nos, status, creator, created_at, issued_at)
     select ${TENANT}, gen_random_uuid(), 'KPYC' || lpad(n::text, 8, '0'), o.customers[k], 'BLUE', (array['E_SPECIAL', 'E_GENERAL', 'P_SPECIAL', 'P_GENERAL'])[1 + n % 4],
       (array['DEALER', 'FACTORY'])[1 + n % 2], '压测抬头' || n || '号', '', (1 + n % 90000) * 113, (1 + n % 90000) * 13, 1, array[o.nos[k]],
       case when s.status = 'ISSUED' then array['YC' || lpad(n::text, 18, '0')] else '{}' end, s.status, '${WHO}', ${at}, case when s.status = 'ISSUED' then ${at} + interval '1 day' end
     from generate_series(1, ${ROWS}) n, ${orders} o, lateral (select 1 + n % cardinality(o.ids) as k) i,
       lateral (select case when n % 40 = 0 then 'PENDING_AUDIT' when n % 40 = 1 then 'WAIT_ISSUE' when n % 400 = 2 then 'FAILED' when n % 40 = 3 then 'REJECTED' when n % 40 = 4 then 'VOID'
         else 'ISSUED' end as status) s
     on conflict do nothing`,
  );
}

/** In pairs that come and go, so that what stands on hand stays what it was. */
async function fillMovements(url: string): Promise<void> {
  const missing = ROWS - (await count(url, 'stock_ledger'));
  if (missing <= 0) return;
  await query(
    url,
    `with balance as (select *, row_number() over (order by warehouse_id, sku_id) as at, count(*) over () as all_of
         from (select warehouse_id, sku_id, on_hand, reserved, frozen, in_transit, seq, coalesce(avg_cost, 0) as cost from stock_balance where tenant_id = ${TENANT}
           order by warehouse_id, sku_id limit 200) b),
       pairs as (select b.*, n, (n - 1) / b.all_of as turn from generate_series(1, ${Math.ceil(missing / 2)}) n join balance b on b.at = 1 + (n - 1) % b.all_of),
       made as (
         insert into stock_ledger (tenant_id, id, warehouse_id, sku_id, biz_type, biz_id, biz_line_id, step, biz_no, d_on_hand, after_on_hand, after_reserved, after_frozen, after_transit,
           actor, seq, after_cost, d_value, at)
         select ${TENANT}, gen_random_uuid(), p.warehouse_id, p.sku_id, case when half = 1 then 'STOCK_IN' else 'DELIVERY' end, gen_random_uuid(), gen_random_uuid(),
           case when half = 1 then 'IN' else 'OUT' end, 'YCLS' || lpad(p.n::text, 8, '0'), case when half = 1 then 10 else -10 end, p.on_hand + case when half = 1 then 10 else 0 end,
           p.reserved, p.frozen, p.in_transit, '${WHO}', p.seq + p.turn * 2 + half, p.cost, case when half = 1 then 10 else -10 end * p.cost, now() - p.n * interval '3 minutes'
         from pairs p, generate_series(1, 2) half returning warehouse_id, sku_id, seq)
     update stock_balance s set seq = m.last from (select warehouse_id, sku_id, max(seq) as last from made group by 1, 2) m
     where s.tenant_id = ${TENANT} and s.warehouse_id = m.warehouse_id and s.sku_id = m.sku_id`,
  );
}
