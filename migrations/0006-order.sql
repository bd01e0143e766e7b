-- Orders, their lines, versions and events. Amounts in 分.

create table sales_order (
  tenant_id bigint not null,
  id uuid not null,
  -- Given at the first submit; drafts carry none.
  no text,
  customer_id uuid not null,
  customer_name text not null,
  source text not null check (source in ('FACTORY', 'DEALER', 'IMPORT', 'API')),
  type text not null default 'NORMAL' check (type in ('NORMAL', 'PROJECT', 'SAMPLE', 'EXCHANGE')),
  sales_member_id uuid,
  warehouse_id uuid not null,
  receiver text not null default '',
  receiver_phone text not null default '',
  province text not null default '',
  city text not null default '',
  district text not null default '',
  address text not null default '',
  expect_date date,
  pay_method text not null check (pay_method in ('BALANCE', 'CREDIT', 'OFFLINE', 'MIXED')),
  goods_amount bigint not null default 0 check (goods_amount >= 0),
  discount bigint not null default 0 check (discount >= 0),
  expense_used bigint not null default 0 check (expense_used >= 0),
  freight bigint not null default 0 check (freight >= 0),
  payable bigint not null default 0 check (payable >= 0),
  tax bigint not null default 0,
  line_count int not null default 0,
  total_qty numeric(18,4) not null default 0,
  shipped_qty numeric(18,4) not null default 0,
  signed_qty numeric(18,4) not null default 0,
  closed_qty numeric(18,4) not null default 0,
  short boolean not null default false,
  status text not null default 'DRAFT' check (status in (
    'DRAFT', 'PENDING_AUDIT', 'REJECTED', 'PENDING_PAY', 'PENDING_DELIVERY', 'PARTIAL_DELIVERED',
    'DELIVERED', 'COMPLETED', 'CANCELLED', 'CLOSED')),
  -- Current effective version of the content; row_version guards concurrent edits.
  version int not null default 0,
  row_version int not null default 1,
  pending_version_id uuid,
  remark text not null default '',
  internal_remark text not null default '',
  files text[] not null default '{}',
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_by uuid,
  submitted_at timestamptz,
  approved_by uuid,
  approved_at timestamptz,
  finished_at timestamptz,
  close_reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, no),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create index sales_order_created on sales_order (tenant_id, created_at desc, id desc);
create index sales_order_status on sales_order (tenant_id, status, created_at desc, id desc);
create index sales_order_customer on sales_order (tenant_id, customer_id, created_at desc, id desc);
call guard_table('sales_order', 'customer_id');

create table order_line (
  tenant_id bigint not null,
  id uuid not null,
  order_id uuid not null,
  customer_id uuid not null,
  line_no int not null,
  sku_id uuid not null,
  -- {code, productCode, name, spec, saleText, image, unitName, unitDecimals}
  sku_snapshot jsonb not null,
  unit_id uuid not null,
  qty numeric(18,4) not null check (qty > 0),
  base_qty numeric(18,4) not null check (base_qty > 0),
  list_price numeric(18,6),
  price numeric(18,6) not null check (price >= 0),
  price_source text not null check (price_source in ('PROJECT', 'CUSTOMER', 'STRATEGY', 'ACTIVITY', 'LIST', 'MANUAL', 'GIFT')),
  price_source_id uuid,
  price_trace jsonb not null default '[]',
  manual_price boolean not null default false,
  manual_reason text not null default '',
  below_floor boolean not null default false,
  amount bigint not null check (amount >= 0),
  discount_alloc bigint not null default 0,
  expense_alloc bigint not null default 0,
  tax_rate_ppm int not null default 130000,
  tax bigint not null default 0,
  is_gift boolean not null default false,
  warehouse_id uuid not null,
  -- Counters in the line's own unit; `reserved` in base units.
  reserved numeric(18,4) not null default 0 check (reserved >= 0),
  shipped numeric(18,4) not null default 0 check (shipped >= 0),
  signed numeric(18,4) not null default 0 check (signed >= 0),
  refused numeric(18,4) not null default 0 check (refused >= 0),
  returned numeric(18,4) not null default 0 check (returned >= 0),
  closed numeric(18,4) not null default 0 check (closed >= 0),
  shipped_amount bigint not null default 0,
  remark text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, order_id, line_no),
  constraint line_shipped check (shipped + closed <= qty),
  constraint line_signed check (signed + refused <= shipped),
  constraint line_returned check (returned <= signed),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id)
);
create index order_line_sku on order_line (tenant_id, sku_id);
call guard_table('order_line', 'customer_id');

create table order_version (
  tenant_id bigint not null,
  id uuid not null,
  order_id uuid not null,
  customer_id uuid not null,
  version int not null,
  kind text not null check (kind in ('CREATE', 'EDIT', 'CHANGE', 'AUDIT_EDIT', 'CLOSE')),
  snapshot jsonb not null,
  diff jsonb not null default '[]',
  reason text not null default '',
  state text not null check (state in ('PENDING', 'EFFECTIVE', 'REJECTED', 'WITHDRAWN')),
  actor text not null,
  created_by uuid,
  prev_hash text not null,
  hash text not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, version),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id) on delete cascade
);
call guard_table('order_version', 'customer_id');

create table order_event (
  tenant_id bigint not null,
  id uuid not null,
  order_id uuid not null,
  customer_id uuid not null,
  actor text not null,
  side text not null check (side in ('FACTORY', 'DEALER', 'SYSTEM')),
  action text not null,
  from_status text not null default '',
  to_status text not null default '',
  note text not null default '',
  payload jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id) on delete cascade
);
create index order_event_order on order_event (tenant_id, order_id, at);
call guard_table('order_event', 'customer_id');
revoke update on order_event from portal_app;
