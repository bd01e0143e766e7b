-- Programs of other companies and of the tenant's own: who they are, what they may call, and what keeps their requests from being repeated.

create table open_app (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  name text not null,
  app_key text not null unique,
  remark text not null default '',
  -- A sandbox's changes are checked in full and then undone.
  kind text not null check (kind in ('LIVE', 'SANDBOX')),
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED', 'REVOKED')),
  -- Sealed: signing needs the secret itself. The old one opens until its end.
  secret text not null,
  secret_tail text not null,
  old_secret text,
  old_until timestamptz,
  -- Who was shown the secret last: an account of the tenant.
  secret_to uuid not null,
  secret_to_name text not null,
  secret_at timestamptz not null,
  ip_allow text[] not null default '{}',
  expires_on date,
  per_minute int not null check (per_minute > 0),
  per_day int not null check (per_day > 0),
  permissions text[] not null,
  data_scope text not null check (data_scope in ('ALL', 'REGION', 'WAREHOUSE')),
  scope_regions text[] not null default '{}',
  scope_warehouses uuid[] not null default '{}',
  hidden_fields text[] not null default '{}',
  -- "POST /path" of each call it may make; a call that comes with a later release is given by hand.
  calls text[] not null,
  version int not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_by text not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((old_secret is null) = (old_until is null))
);
create unique index open_app_name on open_app (tenant_id, name) where status <> 'REVOKED';
create index open_app_newest on open_app (tenant_id, created_at desc, id desc);
call guard_table('open_app');

-- Each nonce once, kept longer than its time stamp is taken.
create table open_nonce (
  tenant_id bigint not null,
  app_id uuid not null,
  nonce text not null,
  at timestamptz not null,
  primary key (tenant_id, app_id, nonce),
  foreign key (tenant_id, app_id) references open_app (tenant_id, id) on delete cascade
);
create index open_nonce_age on open_nonce (at);
call guard_table('open_nonce');
revoke insert, update on open_nonce from portal_app;

create table open_token (
  tenant_id bigint not null,
  hash text not null unique,
  app_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, hash),
  foreign key (tenant_id, app_id) references open_app (tenant_id, id) on delete cascade
);
create index open_token_app on open_token (tenant_id, app_id);
create index open_token_age on open_token (expires_at);
call guard_table('open_token');

-- Calls of a minute (M) and of a Shanghai day (D).
create table open_usage (
  tenant_id bigint not null,
  app_id uuid not null,
  span text not null check (span in ('M', 'D')),
  starts timestamptz not null,
  calls int not null,
  primary key (tenant_id, app_id, span, starts),
  foreign key (tenant_id, app_id) references open_app (tenant_id, id) on delete cascade
);
create index open_usage_age on open_usage (starts);
call guard_table('open_usage');
revoke insert, update on open_usage from portal_app;

alter table api_log add column app_id uuid;
create index api_log_app on api_log (tenant_id, app_id, at desc, id desc) where app_id is not null;
create index api_log_app_refused on api_log (tenant_id, app_id, at desc, id desc) where app_id is not null and code <> '0';
