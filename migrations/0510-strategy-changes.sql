-- What price strategies said before, and changes of them that wait for approval where the company asks for it.

create table price_strategy_version (
  tenant_id bigint not null,
  id uuid not null,
  -- Its history outlives a strategy that an undone file takes away.
  strategy_id uuid not null,
  seq int not null,
  action text not null,
  -- As the form asks for it, with status and place.
  content jsonb not null,
  -- The same as people read it, label by label: scopes may be gone or renamed later.
  words jsonb not null,
  -- What it changed: [{label, before, after}].
  changes jsonb not null,
  actor text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, strategy_id, seq)
);
call guard_table('price_strategy_version');
revoke update, delete on price_strategy_version from portal_app;

create table price_strategy_change (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  kind text not null check (kind in ('SAVE', 'SWITCH', 'MOVE', 'RESTORE', 'IMPORT')),
  status text not null default 'PENDING' check (status in ('PENDING', 'EFFECTIVE', 'REJECTED', 'WITHDRAWN')),
  -- Done again when it passes.
  asked jsonb not null,
  -- What it would write: [{strategyId, no, name, action, changes: [{label, before, after}]}].
  lines jsonb not null,
  line_count int not null,
  names text not null default '',
  opinion text not null default '',
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  decider text not null default '',
  decided_at timestamptz,
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, no)
);
create index price_strategy_change_created on price_strategy_change (tenant_id, created_at desc, id desc);
create index price_strategy_change_status on price_strategy_change (tenant_id, status, created_at desc, id desc);
call guard_table('price_strategy_change');
