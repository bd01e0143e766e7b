-- What a price may be used for at most: the cap of a line of a project price, the quota of goods of an activity. And which order lines use it up.

create table price_limit (
  tenant_id bigint not null,
  -- The id of the price it bounds, as `order_line.price_source_id` names it.
  id uuid not null,
  layer text not null check (layer in ('PROJECT', 'ACTIVITY')),
  sku_id uuid not null,
  -- Quantities below are in this unit.
  unit_id uuid not null,
  -- None: as much as is ordered, which is counted all the same.
  quota numeric(18,4) check (quota > 0),
  per_customer numeric(18,4) check (per_customer > 0),
  used numeric(18,4) not null default 0 check (used >= 0),
  primary key (tenant_id, id),
  constraint price_limit_kept check (used <= quota),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id)
-- One row may be written by everybody who orders: room for its next version on the same page.
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
call guard_table('price_limit');

create table price_use (
  tenant_id bigint not null,
  -- The order line's: a line has one price, and uses up one limit.
  id uuid not null,
  limit_id uuid not null,
  order_id uuid not null,
  customer_id uuid not null,
  qty numeric(18,4) not null check (qty > 0),
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, limit_id) references price_limit (tenant_id, id)
);
create index price_use_order on price_use (tenant_id, order_id);
create index price_use_limit on price_use (tenant_id, limit_id, customer_id) include (qty);
create index price_use_recent on price_use (tenant_id, limit_id, at desc, id desc);
call guard_table('price_use', 'customer_id');
