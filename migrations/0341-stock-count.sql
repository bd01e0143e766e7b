-- Counting a warehouse: what was there when each product was counted, beside what the book said at that moment.
create table stock_count (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  no text not null,
  warehouse_id uuid not null,
  scope text not null check (scope in ('ALL', 'CATEGORY', 'BRAND', 'SKU')),
  -- Categories, brands or SKUs, and what people call them.
  scope_values text[] not null default '{}',
  scope_text text not null default '',
  mode text not null check (mode in ('OPEN', 'BLIND')),
  freezes boolean not null default false,
  expire_at timestamptz,
  status text not null default 'CREATED' check (status in ('CREATED', 'COUNTING', 'WAIT_REVIEW', 'DONE', 'CANCELLED')),
  remark text not null default '',
  -- Of its lines; sums of the finished count.
  skus int not null default 0,
  counted int not null default 0,
  gains int not null default 0,
  losses int not null default 0,
  cost_diff bigint not null default 0,
  reason text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  started_at timestamptz,
  submitted_by uuid,
  submitter text not null default '',
  submitted_at timestamptz,
  reviewed_by uuid,
  reviewer text not null default '',
  finished_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create index stock_count_created on stock_count (tenant_id, created_at desc, id desc);
create index stock_count_status on stock_count (tenant_id, status, created_at desc, id desc);
create index stock_count_warehouse on stock_count (tenant_id, warehouse_id, created_at desc, id desc);
create index stock_count_creator on stock_count (tenant_id, creator, created_at desc, id desc);
create index stock_count_expires on stock_count (tenant_id, expire_at) where status in ('CREATED', 'COUNTING');
create index stock_count_search on stock_count using gin (lined(no) gin_trgm_ops);
call guard_table('stock_count');
create view stock_count_text as select id, lined(no) as no from stock_count where tenant_id = (select current_tenant());
grant select on stock_count_text to portal_app;

create table stock_count_line (
  tenant_id bigint not null,
  id uuid not null,
  count_id uuid not null,
  sku_id uuid not null,
  sku_code text not null,
  -- Null: not counted, which is not 0.
  counted numeric(18,4) check (counted >= 0),
  book numeric(18,4),
  diff numeric(18,4) generated always as (counted - book) stored,
  counted_at timestamptz,
  counter text not null default '',
  -- What was counted before somebody asked for it again.
  first_counted numeric(18,4),
  again boolean not null default false,
  reason text not null default '',
  -- Held back from sale by this count, until it ends.
  frozen numeric(18,4) not null default 0 check (frozen >= 0),
  -- Average cost when the difference was booked.
  cost numeric(18,6),
  primary key (tenant_id, id),
  unique (tenant_id, count_id, sku_id),
  check ((counted is null) = (book is null)),
  foreign key (tenant_id, count_id) references stock_count (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index stock_count_line_code on stock_count_line (tenant_id, count_id, sku_code, id);
create index stock_count_line_open on stock_count_line (tenant_id, count_id, sku_code, id) where counted is null;
create index stock_count_line_diff on stock_count_line (tenant_id, count_id, sku_code, id) where counted <> book;
create index stock_count_line_sku on stock_count_line (tenant_id, sku_id, count_id);
call guard_table('stock_count_line');
