-- Limited-time discounts on goods, with a quota in all and a quota a customer.

create table activity (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  name text not null,
  name_grams text[] generated always as (grams(name)) stored,
  -- From start_at on, until end_at is reached.
  start_at timestamptz not null,
  end_at timestamptz not null,
  customer_scope text not null default 'ALL' check (customer_scope in ('ALL', 'LEVEL', 'REGION', 'CUSTOMER')),
  level_ids uuid[] not null default '{}',
  -- 浙江省, 浙江省杭州市 …: where the customer is.
  regions text[] not null default '{}',
  customer_ids uuid[] not null default '{}',
  remark text not null default '',
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSED')),
  closed_at timestamptz,
  closed_by text not null default '',
  close_reason text not null default '',
  item_count int not null default 0,
  -- When dealers were told that it starts.
  start_told timestamptz,
  creator text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check (end_at > start_at)
);
create index activity_created on activity (tenant_id, created_at desc, id desc);
create index activity_starts on activity (tenant_id, start_at desc, id desc);
create index activity_ends on activity (tenant_id, end_at desc, id desc);
create index activity_closed on activity (tenant_id, created_at desc, id desc) where status = 'CLOSED';
create index activity_search on activity using gin (lined(no) gin_trgm_ops, name_grams);
call guard_table('activity');
create view activity_text as select id, lined(no) as no, name, name_grams from activity where tenant_id = (select current_tenant());
grant select on activity_text to portal_app;

create table activity_item (
  tenant_id bigint not null,
  -- Also that of its limit (price_limit), which holds the quotas and what is used of them.
  id uuid not null,
  activity_id uuid not null,
  line_no int not null,
  sku_id uuid not null,
  unit_id uuid not null,
  -- The SKU's base unit: figures and quantities are of it.
  -- RATE: percent of the list price, MINUS: 元 less than it, FIXED: 元.
  mode text not null check (mode in ('RATE', 'MINUS', 'FIXED')),
  value numeric(18,6) not null check (value > 0),
  total_quota numeric(18,4) check (total_quota > 0),
  per_customer numeric(18,4) check (per_customer > 0),
  per_order_min numeric(18,4) check (per_order_min > 0),
  start_at timestamptz not null,
  end_at timestamptz not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSED')),
  primary key (tenant_id, id),
  check (mode <> 'RATE' or value < 100),
  -- Goods are in one activity at a time.
  constraint activity_item_overlap exclude using gist (
    tenant_id with =, sku_id with =, tstzrange(start_at, end_at, '[)') with &&) where (status = 'OPEN'),
  foreign key (tenant_id, activity_id) references activity (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id)
);
create index activity_item_activity on activity_item (tenant_id, activity_id, line_no);
create index activity_item_lookup on activity_item (tenant_id, sku_id, end_at) where status = 'OPEN';
call guard_table('activity_item');
