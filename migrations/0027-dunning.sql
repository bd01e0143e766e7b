-- Reminders of overdue receivables: their wording, and what was sent to whom. Amounts in 分.

create table dunning_template (
  tenant_id bigint not null,
  id uuid not null,
  name text not null,
  body text not null,
  sort int not null default 0,
  version int not null default 1,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call guard_table('dunning_template');

create table dunning_log (
  tenant_id bigint not null,
  id uuid not null,
  customer_id uuid not null,
  -- What was owed and overdue when the reminder went out.
  open bigint not null,
  overdue bigint not null check (overdue > 0),
  overdue_days int not null,
  receivables int not null,
  template_name text not null,
  title text not null,
  body text not null,
  created_by uuid,
  actor text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create index dunning_log_customer on dunning_log (tenant_id, customer_id, created_at desc);
create index dunning_log_created on dunning_log (tenant_id, created_at desc, id desc);
call guard_table('dunning_log', 'customer_id');
revoke update, delete on dunning_log from portal_app;
