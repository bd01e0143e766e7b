-- Applications for credit, what files they must bring, and by which figures a range is suggested. Amounts in 分.

create table credit_apply (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  kind text not null check (kind in ('NEW', 'INCREASE', 'DECREASE', 'TEMP', 'RENEW', 'EXPIRE', 'UNFREEZE')),
  -- Of one group a customer has one open application an account type.
  kind_group text not null generated always as (case when kind in ('RENEW', 'EXPIRE') then 'VALIDITY' when kind = 'UNFREEZE' then 'FREEZE' else 'LIMIT' end) stored,
  customer_id uuid not null,
  credit_type_id uuid not null,
  account_id uuid,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'REVIEWING', 'EFFECTIVE', 'REJECTED', 'RETURNED', 'WITHDRAWN')),
  -- NEW, INCREASE, DECREASE: the limit afterwards, null unlimited; TEMP: what comes on top.
  requested bigint check (requested >= 0),
  per_order_limit bigint check (per_order_limit > 0),
  valid_from date,
  valid_to date,
  terms jsonb not null default '{}',
  guarantors jsonb not null default '[]',
  reason text not null default '',
  -- Files by the material they are for.
  materials jsonb not null default '[]',
  -- As they stood when it was submitted.
  suggested_lo bigint,
  suggested_hi bigint,
  suggest_reasons jsonb not null default '[]',
  verdict text not null default '',
  rules jsonb not null default '[]',
  limit_before bigint,
  opinion text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_at timestamptz,
  decided_at timestamptz,
  decider text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check (valid_to is null or valid_from is null or valid_to >= valid_from),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, credit_type_id) references credit_type (tenant_id, id),
  foreign key (tenant_id, account_id) references credit_account (tenant_id, id)
);
create unique index credit_apply_open on credit_apply (tenant_id, customer_id, credit_type_id, kind_group) where status in ('DRAFT', 'REVIEWING', 'RETURNED');
create index credit_apply_created on credit_apply (tenant_id, created_at desc, id desc) include (status);
create index credit_apply_status on credit_apply (tenant_id, status, created_at desc, id desc);
create index credit_apply_kind on credit_apply (tenant_id, kind, created_at desc, id desc);
create index credit_apply_customer on credit_apply (tenant_id, customer_id, created_at desc, id desc);
create index credit_apply_account on credit_apply (tenant_id, account_id, created_at desc, id desc) where account_id is not null;
create index credit_apply_requested on credit_apply (tenant_id, requested, id);
create index credit_apply_search on credit_apply using gin (lined(no) gin_trgm_ops);
create view credit_apply_text as select id, lined(no) as no from credit_apply where tenant_id = (select current_tenant());
grant select on credit_apply_text to portal_app;
call guard_table('credit_apply', 'customer_id');

create table credit_material (
  tenant_id bigint not null,
  id uuid not null,
  name text not null,
  -- Empty: all kinds; null: all types, all customers.
  kinds text[] not null default '{}',
  credit_type_id uuid,
  customer_type int check (customer_type in (1, 2)),
  -- Asked for from this amount on, up to the other; null: no bound.
  amount_from bigint not null default 0 check (amount_from >= 0),
  amount_to bigint check (amount_to > amount_from),
  required boolean not null default true,
  most int not null default 5 check (most between 1 and 20),
  note text not null default '',
  sort int not null default 0,
  enabled boolean not null default true,
  version int not null default 1,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, credit_type_id) references credit_type (tenant_id, id)
);
create index credit_material_sort on credit_material (tenant_id, sort, id);
call guard_table('credit_material');
