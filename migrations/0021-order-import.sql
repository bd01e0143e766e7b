-- The number an imported order has where it comes from; it may be imported once, and again after it was cancelled.
alter table sales_order add column external_no text not null default '';
create unique index sales_order_external on sales_order (tenant_id, external_no) where external_no <> '' and status <> 'CANCELLED';

-- Goods a customer keeps at hand for its next order.
create table favourite_sku (
  tenant_id bigint not null,
  id uuid not null,
  customer_id uuid not null,
  sku_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, customer_id, sku_id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sku_id) references sku (tenant_id, id) on delete cascade
);
call guard_table('favourite_sku', 'customer_id');
