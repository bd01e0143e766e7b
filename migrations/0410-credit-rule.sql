-- Rules of credit with every version they had, what was explained to whom, what somebody released, and what is done by itself when a customer is late. Amounts in 分.

create table credit_rule (
  tenant_id bigint not null,
  id uuid not null,
  -- That of the newest version.
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call guard_table('credit_rule');

-- Never rewritten: in force on a day is the newest that begins by then.
create table credit_rule_version (
  tenant_id bigint not null,
  rule_id uuid not null,
  ver int not null,
  name text not null,
  checkpoints text[] not null check (cardinality(checkpoints) > 0 and checkpoints <@ array['APPLY', 'ORDER', 'AUDIT', 'DELIVER', 'REOPEN']),
  -- Empty: everybody.
  level_ids uuid[] not null default '{}',
  type_ids uuid[] not null default '{}',
  customer_ids uuid[] not null default '{}',
  condition jsonb not null,
  reaction text not null check (reaction in ('PASS', 'WARN', 'APPROVE', 'BLOCK')),
  priority int not null check (priority between 1 and 999),
  effective_from date not null,
  enabled boolean not null,
  release_deviation_pct int not null default 0 check (release_deviation_pct between 0 and 100),
  release_valid_days int not null default 7 check (release_valid_days between 1 and 365),
  notes text not null default '',
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, rule_id, ver),
  foreign key (tenant_id, rule_id) references credit_rule (tenant_id, id)
);
call guard_table('credit_rule_version');
revoke update, delete on credit_rule_version from portal_app;

-- What the rules said of a document, as they stood then.
create table credit_trace (
  tenant_id bigint not null,
  id uuid not null,
  customer_id uuid not null,
  account_id uuid,
  checkpoint text not null,
  biz_type text not null,
  biz_id uuid not null,
  biz_no text not null default '',
  amount bigint not null,
  verdict text not null,
  rules jsonb not null,
  actor text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index credit_trace_biz on credit_trace (tenant_id, biz_id, created_at desc);
create index credit_trace_customer on credit_trace (tenant_id, customer_id, created_at desc);
call guard_table('credit_trace', 'customer_id');
revoke update, delete on credit_trace from portal_app;

-- 特批: somebody asks to let a customer through what the rules ask about.
create table credit_special (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  customer_id uuid not null,
  account_id uuid not null,
  checkpoint text not null,
  amount bigint not null check (amount > 0),
  reason text not null,
  rules jsonb not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'PASSED', 'REJECTED', 'WITHDRAWN')),
  opinion text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decider text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, no),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, account_id) references credit_account (tenant_id, id)
);
create index credit_special_created on credit_special (tenant_id, created_at desc, id desc);
create index credit_special_status on credit_special (tenant_id, status, created_at desc, id desc);
create index credit_special_customer on credit_special (tenant_id, customer_id, created_at desc, id desc);
call guard_table('credit_special', 'customer_id');

-- What a special approval lets through, rule by rule; it belongs to the first document that needs it.
create table credit_release (
  tenant_id bigint not null,
  id uuid not null,
  special_id uuid not null,
  rule_id uuid not null,
  customer_id uuid not null,
  account_id uuid not null,
  amount bigint not null check (amount > 0),
  deviation_pct int not null,
  valid_until date not null,
  biz_id uuid,
  biz_no text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, special_id, rule_id),
  foreign key (tenant_id, special_id) references credit_special (tenant_id, id)
);
create index credit_release_account on credit_release (tenant_id, account_id, valid_until);
call guard_table('credit_release', 'customer_id');

-- What happens by itself, how late a customer must be for it, and who may lift it.
create table credit_risk_rule (
  tenant_id bigint not null,
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('FREEZE', 'STOP', 'WATCH', 'CONCENTRATION')),
  overdue_days int not null default 0 check (overdue_days between 0 and 3650),
  overdue_amount bigint not null default 0 check (overdue_amount >= 0),
  -- Of CONCENTRATION: percent of all credit in use.
  pct int not null default 0 check (pct between 0 and 100),
  level_ids uuid[] not null default '{}',
  -- Empty: whoever may freeze.
  lifter_role_ids uuid[] not null default '{}',
  -- Lifted when what caused it is over.
  lifts_itself boolean not null default true,
  enabled boolean not null default true,
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call guard_table('credit_risk_rule');

create table credit_risk_action (
  tenant_id bigint not null,
  id uuid not null,
  rule_id uuid,
  kind text not null check (kind in ('FREEZE', 'STOP', 'WATCH', 'CONCENTRATION')),
  customer_id uuid not null,
  account_id uuid,
  -- Names what it was done for, so that it is done once for it, also after somebody lifted it.
  cause text not null,
  reason text not null,
  biz_date date not null,
  actor text not null default '',
  begun_at timestamptz not null default now(),
  lifted_at timestamptz,
  lifter text not null default '',
  lift_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create unique index credit_risk_action_once on credit_risk_action (tenant_id, rule_id, customer_id, account_id, cause) nulls not distinct;
create unique index credit_risk_action_open on credit_risk_action (tenant_id, rule_id, customer_id, account_id) nulls not distinct where lifted_at is null;
create index credit_risk_action_customer on credit_risk_action (tenant_id, customer_id, kind) where lifted_at is null;
create index credit_risk_action_begun on credit_risk_action (tenant_id, begun_at desc, id desc);
create index credit_risk_action_kind on credit_risk_action (tenant_id, kind, begun_at desc, id desc);
call guard_table('credit_risk_action', 'customer_id');

-- All credit in use of a tenant, also for whoever sees one customer only: a share of it says nothing about any other.
create function credit_in_use() returns bigint language sql stable security definer set search_path = public as $$
  select coalesce(sum(held + used), 0)::bigint from credit_account where tenant_id = (select current_tenant()) and held + used > 0
$$;
grant execute on function credit_in_use to portal_app;
