-- Goods kept by batch, where a product wants it: how much of each batch lies in each warehouse, beside the balance, and every change of it,
-- beside the ledger. Of other goods nothing is written here.

alter table product add column by_batch boolean not null default false;
-- Said again where the balance is locked, so that goods without batches cost no further statement.
alter table stock_balance add column by_batch boolean not null default false;
alter table stock_doc_line add column expires_on date;

create table stock_batch (
  tenant_id bigint not null,
  id uuid not null,
  sku_id uuid not null,
  -- '' : goods from before the product was kept by batch, and such as came without one.
  batch_no text not null,
  expires_on date,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, sku_id, batch_no),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id) on delete cascade
);
create index stock_batch_expires on stock_batch (tenant_id, expires_on) where expires_on is not null;
call guard_table('stock_batch');

create table stock_batch_balance (
  tenant_id bigint not null,
  warehouse_id uuid not null,
  sku_id uuid not null,
  batch_id uuid not null,
  on_hand numeric(18,4) not null default 0,
  in_transit numeric(18,4) not null default 0,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, warehouse_id, sku_id, batch_id),
  constraint stock_batch_covered check (on_hand >= 0 and in_transit >= 0),
  foreign key (tenant_id, batch_id) references stock_batch (tenant_id, id) on delete cascade,
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create index stock_batch_balance_sku on stock_batch_balance (tenant_id, sku_id);
create index stock_batch_balance_batch on stock_batch_balance (tenant_id, batch_id);
call guard_table('stock_batch_balance');

create table stock_batch_ledger (
  tenant_id bigint not null,
  id uuid not null,
  warehouse_id uuid not null,
  sku_id uuid not null,
  batch_id uuid not null,
  biz_type text not null,
  biz_id uuid not null,
  biz_line_id uuid not null,
  step text not null,
  biz_no text not null,
  -- The line the goods left by: of a transfer what is on its way, of a delivery what came back.
  for_line_id uuid,
  d_on_hand numeric(18,4) not null default 0,
  d_transit numeric(18,4) not null default 0,
  after_on_hand numeric(18,4) not null,
  actor text not null,
  at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, biz_type, biz_line_id, step, batch_id)
);
create index stock_batch_ledger_batch on stock_batch_ledger (tenant_id, batch_id, warehouse_id, id);
create index stock_batch_ledger_place on stock_batch_ledger (tenant_id, warehouse_id, sku_id, at);
create index stock_batch_ledger_biz on stock_batch_ledger (tenant_id, biz_id);
create index stock_batch_ledger_for on stock_batch_ledger (tenant_id, for_line_id) where for_line_id is not null;
call guard_table('stock_batch_ledger');
revoke update, delete on stock_batch_ledger from portal_app;

-- Which batches a delivery is to be picked from, where somebody said so; otherwise the oldest.
create table delivery_pick (
  tenant_id bigint not null,
  id uuid not null,
  delivery_line_id uuid not null,
  batch_no text not null,
  -- Base units.
  qty numeric(18,4) not null check (qty > 0),
  primary key (tenant_id, id),
  unique (tenant_id, delivery_line_id, batch_no),
  foreign key (tenant_id, delivery_line_id) references delivery_line (tenant_id, id) on delete cascade
);
call guard_table('delivery_pick');

-- What was counted of each batch, and what the book said of it then.
create table stock_count_batch (
  tenant_id bigint not null,
  id uuid not null,
  line_id uuid not null,
  batch_no text not null,
  expires_on date,
  counted numeric(18,4) not null check (counted >= 0),
  book numeric(18,4) not null,
  primary key (tenant_id, id),
  unique (tenant_id, line_id, batch_no),
  foreign key (tenant_id, line_id) references stock_count_line (tenant_id, id) on delete cascade
);
call guard_table('stock_count_batch');
