import pg from 'pg';

const TENANT = 1001;
/** The seeded orders, numbered: every figure below follows from `n`, so that two runs fill alike. */
const SEEDED = `(select o.*, row_number() over (order by o.no) as n from sales_order o where o.tenant_id = ${TENANT} and o.no like 'DD________S%')`;
const PEOPLE = `(select account_id, name, row_number() over (order by account_id) - 1 as k, count(*) over () as people from member where tenant_id = ${TENANT})`;

/** What an order leaves behind in the other lists: one statement a table, rare and common values in each. */
const statements = [
  `update sales_order o set
     status = case when s.n % 500 = 0 then 'PENDING_DELIVERY' when s.n % 999 = 0 then 'PENDING_AUDIT' else o.status end,
     shipped_qty = case when s.n % 500 = 0 or s.n % 999 = 0 then 0 else o.shipped_qty end,
     short = s.n % 5000 = 0,
     paid = case when o.status <> 'COMPLETED' or s.n % 700 = 0 then 0 when s.n % 900 = 0 then o.payable / 2 else o.payable end,
     owed = case when o.status <> 'COMPLETED' or s.n % 700 = 0 then o.payable when s.n % 900 = 0 then o.payable - o.payable / 2 else 0 end,
     expect_date = case when s.n % 3 = 0 then (o.created_at + interval '6 days')::date end,
     province = (array['浙江省','江苏省','广东省','四川省'])[1 + s.n % 4], city = (array['杭州市','苏州市','广州市','成都市'])[1 + s.n % 4],
     pay_method = case when s.n % 50 = 0 then 'CREDIT' when s.n % 4 = 0 then 'BALANCE' else 'OFFLINE' end,
     sales_member_id = m.id
   from ${SEEDED} s, (select id, row_number() over (order by id) - 1 as k, count(*) over () as people from member where tenant_id = ${TENANT}) m
   where o.tenant_id = ${TENANT} and o.id = s.id and m.k = s.n % m.people`,
  `insert into order_event (tenant_id, id, order_id, customer_id, actor, side, action, from_status, to_status, at)
   select s.tenant_id, gen_random_uuid(), s.id, s.customer_id, case when e = 1 then s.creator else p.name end, 'FACTORY',
     (array['提交','审核通过','发货','签收'])[e], '', s.status, s.created_at + e * interval '2 hours'
   from ${SEEDED} s cross join generate_series(1, 3) e join ${PEOPLE} p on p.k = s.n % p.people where e < 4 - s.n % 2`,
  `insert into delivery (tenant_id, id, no, customer_id, customer_name, warehouse_id, ship_way, carrier, total_qty, amount, order_nos, waybill_nos, status, creator, created_at, shipped_at, signed_at)
   select s.tenant_id, gen_random_uuid(), 'FH' || substr(s.no, 3), s.customer_id, s.customer_name, s.warehouse_id,
     case when s.n % 40 = 0 then 'SELF' when s.n % 2 = 0 then 'EXPRESS' else 'LOGISTICS' end, '德邦快递', s.shipped_qty, s.payable, array[s.no], array['SF' || lpad((s.n * 7919 % 100000000)::text, 12, '0')],
     case when s.n % 800 = 0 then 'SHIPPED' when s.n % 1200 = 0 then 'WAIT_OUT' else 'SIGNED' end, p.name, s.created_at + interval '1 day', s.created_at + interval '2 days',
     case when s.n % 800 <> 0 then s.created_at + interval '4 days' end
   from ${SEEDED} s join ${PEOPLE} p on p.k = s.n % p.people where s.shipped_qty > 0`,
  `insert into delivery_event (tenant_id, id, delivery_id, customer_id, actor, side, action, at)
   select d.tenant_id, gen_random_uuid(), d.id, d.customer_id, d.creator, 'FACTORY', '出库', d.shipped_at from delivery d where d.tenant_id = ${TENANT} and d.no like 'FH________S%'`,
  `insert into receivable (tenant_id, id, no, customer_id, customer_name, order_id, order_no, delivery_id, delivery_no, source, sales_member_id, biz_date, due_date, amount, settled, status, created_at)
   select s.tenant_id, gen_random_uuid(), 'YS' || substr(s.no, 3), s.customer_id, s.customer_name, s.id, s.no, d.id, d.no, 'DELIVERY', s.sales_member_id,
     d.shipped_at::date, d.shipped_at::date + 30, s.payable, case when s.owed > 0 then s.paid else s.payable end,
     case when s.owed = 0 then 'SETTLED' when s.paid > 0 then 'PART' else 'OPEN' end, d.shipped_at
   from ${SEEDED} s join delivery d on d.tenant_id = s.tenant_id and d.no = 'FH' || substr(s.no, 3)`,
  `insert into receipt (tenant_id, id, no, customer_id, amount, unapplied, pay_way, bank_flow_no, payer, received_at, status, creator, created_at)
   select s.tenant_id, gen_random_uuid(), 'SK' || substr(s.no, 3), s.customer_id, s.payable, case when s.n % 60 = 0 then 100 else 0 end, case when s.n % 90 = 0 then 'CASH' else 'BANK' end,
     'LS' || lpad((s.n * 104729 % 1000000000)::text, 14, '0'), s.customer_name, s.created_at + interval '30 days', case when s.n % 330 = 0 then 'REVERSED' else 'CONFIRMED' end, p.name, s.created_at + interval '30 days'
   from ${SEEDED} s join ${PEOPLE} p on p.k = s.n % p.people where s.n % 3 = 0`,
  `insert into enter_account (tenant_id, id, no, customer_id, account_id, amount, pay_way, bank_flow_no, payer, paid_at, status, creator, created_at)
   select s.tenant_id, gen_random_uuid(), 'RZ' || substr(s.no, 3), s.customer_id, a.id, s.payable, case when s.n % 90 = 0 then 'CASH' else 'BANK' end,
     'EN' || lpad((s.n * 104729 % 1000000000)::text, 14, '0'), s.customer_name, s.created_at, case when s.n % 1500 = 0 then 'PENDING' else 'CONFIRMED' end, p.name, s.created_at
   from ${SEEDED} s join fund_account a on a.tenant_id = s.tenant_id and a.customer_id = s.customer_id and a.type = 'BALANCE' join ${PEOPLE} p on p.k = s.n % p.people where s.n % 4 = 0`,
  `insert into fund_hold (tenant_id, id, no, account_id, customer_id, biz_type, biz_id, biz_no, amount, captured, state, created_at)
   select s.tenant_id, gen_random_uuid(), 'DJ' || substr(s.no, 3), a.id, s.customer_id, 'ORDER', s.id, s.no, s.payable, case when s.n % 1600 = 0 then 0 else s.payable end,
     case when s.n % 1600 = 0 then 'ACTIVE' else 'CAPTURED' end, s.created_at
   from ${SEEDED} s join fund_account a on a.tenant_id = s.tenant_id and a.customer_id = s.customer_id and a.type = 'BALANCE' where s.n % 4 = 0`,
  `with made as (insert into ledger_txn (tenant_id, id, kind, biz_type, biz_id, biz_no, biz_date, memo, actor, idem_key, posted_at)
     select s.tenant_id, gen_random_uuid(), case e when 1 then 'RECHARGE' else 'CAPTURE' end, 'ORDER', s.id, s.no, s.created_at::date, '', s.creator, 'bench:' || e || s.id, s.created_at + e * interval '1 day'
     from ${SEEDED} s cross join generate_series(1, 2) e where s.n % 4 = 0 returning *)
   insert into ledger_entry (tenant_id, id, txn_id, account_code, customer_id, fund_account_id, dr, cr, after_posted, at)
   select m.tenant_id, gen_random_uuid(), m.id, case when side = 1 then '2203' when m.kind = 'RECHARGE' then '1002' else '1122' end, o.customer_id, case when side = 1 then a.id end,
     case when (side = 1) = (m.kind = 'CAPTURE') then o.payable else 0 end, case when (side = 1) = (m.kind = 'CAPTURE') then 0 else o.payable end, case when side = 1 then 0 end, m.posted_at
   from made m join sales_order o on o.tenant_id = m.tenant_id and o.id = m.biz_id cross join generate_series(1, 2) side
     join fund_account a on a.tenant_id = m.tenant_id and a.customer_id = o.customer_id and a.type = 'BALANCE'`,
  `insert into stock_ledger (tenant_id, id, warehouse_id, sku_id, biz_type, biz_id, biz_line_id, step, biz_no, d_on_hand, d_reserved, after_on_hand, after_reserved, after_frozen, after_transit, actor, at, seq)
   select l.tenant_id, gen_random_uuid(), l.warehouse_id, l.sku_id, 'DELIVERY', s.id, l.id, 'SHIP', 'FH' || substr(s.no, 3), case when s.n % 3 = 0 then 10 else -10 end, 0, 1000, 0, 0, 0, s.creator, s.created_at,
     1000000 + row_number() over (partition by l.warehouse_id, l.sku_id order by s.created_at)
   from ${SEEDED} s join order_line l on l.tenant_id = s.tenant_id and l.order_id = s.id and l.line_no <= 2 - s.n % 2`,
  `insert into stock_doc (tenant_id, id, no, direction, kind, warehouse_id, counterparty, source_no, biz_date, status, total_qty, total_cost, creator, created_at)
   select s.tenant_id, s.id, 'RK' || substr(s.no, 3), 'IN', case when s.n % 80 = 0 then 'OTHER' else 'PURCHASE' end, s.warehouse_id, '供应商', 'CG' || s.n, s.created_at::date,
     case when s.n % 1000 = 0 then 'PENDING_AUDIT' else 'DONE' end, 100, 100000, p.name, s.created_at
   from ${SEEDED} s join ${PEOPLE} p on p.k = s.n % p.people where s.n % 5 = 0`,
  `insert into stock_doc_line (tenant_id, id, doc_id, line_no, sku_id, unit_id, qty, base_qty)
   select d.tenant_id, gen_random_uuid(), d.id, l.line_no, l.sku_id, l.unit_id, 50, 50
   from stock_doc d join order_line l on l.tenant_id = d.tenant_id and l.order_id = d.id and l.line_no <= 2 where d.no like 'RK________S%'`,
  `insert into return_order (tenant_id, id, no, type, order_id, order_no, customer_id, customer_name, source, reason_code, total_qty, goods_amount, refund, status, creator, created_at)
   select s.tenant_id, s.id, 'TH' || substr(s.no, 3), case when s.n % 20 = 0 then 'EXCHANGE' else 'RETURN_REFUND' end, s.id, s.no, s.customer_id, s.customer_name,
     case when s.n % 3 = 0 then 'FACTORY' else 'DEALER' end, case when s.n % 10 = 0 then 'DAMAGED' else 'QUALITY' end, 10, 10000, 10000,
     case when s.n % 1000 = 0 then 'PENDING_AUDIT' when s.n % 700 = 0 then 'WAIT_RECEIVE' else 'DONE' end, p.name, s.created_at
   from ${SEEDED} s join ${PEOPLE} p on p.k = s.n % p.people`,
  `insert into billing (tenant_id, id, no, customer_id, direction, kind, source, title, amount, tax, line_count, order_nos, status, creator, created_at)
   select s.tenant_id, s.id, 'KP' || substr(s.no, 3), s.customer_id, 'BLUE', case when s.n % 4 = 0 then 'E_SPECIAL' else 'E_GENERAL' end, case when s.n % 3 = 0 then 'FACTORY' else 'DEALER' end,
     s.customer_name, greatest(s.payable, 1), 0, 1, array[s.no], case when s.n % 1000 = 0 then 'PENDING_AUDIT' when s.n % 700 = 0 then 'WAIT_ISSUE' else 'ISSUED' end, p.name, s.created_at
   from ${SEEDED} s join ${PEOPLE} p on p.k = s.n % p.people`,
  `insert into message (tenant_id, id, account_id, kind, title, body, link, read_at, created_at, seq, type, important)
   select s.tenant_id, gen_random_uuid(), p.account_id, case when s.n % 25 = 0 then 'receivable.overdue' else 'order.submitted' end, case when s.n % 2500 = 0 then '库存告急，请补货' else '新订单待审核' end || ' ' || s.no,
     s.customer_name || '提交了订单', '', case when s.n % 400 <> 0 then s.created_at end, s.created_at, 1000000 + s.n, case when s.n % 9 = 0 then 'alert' else 'todo' end, s.n % 90 = 0
   from ${SEEDED} s join ${PEOPLE} p on p.k = (case when s.n % 2 = 0 then 0 else s.n % p.people end)`,
  `insert into api_log (tenant_id, id, account_id, actor, method, path, code, ms, address, at)
   select s.tenant_id, gen_random_uuid(), p.account_id, p.name, 'POST', case when s.n % 4000 = 0 then '/saas-boss/role/save' when s.n % 3 = 0 then '/saas-ofc/org/order/audit' else '/saas-ofc/org/order/save' end,
     case when s.n % 200 = 0 then '100000003' else '0' end, (s.n % 300)::int, '10.0.' || s.n % 7 || '.' || s.n % 250, s.created_at
   from ${SEEDED} s join ${PEOPLE} p on p.k = s.n % p.people`,
  `insert into audit_log (tenant_id, id, actor, action, subject_type, subject_id, subject_no, prev_hash, hash, at)
   select s.tenant_id, gen_random_uuid(), p.name, case when s.n % 1000 = 0 then '停用' else '编辑' end, (array['customer','product','price','stock_doc'])[1 + s.n % 4], s.id::text, 'KH' || s.n, '', '', s.created_at
   from ${SEEDED} s join ${PEOPLE} p on p.k = s.n % p.people where s.n % 2 = 0`,
  `insert into bank_line (tenant_id, id, flow_no, traded_at, amount, payer, summary, customer_id, basis, score, status, created_at)
   select s.tenant_id, gen_random_uuid(), 'BK' || lpad((s.n * 104729 % 1000000000)::text, 14, '0'), s.created_at, s.payable, s.customer_name, '货款', s.customer_id, case when s.n % 35 = 0 then 'NAME' else 'ACCOUNT' end, 100,
     case when s.n % 1000 = 0 then 'OPEN' else 'IGNORED' end, s.created_at
   from ${SEEDED} s where s.n % 5 = 0`,
  `insert into outgoing (tenant_id, id, channel, address, kind, title, body, state, created_at)
   select s.tenant_id, gen_random_uuid(), case when s.n % 30 = 0 then 'MAIL' else 'SMS' end, '139' || lpad((s.n % 100000000)::text, 8, '0'), 'order.submitted', '新订单待审核', '订单' || s.no, case when s.n % 500 = 0 then 'FAILED' else 'SENT' end, s.created_at
   from ${SEEDED} s where s.n % 4 = 0`,
  `insert into dunning_log (tenant_id, id, customer_id, open, overdue, overdue_days, receivables, template_name, title, body, actor, created_at)
   select s.tenant_id, gen_random_uuid(), s.customer_id, 1000, 1000, 12, 1, '标准', '应付货款', '应付货款', p.name, s.created_at
   from ${SEEDED} s join ${PEOPLE} p on p.k = s.n % p.people where s.n % 20 = 0`,
  `insert into security_event (id, account_id, kind, detail, address, agent, at)
   select gen_random_uuid(), p.account_id, case when s.n % 100 = 0 then 'LOGIN_FAILED' else 'LOGIN' end, '', '10.0.0.' || s.n % 250, '', s.created_at
   from ${SEEDED} s join ${PEOPLE} p on p.k = s.n % p.people where s.n % 4 = 0`,
];

/** What triggers keep beside rows that come one by one. */
const sums = [
  'select keep_customer_owing(tenant_id, array_agg(distinct customer_id)) from receivable group by tenant_id',
  `insert into ledger_day (tenant_id, account_code, customer_id, day, kind, dr, cr)
   select e.tenant_id, e.account_code, e.customer_id, t.biz_date, t.kind, sum(e.dr), sum(e.cr)
   from ledger_entry e join ledger_txn t on t.tenant_id = e.tenant_id and t.id = e.txn_id
   where e.customer_id is not null and e.account_code = '1122' group by 1, 2, 3, 4, 5
   on conflict (tenant_id, account_code, day, customer_id, kind) do update set dr = excluded.dr, cr = excluded.cr`,
  `insert into ledger_month (tenant_id, account_code, customer_id, month, kind, dr, cr)
   select tenant_id, account_code, customer_id, date_trunc('month', day)::date, kind, sum(dr), sum(cr) from ledger_day group by 1, 2, 3, 4, 5
   on conflict (tenant_id, account_code, customer_id, month, kind) do update set dr = excluded.dr, cr = excluded.cr`,
];

/** Deliveries, receivables, ledger rows, events, messages and logs of the seeded orders, once. Plain rows for measuring: no proof holds for them. */
export async function fillHistory(url: string, say: (line: string) => void = console.log): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("select exists (select from delivery where no like 'FH________S%') as there");
    if (rows[0].there) return;
    // Rows this many are checked by nobody's trigger; they hold by construction.
    await client.query("set session_replication_role = replica; set work_mem = '256MB'");
    for (const text of [...statements, ...sums]) {
      const started = performance.now();
      const { rowCount } = await client.query(text);
      say(`${/(insert into|update|select) (\w+)/.exec(text)?.[2]}: ${rowCount} rows in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
