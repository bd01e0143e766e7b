-- Deliveries, parcels and traces.

create table delivery (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  customer_id uuid not null,
  customer_name text not null,
  warehouse_id uuid not null,
  ship_way text not null check (ship_way in ('EXPRESS', 'LOGISTICS', 'SELF', 'OWN')),
  carrier text not null default '',
  plate_no text not null default '',
  driver text not null default '',
  driver_phone text not null default '',
  freight bigint not null default 0 check (freight >= 0),
  receiver text not null default '',
  receiver_phone text not null default '',
  province text not null default '',
  city text not null default '',
  district text not null default '',
  address text not null default '',
  plan_date date,
  total_qty numeric(18,4) not null default 0,
  amount bigint not null default 0,
  order_nos text[] not null default '{}',
  waybill_nos text[] not null default '{}',
  status text not null default 'WAIT_OUT' check (status in ('DRAFT', 'WAIT_OUT', 'SHIPPED', 'PART_SIGNED', 'SIGNED', 'CANCELLED', 'REVERSED')),
  remark text not null default '',
  reverse_reason text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  shipped_by uuid,
  shipped_at timestamptz,
  signed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create index delivery_created on delivery (tenant_id, created_at desc, id desc);
create index delivery_status on delivery (tenant_id, status, created_at desc);
create index delivery_customer on delivery (tenant_id, customer_id, created_at desc);
call guard_table('delivery', 'customer_id');

create table delivery_line (
  tenant_id bigint not null,
  id uuid not null,
  delivery_id uuid not null,
  customer_id uuid not null,
  order_id uuid not null,
  order_line_id uuid not null,
  line_no int not null,
  qty numeric(18,4) not null check (qty > 0),
  base_qty numeric(18,4) not null check (base_qty > 0),
  amount bigint not null default 0,
  -- Of the shipped quantity taken from the line's own reservation, in base units.
  from_reserved numeric(18,4) not null default 0,
  signed numeric(18,4) not null default 0 check (signed >= 0),
  refused numeric(18,4) not null default 0 check (refused >= 0),
  damage numeric(18,4) not null default 0 check (damage >= 0),
  sign_note text not null default '',
  sign_photos text[] not null default '{}',
  signed_at timestamptz,
  batch_no text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, delivery_id, line_no),
  check (signed + refused <= qty),
  check (damage <= signed + refused),
  foreign key (tenant_id, delivery_id) references delivery (tenant_id, id) on delete cascade,
  foreign key (tenant_id, order_line_id) references order_line (tenant_id, id)
);
create index delivery_line_order on delivery_line (tenant_id, order_id);
create index delivery_line_order_line on delivery_line (tenant_id, order_line_id);
call guard_table('delivery_line', 'customer_id');

create table package (
  tenant_id bigint not null,
  id uuid not null,
  delivery_id uuid not null,
  customer_id uuid not null,
  seq int not null,
  carrier text not null default '',
  waybill_no text not null default '',
  pieces int not null default 1 check (pieces > 0),
  weight_kg numeric(18,4),
  -- [{deliveryLineId, qty}]
  lines jsonb not null default '[]',
  status text not null default 'CREATED' check (status in ('CREATED', 'IN_TRANSIT', 'ARRIVED', 'SIGNED')),
  primary key (tenant_id, id),
  unique (tenant_id, delivery_id, seq),
  foreign key (tenant_id, delivery_id) references delivery (tenant_id, id) on delete cascade
);
call guard_table('package', 'customer_id');

create table trace (
  tenant_id bigint not null,
  id uuid not null,
  package_id uuid not null,
  customer_id uuid not null,
  at timestamptz not null,
  node text not null default '',
  text text not null,
  actor text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, package_id) references package (tenant_id, id) on delete cascade
);
create index trace_package on trace (tenant_id, package_id, at desc);
call guard_table('trace', 'customer_id');

create table delivery_event (
  tenant_id bigint not null,
  id uuid not null,
  delivery_id uuid not null,
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
  foreign key (tenant_id, delivery_id) references delivery (tenant_id, id) on delete cascade
);
create index delivery_event_delivery on delivery_event (tenant_id, delivery_id, at);
call guard_table('delivery_event', 'customer_id');
