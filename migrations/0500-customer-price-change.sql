-- Changes of customers' prices that wait for approval, where the company asks for it: what was asked, and what it would write, line by line.

create table customer_price_change (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  kind text not null check (kind in ('SAVE', 'ADJUST', 'COPY', 'DISABLE', 'ORDER', 'IMPORT')),
  status text not null default 'PENDING' check (status in ('PENDING', 'EFFECTIVE', 'REJECTED', 'WITHDRAWN')),
  -- Done again when it passes.
  asked jsonb not null,
  line_count int not null,
  customer_count int not null,
  -- Lines below the floor of their goods.
  low_count int not null default 0,
  -- The deepest fall of a price in percent of the old one; 0 when none falls.
  deepest_fall numeric(9, 2) not null default 0,
  opinion text not null default '',
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  decider text not null default '',
  decided_at timestamptz,
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, no)
);
create index customer_price_change_created on customer_price_change (tenant_id, created_at desc, id desc);
create index customer_price_change_status on customer_price_change (tenant_id, status, created_at desc, id desc);
call guard_table('customer_price_change');

create table customer_price_change_line (
  tenant_id bigint not null,
  id uuid not null,
  change_id uuid not null,
  seq int not null,
  customer_id uuid not null,
  sku_id uuid not null,
  unit_id uuid not null,
  min_qty numeric(18, 4) not null,
  valid_from date not null,
  valid_to date,
  action text not null,
  old_price numeric(18, 6),
  -- Null: the price ends.
  new_price numeric(18, 6),
  floor_price numeric(18, 6),
  primary key (tenant_id, id),
  foreign key (tenant_id, change_id) references customer_price_change (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id)
);
create index customer_price_change_lines on customer_price_change_line (tenant_id, change_id, seq, id);
create index customer_price_change_customer on customer_price_change_line (tenant_id, customer_id, change_id);
call guard_table('customer_price_change_line', 'customer_id');

-- What importing a file came to besides its numbers: that its rows wait for an approval.
alter table import_job add column note text not null default '';
