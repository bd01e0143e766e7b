-- Where the portal tells programs what happened, and each telling.

create table webhook_endpoint (
  tenant_id bigint not null,
  id uuid not null,
  app_id uuid not null,
  url text not null,
  -- Kinds of events; those outside the app's rights are not told all the same.
  events text[] not null,
  -- Sealed: each telling is signed with it.
  secret text not null,
  -- BROKEN: switched off by the portal because the receiver failed for long.
  status text not null default 'ENABLED' check (status in ('ENABLED', 'PAUSED', 'BROKEN')),
  failing_since timestamptz,
  failures int not null default 0,
  last_error text not null default '',
  version int not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_by text not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, app_id) references open_app (tenant_id, id) on delete cascade
);
create index webhook_endpoint_app on webhook_endpoint (tenant_id, app_id, created_at);
call guard_table('webhook_endpoint');

create table webhook_delivery (
  tenant_id bigint not null,
  id uuid not null,
  endpoint_id uuid not null,
  -- What happened; a replay tells the same once more.
  event_id uuid not null,
  kind text not null,
  -- The very bytes that are signed and sent.
  body text not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'FAILED')),
  attempts int not null default 0,
  due_at timestamptz not null,
  status_code int,
  ms int,
  last_error text not null default '',
  replayed_by text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoint (tenant_id, id) on delete cascade
);
create unique index webhook_delivery_once on webhook_delivery (tenant_id, endpoint_id, event_id) where replayed_by = '';
create index webhook_delivery_due on webhook_delivery (tenant_id, endpoint_id, due_at) where state = 'WAITING';
create index webhook_delivery_newest on webhook_delivery (tenant_id, endpoint_id, created_at desc, id desc);
create index webhook_delivery_age on webhook_delivery (created_at);
call guard_table('webhook_delivery');
