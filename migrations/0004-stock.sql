-- Warehouses, balances and the append-only stock ledger.

create table warehouse (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  kind text not null default 'NORMAL' check (kind in ('NORMAL', 'RETURN', 'DEFECT')),
  province text not null default '',
  city text not null default '',
  district text not null default '',
  address text not null default '',
  manager text not null default '',
  is_default boolean not null default false,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
create unique index warehouse_default on warehouse (tenant_id) where is_default;
call guard_table('warehouse');

create table stock_balance (
  tenant_id bigint not null,
  warehouse_id uuid not null,
  sku_id uuid not null,
  on_hand numeric(18,4) not null default 0 check (on_hand >= 0),
  reserved numeric(18,4) not null default 0 check (reserved >= 0),
  frozen numeric(18,4) not null default 0 check (frozen >= 0),
  in_transit numeric(18,4) not null default 0 check (in_transit >= 0),
  available numeric(18,4) generated always as (on_hand - reserved - frozen) stored,
  avg_cost numeric(18,6) not null default 0 check (avg_cost >= 0),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, warehouse_id, sku_id),
  constraint stock_covered check (reserved + frozen <= on_hand),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index stock_balance_sku on stock_balance (tenant_id, sku_id);
call guard_table('stock_balance');

create table stock_ledger (
  tenant_id bigint not null,
  id uuid not null,
  warehouse_id uuid not null,
  sku_id uuid not null,
  biz_type text not null,
  biz_id uuid not null,
  biz_line_id uuid not null,
  step text not null,
  biz_no text not null,
  d_on_hand numeric(18,4) not null default 0,
  d_reserved numeric(18,4) not null default 0,
  d_frozen numeric(18,4) not null default 0,
  d_transit numeric(18,4) not null default 0,
  after_on_hand numeric(18,4) not null,
  after_reserved numeric(18,4) not null,
  after_frozen numeric(18,4) not null,
  after_transit numeric(18,4) not null,
  cost numeric(18,6),
  actor text not null,
  at timestamptz not null default now(),
  -- Order of rows of one warehouse and SKU; given under the balance row's lock.
  seq bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, biz_type, biz_line_id, step),
  unique (tenant_id, warehouse_id, sku_id, seq)
);
create index stock_ledger_at on stock_ledger (tenant_id, at desc, id desc);
create index stock_ledger_biz on stock_ledger (tenant_id, biz_id);
call guard_table('stock_ledger');
revoke update, delete on stock_ledger from portal_app;

create table reservation (
  tenant_id bigint not null,
  id uuid not null,
  order_id uuid not null,
  order_line_id uuid not null,
  warehouse_id uuid not null,
  sku_id uuid not null,
  qty numeric(18,4) not null check (qty >= 0),
  consumed numeric(18,4) not null default 0 check (consumed >= 0),
  released numeric(18,4) not null default 0 check (released >= 0),
  open numeric(18,4) generated always as (qty - consumed - released) stored,
  -- Sequence of reserve/release steps, so that each ledger step is unique.
  steps int not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, order_line_id),
  check (consumed + released <= qty),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index reservation_open on reservation (tenant_id, warehouse_id, sku_id) where qty > consumed + released;
create index reservation_order on reservation (tenant_id, order_id);
call guard_table('reservation');

create table stock_doc (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  direction text not null check (direction in ('IN', 'OUT')),
  kind text not null,
  warehouse_id uuid not null,
  counterparty text not null default '',
  source_no text not null default '',
  biz_date date not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING_AUDIT', 'DONE', 'REVERSED')),
  remark text not null default '',
  files text[] not null default '{}',
  total_qty numeric(18,4) not null default 0,
  total_cost bigint not null default 0,
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  audited_by uuid,
  auditor text not null default '',
  audited_at timestamptz,
  reverse_reason text not null default '',
  reversed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create index stock_doc_created on stock_doc (tenant_id, direction, created_at desc, id desc);
call guard_table('stock_doc');

create table stock_doc_line (
  tenant_id bigint not null,
  id uuid not null,
  doc_id uuid not null,
  line_no int not null,
  sku_id uuid not null,
  unit_id uuid not null,
  qty numeric(18,4) not null check (qty > 0),
  base_qty numeric(18,4) not null check (base_qty > 0),
  price numeric(18,6),
  batch_no text not null default '',
  remark text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, doc_id, line_no),
  foreign key (tenant_id, doc_id) references stock_doc (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id)
);
call guard_table('stock_doc_line');
