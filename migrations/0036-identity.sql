-- How people prove who they are: codes to a mobile or mail address, tickets between two steps, devices, second factors, bindings,
-- and the log of it all that each person reads. None belongs to a tenant: an account may act in several.

alter table sms_code rename to proof_code;
alter table proof_code rename column mobile to target;

alter table account add column password_changed_at timestamptz;

alter table session add column id uuid not null default gen_random_uuid();
alter table session add column way text not null default 'PASSWORD';
alter table session add column device_hash text;
-- When the person last proved themselves in this session.
alter table session add column proved_at timestamptz not null default now();
create unique index session_id on session (id);

create table device (
  account_id uuid not null references account (id) on delete cascade,
  device_hash text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, device_hash)
);

create table security_event (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  kind text not null,
  detail text not null default '',
  address text not null default '',
  agent text not null default '',
  new_device boolean not null default false,
  new_network boolean not null default false,
  at timestamptz not null
);
create index on security_event (account_id, at desc, id desc);

-- Something handed out in one step and handed back in the next, once: second factor, scan state, passkey challenge.
create table account_ticket (
  token_hash text primary key,
  purpose text not null,
  account_id uuid references account (id) on delete cascade,
  data jsonb not null default '{}',
  attempts int not null default 0,
  expires_at timestamptz not null
);
create index on account_ticket (expires_at);

create table account_totp (
  account_id uuid primary key references account (id) on delete cascade,
  -- Sealed.
  secret text not null,
  confirmed_at timestamptz,
  -- The time step of the last code taken, so no code is taken twice.
  last_step bigint not null default 0
);

create table recovery_code (
  account_id uuid not null references account (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create table passkey (
  id text primary key,
  account_id uuid not null references account (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index on passkey (account_id);

create table account_binding (
  account_id uuid not null references account (id) on delete cascade,
  provider text not null check (provider in ('WECHAT', 'DINGTALK')),
  subject_hash text not null,
  -- The person's id at the provider, sealed.
  subject text not null,
  nickname text not null default '',
  bound_at timestamptz not null,
  primary key (account_id, provider),
  unique (provider, subject_hash)
);

-- Tenants that register themselves.
alter table tenant add column province text not null default '';
alter table tenant add column city text not null default '';
alter table tenant add column district text not null default '';
alter table tenant add column address text not null default '';
create unique index tenant_uscc on tenant (uscc) where uscc is not null;
create sequence tenant_number start 10001;

-- A link by which a dealer joins and is bound to this customer record, once.
create table customer_invite (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  customer_id uuid not null,
  token_hash text not null,
  created_by uuid not null references account (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references account (id),
  cancelled_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id) on delete cascade
);
create index on customer_invite (tenant_id, customer_id, created_at desc);
call guard_table('customer_invite', 'customer_id');
