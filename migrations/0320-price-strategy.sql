-- Price strategies: computed prices for many customers and goods at once. The policy of prices takes over the floor from the order settings.

create table price_strategy (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  no text not null,
  name text not null,
  -- Smaller comes first; unique, so that no two strategies can ever be equal.
  priority int not null check (priority > 0),
  customer_scope text not null check (customer_scope in ('ALL', 'LEVEL', 'REGION', 'CUSTOMER')),
  -- Level ids, or regions as data scopes write them (华东区, 浙江省, 浙江省杭州市); customers have rows of their own.
  buyers text[] not null default '{}',
  goods_scope text not null check (goods_scope in ('ALL', 'BRAND', 'CATEGORY', 'PRODUCT', 'SKU')),
  -- Brands, or ids of categories, products or SKUs.
  goods text[] not null default '{}',
  method text not null check (method in ('FIXED', 'RATE', 'MINUS', 'PLUS')),
  -- [{"minQty": "100", "value": "0.875"}] by rising base quantity.
  tiers jsonb not null,
  round_to text check (round_to in ('0.01', '0.1', '1')),
  valid_from date not null,
  valid_to date,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  remark text not null default '',
  expiry_told date,
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, no),
  constraint price_strategy_priority unique (tenant_id, priority) deferrable initially immediate,
  check (valid_to is null or valid_to >= valid_from)
);
create index price_strategy_active on price_strategy (tenant_id) where status = 'ACTIVE';
call guard_table('price_strategy');

create table price_strategy_customer (
  tenant_id bigint not null,
  id uuid not null,
  strategy_id uuid not null,
  customer_id uuid not null,
  primary key (tenant_id, id),
  unique (tenant_id, strategy_id, customer_id),
  foreign key (tenant_id, strategy_id) references price_strategy (tenant_id, id) on delete cascade,
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create index price_strategy_customer_of on price_strategy_customer (tenant_id, customer_id, strategy_id);
call guard_table('price_strategy_customer', 'customer_id');

-- How often a strategy gave the price: ids of lines rise with time.
create index order_line_strategy on order_line (tenant_id, price_source_id, id) where price_source = 'STRATEGY';

insert into tenant_setting (tenant_id, key, value)
  select tenant_id, 'price.policy', jsonb_build_object('floorMode', value -> 'floorMode') from tenant_setting where key = 'order.base' and value ? 'floorMode'
  on conflict do nothing;
update tenant_setting set value = value - 'floorMode' where key = 'order.base';
