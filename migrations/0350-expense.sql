-- Expense accounts: what a factory grants a customer for goods to come, in lots that expire, and which order uses which lot. Amounts in 分.

-- A hold sets aside money, or expense; only money is what an order `held` towards what it costs.
alter table fund_hold add column tender text not null default 'BALANCE' check (tender in ('BALANCE', 'EXPENSE'));
create or replace function order_money_at_start() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select coalesce(sum(amount - captured - released), 0) into new.held
  from fund_hold where tenant_id = new.tenant_id and biz_id = new.id and tender = 'BALANCE';
  return new;
end $$;
create or replace function order_held() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update sales_order o set held = s.held
  from (select h.tenant_id, h.biz_id, sum(h.amount - h.captured - h.released) as held
        from fund_hold h join (select distinct tenant_id, biz_id from changed where tender = 'BALANCE') c on h.tenant_id = c.tenant_id and h.biz_id = c.biz_id
        where h.tender = 'BALANCE'
        group by h.tenant_id, h.biz_id) s
  where o.tenant_id = s.tenant_id and o.id = s.biz_id and o.held <> s.held;
  return null;
end $$;

-- What whoever entered the order chose to use; `expense_used` is what its lines carry since it was submitted.
alter table sales_order add column expense_asked bigint not null default 0 check (expense_asked >= 0);

create table expense_entry (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  customer_id uuid not null,
  kind text not null check (kind in ('REBATE', 'MARKET', 'MAKEUP', 'OTHER')),
  amount bigint not null check (amount > 0),
  basis_no text not null default '',
  valid_to date,
  max_ratio_ppm int not null default 1000000 check (max_ratio_ppm between 1 and 1000000),
  scope text not null default 'ALL' check (scope in ('ALL', 'CATEGORY', 'PRODUCT')),
  scope_ids uuid[] not null default '{}',
  voucher text[] not null default '{}',
  remark text not null default '',
  status text not null default 'PENDING' check (status in ('DRAFT', 'PENDING', 'CONFIRMED', 'REJECTED', 'REVERSED')),
  reason text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  confirmed_by uuid,
  confirmer text not null default '',
  confirmed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check (scope = 'ALL' or cardinality(scope_ids) > 0),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create index expense_entry_created on expense_entry (tenant_id, created_at desc, id desc);
create index expense_entry_status on expense_entry (tenant_id, status, created_at desc, id desc);
create index expense_entry_customer on expense_entry (tenant_id, customer_id, created_at desc, id desc);
create index expense_entry_kind on expense_entry (tenant_id, kind, created_at desc, id desc);
create index expense_entry_expiry on expense_entry (tenant_id, valid_to, id);
create index expense_entry_amount on expense_entry (tenant_id, amount, id);
create index expense_entry_search on expense_entry using gin (lined(no, basis_no) gin_trgm_ops);
create view expense_entry_text as select id, lined(no, basis_no) as nos from expense_entry where tenant_id = (select current_tenant());
grant select on expense_entry_text to portal_app;
call guard_table('expense_entry', 'customer_id');

-- Its rows are written under the lock of the customer's expense account, whose `posted` is Σ remaining and whose `held` is Σ held.
create table expense_lot (
  tenant_id bigint not null,
  id uuid not null,
  customer_id uuid not null,
  entry_id uuid not null,
  -- Expense of an expired lot that came back: the lot it came from.
  origin_id uuid,
  valid_to date,
  max_ratio_ppm int not null check (max_ratio_ppm between 1 and 1000000),
  scope text not null check (scope in ('ALL', 'CATEGORY', 'PRODUCT')),
  scope_ids uuid[] not null default '{}',
  amount bigint not null check (amount > 0),
  remaining bigint not null check (remaining >= 0),
  held bigint not null default 0 check (held >= 0),
  -- Written off when it expired unused.
  expired bigint not null default 0 check (expired >= 0),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint lot_covered check (held <= remaining and remaining + expired <= amount),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, entry_id) references expense_entry (tenant_id, id)
);
create index expense_lot_customer on expense_lot (tenant_id, customer_id, valid_to, id) where remaining > 0;
create index expense_lot_entry on expense_lot (tenant_id, entry_id);
create index expense_lot_expiry on expense_lot (tenant_id, valid_to) where remaining > 0;
call guard_table('expense_lot', 'customer_id');

-- What lines of orders have set aside of a lot and not used up by shipping.
create table expense_use (
  tenant_id bigint not null,
  id uuid not null,
  customer_id uuid not null,
  order_id uuid not null,
  order_line_id uuid not null,
  lot_id uuid not null,
  open bigint not null check (open >= 0),
  taken bigint not null default 0 check (taken >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, order_line_id, lot_id),
  foreign key (tenant_id, lot_id) references expense_lot (tenant_id, id)
);
create index expense_use_order on expense_use (tenant_id, order_id);
create index expense_use_lot on expense_use (tenant_id, lot_id) where open > 0;
call guard_table('expense_use', 'customer_id');

-- What a delivery used up of a lot, for its reversal and for goods that come back.
create table expense_take (
  tenant_id bigint not null,
  id uuid not null,
  customer_id uuid not null,
  order_id uuid not null,
  order_line_id uuid not null,
  lot_id uuid not null,
  delivery_id uuid not null,
  capture_event_id uuid not null,
  amount bigint not null check (amount > 0),
  returned bigint not null default 0 check (returned >= 0),
  reversed boolean not null default false,
  at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (returned <= amount),
  foreign key (tenant_id, lot_id) references expense_lot (tenant_id, id)
);
create index expense_take_order on expense_take (tenant_id, order_id);
create index expense_take_delivery on expense_take (tenant_id, delivery_id);
create index expense_take_lot on expense_take (tenant_id, lot_id);
call guard_table('expense_take', 'customer_id');
