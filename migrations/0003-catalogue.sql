-- Categories, attributes, units, products and their SKUs.

create table category (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  parent_id uuid,
  code text not null,
  name text not null,
  level int not null check (level between 1 and 4),
  -- Ids of the ancestors and itself, "/a/b/": a prefix match finds a whole branch.
  path text not null,
  sort int not null default 0,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, parent_id) references category (tenant_id, id)
);
call guard_table('category');

create table attribute (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  kind text not null check (kind in ('SALE', 'DESC')),
  input text not null check (input in ('TEXT', 'NUMBER', 'SINGLE', 'MULTI', 'DATE')),
  unit text not null default '',
  required boolean not null default false,
  category_ids uuid[] not null default '{}',
  sort int not null default 0,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  unique (tenant_id, kind, name)
);
call guard_table('attribute');

create table attribute_value (
  tenant_id bigint not null,
  id uuid not null,
  attribute_id uuid not null,
  code text not null,
  name text not null,
  sort int not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, attribute_id, code),
  unique (tenant_id, attribute_id, name),
  foreign key (tenant_id, attribute_id) references attribute (tenant_id, id) on delete cascade
);
call guard_table('attribute_value');

create table unit (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  name text not null,
  decimals int not null default 0 check (decimals between 0 and 4),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call guard_table('unit');

create table product (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  name_grams text[] generated always as (bigrams(name)) stored,
  pinyin text not null default '',
  short_name text not null default '',
  brand text not null default '',
  category_id uuid not null,
  spec text not null default '',
  model text not null default '',
  base_unit_id uuid not null,
  tax_class_code text not null default '',
  tax_rate_ppm int not null default 130000 check (tax_rate_ppm between 0 and 1000000),
  images text[] not null default '{}',
  detail text not null default '',
  -- [{attributeId, name, value}]
  desc_attrs jsonb not null default '[]',
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ON', 'OFF')),
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, category_id) references category (tenant_id, id),
  foreign key (tenant_id, base_unit_id) references unit (tenant_id, id)
);
create index product_updated on product (tenant_id, updated_at desc, id desc);
create index product_category on product (tenant_id, category_id);
create index product_grams on product using gin (name_grams);
call guard_table('product');

create table sku (
  tenant_id bigint not null,
  id uuid not null,
  product_id uuid not null,
  code text not null,
  barcode text not null default '',
  -- {"颜色": "白"}; the text form below is what makes a SKU unique within its product.
  sale_attrs jsonb not null default '{}',
  sale_key text not null default '',
  list_price numeric(18,6) check (list_price > 0),
  min_price numeric(18,6) check (min_price > 0),
  moq numeric(18,4) not null default 0 check (moq >= 0),
  multiple numeric(18,4) not null default 0 check (multiple >= 0),
  weight_kg numeric(18,4),
  volume_m3 numeric(18,6),
  safety_low numeric(18,4),
  safety_high numeric(18,4),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  sort int not null default 0,
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  unique (tenant_id, product_id, sale_key),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
);
create index sku_product on sku (tenant_id, product_id);
create index sku_barcode on sku (tenant_id, barcode) where barcode <> '';
call guard_table('sku');

-- 1 of this unit = num/den base units. The base unit has no row.
create table sku_unit (
  tenant_id bigint not null,
  sku_id uuid not null,
  unit_id uuid not null,
  num int not null check (num > 0),
  den int not null check (den > 0),
  list_price numeric(18,6) check (list_price > 0),
  primary key (tenant_id, sku_id, unit_id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id) on delete cascade,
  foreign key (tenant_id, unit_id) references unit (tenant_id, id)
);
call guard_table('sku_unit');

-- Who may see a product. No row: everybody. Any ALLOW row: only those named. DENY always wins.
create table product_visibility (
  tenant_id bigint not null,
  id uuid not null,
  product_id uuid not null,
  rule text not null check (rule in ('ALLOW', 'DENY')),
  scope text not null check (scope in ('CUSTOMER', 'LEVEL')),
  scope_id uuid not null,
  primary key (tenant_id, id),
  unique (tenant_id, product_id, rule, scope, scope_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
);
call guard_table('product_visibility');

create table customer_price (
  tenant_id bigint not null,
  id uuid not null,
  customer_id uuid not null,
  sku_id uuid not null,
  unit_id uuid not null,
  min_qty numeric(18,4) not null default 0 check (min_qty >= 0),
  price numeric(18,6) not null check (price > 0),
  valid_from date not null,
  valid_to date,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  remark text not null default '',
  batch_id uuid,
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (valid_to is null or valid_to >= valid_from),
  constraint customer_price_overlap exclude using gist (
    tenant_id with =, customer_id with =, sku_id with =, unit_id with =, min_qty with =,
    daterange(valid_from, valid_to, '[]') with &&) where (status = 'ACTIVE'),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id)
);
create index customer_price_lookup on customer_price (tenant_id, customer_id, sku_id) where status = 'ACTIVE';
create index customer_price_updated on customer_price (tenant_id, updated_at desc, id desc);
call guard_table('customer_price', 'customer_id');

create table customer_price_history (
  tenant_id bigint not null,
  id uuid not null,
  price_id uuid not null,
  old_price numeric(18,6),
  new_price numeric(18,6),
  action text not null,
  actor text not null,
  at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, price_id) references customer_price (tenant_id, id) on delete cascade
);
create index on customer_price_history (tenant_id, price_id, at desc);
call guard_table('customer_price_history');
