-- Customers (dealers) of a tenant and the people who act for them.

create table customer_level (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  sort int not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
call guard_table('customer_level');

create table customer (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  short_name text not null default '',
  name_grams text[] generated always as (bigrams(name)) stored,
  pinyin text not null default '',
  customer_type int not null default 2 check (customer_type in (1, 2)),
  uscc text,
  id_card text,
  level_id uuid,
  region_label text not null default '',
  province text not null default '',
  city text not null default '',
  district text not null default '',
  address text not null default '',
  contact_name text not null default '',
  contact_mobile text not null default '',
  email text not null default '',
  sales_member_id uuid,
  payment_days int not null default 30 check (payment_days between 0 and 365),
  price_visible_stock boolean not null default false,
  remark text not null default '',
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, level_id) references customer_level (tenant_id, id),
  foreign key (tenant_id, sales_member_id) references member (tenant_id, id)
);
create unique index customer_uscc on customer (tenant_id, uscc) where uscc is not null;
create unique index customer_name on customer (tenant_id, name);
create index customer_created on customer (tenant_id, created_at desc, id desc);
create index customer_grams on customer using gin (name_grams);
call guard_table('customer', 'id');

create table customer_address (
  tenant_id bigint not null,
  id uuid not null,
  customer_id uuid not null,
  receiver text not null,
  phone text not null,
  province text not null,
  city text not null,
  district text not null,
  address text not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id) on delete cascade
);
create index on customer_address (tenant_id, customer_id);
call guard_table('customer_address', 'customer_id');

create table customer_member (
  tenant_id bigint not null,
  id uuid not null,
  customer_id uuid not null,
  account_id uuid not null references account (id),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, account_id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create index on customer_member (account_id);
call guard_table('customer_member', 'customer_id');
