-- Tenants, people, sessions and the machinery every business table uses.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

do $$ begin
  if not exists (select from pg_roles where rolname = 'portal_app') then
    begin
      create role portal_app nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
end $$;
grant portal_app to current_user;
grant usage on schema public to portal_app;

create function current_tenant() returns bigint language sql stable as
  $$ select nullif(current_setting('app.tenant_id', true), '')::bigint $$;
create function current_customer() returns uuid language sql stable as
  $$ select nullif(current_setting('app.customer_id', true), '')::uuid $$;

-- Turns row-level security on for a table that begins with tenant_id. With a customer column, a dealer's
-- transaction (app.customer_id set) sees that customer's rows alone. No context, no rows.
create procedure guard_table(name regclass, customer_column text default null) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format(
    'create policy tenant on %s using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)
       with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)', name);
  if customer_column is not null then
    execute format(
      'create policy customer on %1$s as restrictive using (
         nullif(current_setting(''app.customer_id'', true), '''') is null
         or %2$I = nullif(current_setting(''app.customer_id'', true), '''')::uuid)', name, customer_column);
  end if;
  execute format('grant select, insert, update, delete on %s to portal_app', name);
end $$;

-- Two-character grams of a text, lower-cased: the index that serves Chinese search from two characters on.
create function bigrams(source text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(lower(source), i, 2)), '{}')
  from generate_series(1, greatest(length(source) - 1, 0)) as i
$$;

create table tenant (
  id bigint primary key,
  code text not null unique,
  name text not null,
  short_name text not null,
  uscc text,
  apps text[] not null default '{}',
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  trusteeship boolean not null default false,
  created_at timestamptz not null default now()
);

create table account (
  id uuid primary key,
  login_account text not null unique,
  mobile text not null unique,
  name text not null,
  email text,
  user_type int not null check (user_type in (1, 2, 3)),
  password_hash text not null,
  password_strong boolean not null default true,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  failed_logins int not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table session (
  token_hash text primary key,
  account_id uuid not null references account (id) on delete cascade,
  tenant_id bigint references tenant (id),
  identity text not null check (identity in ('1', '2', '3')),
  address text not null default '',
  agent text not null default '',
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on session (account_id);

create table sms_code (
  id uuid primary key,
  mobile text not null,
  purpose text not null,
  code_hash text not null,
  attempts int not null default 0,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index on sms_code (mobile, purpose, created_at desc);

create table sms_outbox (
  id uuid primary key,
  mobile text not null,
  body text not null,
  created_at timestamptz not null default now()
);

create table login_attempt (
  key text primary key,
  failures int not null,
  window_start timestamptz not null,
  blocked_until timestamptz
);

grant select on tenant, account to portal_app;
grant update (name, email) on account to portal_app;

create table member (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  account_id uuid not null references account (id),
  name text not null,
  job_title text not null default '',
  is_admin boolean not null default false,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, account_id)
);
create index on member (account_id);
call guard_table('member');

create table role (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  name text not null,
  remark text not null default '',
  permissions text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call guard_table('role');

create table member_role (
  tenant_id bigint not null,
  member_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, member_id, role_id),
  foreign key (tenant_id, member_id) references member (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references role (tenant_id, id)
);
call guard_table('member_role');

create table doc_counter (
  tenant_id bigint not null,
  prefix text not null,
  biz_date date not null,
  n bigint not null,
  primary key (tenant_id, prefix, biz_date)
);
call guard_table('doc_counter');

create table tenant_setting (
  tenant_id bigint not null references tenant (id),
  key text not null,
  value jsonb not null,
  version int not null default 1,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
call guard_table('tenant_setting');

create table idempotency (
  tenant_id bigint not null,
  account_id uuid not null,
  key text not null,
  path text not null,
  body_hash text not null,
  answer text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, account_id, key)
);
call guard_table('idempotency');

create table audit_log (
  tenant_id bigint not null,
  id uuid not null,
  account_id uuid,
  actor text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  subject_no text not null default '',
  before jsonb,
  after jsonb,
  prev_hash text not null,
  hash text not null,
  at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index on audit_log (tenant_id, subject_type, subject_id, at desc);
create index on audit_log (tenant_id, at desc);
call guard_table('audit_log');
revoke update, delete on audit_log from portal_app;

create table outbox (
  tenant_id bigint not null,
  id uuid not null,
  kind text not null,
  payload jsonb not null,
  attempts int not null default 0,
  last_error text,
  due_at timestamptz not null default now(),
  done_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index outbox_open on outbox (due_at) where done_at is null;
call guard_table('outbox');

create table message (
  tenant_id bigint not null,
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  title text not null,
  body text not null,
  link text not null default '',
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index on message (tenant_id, account_id, created_at desc);
create index message_unread on message (tenant_id, account_id) where read_at is null;
call guard_table('message');
