-- Construction projects a customer supplies: orders may name one, and later prices are made for one.

create table project (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  name_grams text[] generated always as (bigrams(name)) stored,
  pinyin text not null default '',
  customer_id uuid not null,
  developer text not null default '',
  contractor text not null default '',
  kind text not null default 'OTHER' check (kind in ('RESIDENCE', 'COMMERCE', 'PUBLIC', 'INDUSTRY', 'MUNICIPAL', 'OTHER')),
  stage text not null default 'LEAD' check (stage in ('LEAD', 'DESIGN', 'BIDDING', 'SIGNED', 'BUILDING', 'ACCEPTANCE')),
  province text not null default '',
  city text not null default '',
  district text not null default '',
  address text not null default '',
  expected_qty numeric(18,4) check (expected_qty >= 0),
  expected_unit text not null default '',
  expected_amount bigint check (expected_amount >= 0),
  start_date date,
  end_date date check (end_date >= start_date),
  sales_member_id uuid,
  remark text not null default '',
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'DONE', 'CLOSED')),
  state_reason text not null default '',
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, sales_member_id) references member (tenant_id, id)
);
create index project_created on project (tenant_id, created_at desc, id desc);
create index project_customer on project (tenant_id, customer_id, created_at desc);
create index project_grams on project using gin (name_grams);
call guard_table('project', 'customer_id');

create table project_contact (
  tenant_id bigint not null,
  id uuid not null,
  project_id uuid not null,
  customer_id uuid not null,
  name text not null,
  role text not null default '',
  mobile text not null default '',
  sort int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references project (tenant_id, id) on delete cascade
);
create index project_contact_project on project_contact (tenant_id, project_id);
call guard_table('project_contact', 'customer_id');

alter table sales_order
  add column project_id uuid,
  add constraint sales_order_project_fk foreign key (tenant_id, project_id) references project (tenant_id, id);
create index sales_order_project on sales_order (tenant_id, project_id, created_at desc, id desc) where project_id is not null;
