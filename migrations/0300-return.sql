-- Returns (退货单): what comes back of an order, and how what it was billed and paid for is lowered and given back. Amounts in 分.

-- A receivable keeps what it was raised for and what was matched with it; what returns took off, and what of the payments was given back for them, stands beside.
alter table receivable
  add column returned bigint not null default 0 check (returned >= 0),
  add column refunded bigint not null default 0 check (refunded >= 0);
alter table receivable drop column open;
alter table receivable add column open bigint generated always as (amount - settled - "offset" - returned + refunded) stored;
alter table receivable add constraint receivable_returned
  check (refunded <= settled and refunded <= returned and settled - refunded + "offset" + returned <= greatest(amount, 0));
create index receivable_left on receivable (tenant_id, open, id);
create index receivable_left_last on receivable (tenant_id, open desc nulls last, id desc);

-- `paid` stays all that ever paid for the order; `refunded` is what of it was given back, `returned_amount` what its returns are no longer billed for.
alter table sales_order
  add column returned_amount bigint not null default 0 check (returned_amount >= 0),
  add column refunded bigint not null default 0 check (refunded >= 0),
  add column returned_qty numeric(18,4) not null default 0;
alter table sales_order drop column pay_state;
alter table sales_order add column pay_state text not null generated always as (
  case
    when status in ('DRAFT', 'REJECTED', 'CANCELLED') or payable = 0 then 'NONE'
    when paid = 0 and owed = 0 and returned_amount > 0 and shipped_qty + closed_qty >= total_qty then 'NONE'
    when paid > 0 and owed = 0 and (shipped_qty + closed_qty >= total_qty or paid >= payable) then 'PAID'
    when paid > 0 then 'PART'
    when held > 0 then 'HELD'
    else 'UNPAID'
  end) stored;
create index sales_order_pay on sales_order (tenant_id, pay_state, created_at desc, id desc);
-- How far an order came back, as people filter by it.
alter table sales_order add column return_state text not null generated always as (
  case when returned_qty <= 0 then 'NONE' when returned_qty < signed_qty then 'PART' else 'ALL' end) stored;
create index sales_order_returned on sales_order (tenant_id, created_at desc, id desc) where return_state <> 'NONE';

create or replace function order_paid() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update sales_order o set paid = s.paid, owed = s.owed, returned_amount = s.returned, refunded = s.refunded
  from (select r.tenant_id, r.order_id, coalesce(sum(r.settled) filter (where r.status <> 'REVERSED'), 0) as paid,
          coalesce(sum(r.amount - r.settled - r."offset" - r.returned + r.refunded) filter (where r.status <> 'REVERSED'), 0) as owed,
          coalesce(sum(r.returned) filter (where r.status <> 'REVERSED'), 0) as returned,
          coalesce(sum(r.refunded) filter (where r.status <> 'REVERSED'), 0) as refunded
        from receivable r join (select distinct tenant_id, order_id from changed where order_id is not null) c on r.tenant_id = c.tenant_id and r.order_id = c.order_id
        group by r.tenant_id, r.order_id) s
  where o.tenant_id = s.tenant_id and o.id = s.order_id
    and (o.paid <> s.paid or o.owed <> s.owed or o.returned_amount <> s.returned or o.refunded <> s.refunded);
  return null;
end $$;

-- `returned` counts goods taken and brought back (of what was signed for). Goods refused at the door were never taken: what came back of them is counted apart.
alter table order_line add column refused_returned numeric(18,4) not null default 0 check (refused_returned >= 0);
alter table order_line add constraint line_refused_returned check (refused_returned <= refused);

-- Money given back for a return, and how it was split by what had paid.
create table order_refund (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  customer_id uuid not null,
  order_id uuid not null,
  order_no text not null,
  biz_type text not null,
  biz_id uuid not null,
  biz_no text not null,
  amount bigint not null check (amount > 0),
  refund_to text not null check (refund_to in ('ORIGINAL', 'ACCOUNT', 'OFFLINE')),
  -- Of the part paid out outside of the portal.
  pay_way text not null default '',
  bank_flow_no text not null default '',
  biz_date date not null,
  actor text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, no),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create index order_refund_biz on order_refund (tenant_id, biz_id);
create index order_refund_created on order_refund (tenant_id, created_at desc, id desc);
create index order_refund_customer on order_refund (tenant_id, customer_id, created_at desc, id desc);
create index order_refund_order on order_refund (tenant_id, order_id);
call guard_table('order_refund', 'customer_id');

create table order_refund_part (
  tenant_id bigint not null,
  id uuid not null,
  refund_id uuid not null,
  customer_id uuid not null,
  receivable_id uuid not null,
  -- What had paid: BALANCE, EXPENSE, OFFLINE; another way of payment names its own.
  tender text not null,
  -- Where it went: FUND the customer's account, BANK paid out; another way of payment names its own.
  target text not null,
  fund_account_id uuid,
  amount bigint not null check (amount > 0),
  txn_id uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, refund_id) references order_refund (tenant_id, id)
);
create index order_refund_part_refund on order_refund_part (tenant_id, refund_id);
create index order_refund_part_receivable on order_refund_part (tenant_id, receivable_id);
call guard_table('order_refund_part', 'customer_id');

create table return_order (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  type text not null check (type in ('RETURN_REFUND', 'REFUND_ONLY', 'EXCHANGE')),
  order_id uuid not null,
  order_no text not null,
  -- Of a draft made from a signing: the delivery whose goods were refused or damaged.
  delivery_id uuid,
  customer_id uuid not null,
  customer_name text not null,
  source text not null check (source in ('DEALER', 'FACTORY', 'SIGNING')),
  reason_code text not null check (reason_code in ('REFUSED', 'DAMAGED', 'QUALITY', 'WRONG', 'SURPLUS', 'OTHER')),
  description text not null default '',
  refund_to text not null default 'ORIGINAL' check (refund_to in ('ORIGINAL', 'ACCOUNT', 'OFFLINE')),
  total_qty numeric(18,4) not null default 0,
  goods_amount bigint not null default 0 check (goods_amount >= 0),
  deduct bigint not null default 0 check (deduct >= 0),
  refund bigint not null default 0 check (refund >= 0),
  -- Of the refund: what only lowered what was owed, and what was given back.
  owed_off bigint not null default 0 check (owed_off >= 0),
  paid_back bigint not null default 0 check (paid_back >= 0),
  carrier text not null default '',
  waybill_no text not null default '',
  status text not null default 'PENDING_AUDIT' check (status in (
    'DRAFT', 'PENDING_AUDIT', 'WAIT_BACK', 'WAIT_RECEIVE', 'WAIT_REFUND', 'DONE', 'REJECTED', 'CANCELLED')),
  -- Why it was rejected or cancelled.
  close_reason text not null default '',
  exchange_order_id uuid,
  exchange_order_no text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  submitted_by uuid,
  submitted_at timestamptz,
  approved_by uuid,
  approver text not null default '',
  approved_at timestamptz,
  sent_at timestamptz,
  received_by uuid,
  receiver text not null default '',
  received_at timestamptz,
  finished_by uuid,
  finisher text not null default '',
  finished_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check (deduct <= goods_amount),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id)
);
create index return_order_created on return_order (tenant_id, created_at desc, id desc);
create index return_order_status on return_order (tenant_id, status, created_at desc, id desc);
create index return_order_customer on return_order (tenant_id, customer_id, created_at desc, id desc);
create index return_order_type on return_order (tenant_id, type, created_at desc, id desc);
create index return_order_reason on return_order (tenant_id, reason_code, created_at desc, id desc);
create index return_order_source on return_order (tenant_id, source, created_at desc, id desc);
create index return_order_refund on return_order (tenant_id, refund desc, id desc);
create index return_order_order on return_order (tenant_id, order_id);
create index return_order_delivery on return_order (tenant_id, delivery_id) where delivery_id is not null;
create index return_order_search on return_order using gin (lined(no) gin_trgm_ops, lined(order_no) gin_trgm_ops, lined(waybill_no) gin_trgm_ops);
create view return_order_text as
  select id, lined(no) as no, lined(order_no) as order_no, lined(waybill_no) as waybill_no from return_order where tenant_id = (select current_tenant());
grant select on return_order_text to portal_app;
call guard_table('return_order', 'customer_id');

create table return_line (
  tenant_id bigint not null,
  id uuid not null,
  return_id uuid not null,
  customer_id uuid not null,
  line_no int not null,
  order_line_id uuid not null,
  delivery_id uuid not null,
  delivery_line_id uuid not null,
  -- SIGNED: taken and brought back. REFUSED: never taken.
  part text not null check (part in ('SIGNED', 'REFUSED')),
  apply_qty numeric(18,4) not null check (apply_qty > 0),
  approve_qty numeric(18,4) check (approve_qty >= 0),
  good_qty numeric(18,4) not null default 0 check (good_qty >= 0),
  bad_qty numeric(18,4) not null default 0 check (bad_qty >= 0),
  reject_qty numeric(18,4) not null default 0 check (reject_qty >= 0),
  good_warehouse_id uuid,
  bad_warehouse_id uuid,
  -- What the goods that came back were billed for.
  amount bigint not null default 0 check (amount >= 0),
  note text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, return_id, line_no),
  unique (tenant_id, return_id, delivery_line_id, part),
  check (approve_qty <= apply_qty),
  check (good_qty + bad_qty + reject_qty <= apply_qty),
  foreign key (tenant_id, return_id) references return_order (tenant_id, id) on delete cascade,
  foreign key (tenant_id, order_line_id) references order_line (tenant_id, id),
  foreign key (tenant_id, delivery_line_id) references delivery_line (tenant_id, id),
  foreign key (tenant_id, good_warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, bad_warehouse_id) references warehouse (tenant_id, id)
);
create index return_line_delivery_line on return_line (tenant_id, delivery_line_id);
create index return_line_order_line on return_line (tenant_id, order_line_id);
call guard_table('return_line', 'customer_id');

create table return_event (
  tenant_id bigint not null,
  id uuid not null,
  return_id uuid not null,
  customer_id uuid not null,
  actor text not null,
  side text not null check (side in ('FACTORY', 'DEALER', 'SYSTEM')),
  action text not null,
  from_status text not null default '',
  to_status text not null default '',
  note text not null default '',
  at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, return_id) references return_order (tenant_id, id) on delete cascade
);
create index return_event_return on return_event (tenant_id, return_id, at);
call guard_table('return_event', 'customer_id');

alter table print_log drop constraint print_log_doc_type_check;
alter table print_log add constraint print_log_doc_type_check check (doc_type ~ '^[A-Z_]{1,20}$');
