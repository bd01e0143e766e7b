-- Departments and people of a tenant come from its DingTalk: how, which of them is whom here, and every run with its rows.
create table dingtalk_config (
  tenant_id bigint primary key references tenant (id),
  app_key text not null,
  -- Sealed, never shown again.
  secret text not null,
  root_department_id uuid,
  default_role_id uuid,
  -- Who takes over the work of people who left.
  hand_over text not null default 'LEADER' check (hand_over in ('LEADER', 'PERSON', 'NONE')),
  hand_over_to uuid,
  nightly boolean not null default false,
  invite boolean not null default true,
  -- What becomes of each field that people may edit here too: field to ONCE, UNLESS_EDITED or ALWAYS.
  mapping jsonb not null default '{}',
  -- Whose rights the nightly run has.
  configured_by uuid not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  foreign key (tenant_id, root_department_id) references department (tenant_id, id) on delete set null (root_department_id),
  foreign key (tenant_id, default_role_id) references role (tenant_id, id) on delete set null (default_role_id),
  foreign key (tenant_id, hand_over_to) references member (tenant_id, id),
  foreign key (tenant_id, configured_by) references member (tenant_id, id)
);
call guard_table('dingtalk_config');

-- Which department or member here stands for which there. `basis` is what DingTalk said when it was last taken over:
-- what differs from it here was edited here.
create table dingtalk_link (
  tenant_id bigint not null references tenant (id),
  kind text not null check (kind in ('DEPARTMENT', 'MEMBER')),
  external_id text not null,
  local_id uuid,
  choice text not null default 'AUTO' check (choice in ('AUTO', 'LINK', 'IGNORE')),
  name text not null default '',
  -- Was there at the last run.
  present boolean not null default true,
  basis jsonb not null default '{}',
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, kind, external_id)
);
call guard_table('dingtalk_link');
create unique index dingtalk_link_local on dingtalk_link (tenant_id, kind, local_id) where local_id is not null;
create index dingtalk_link_order on dingtalk_link (tenant_id, kind, updated_at desc, external_id);

create table dingtalk_run (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  mode text not null check (mode in ('MANUAL', 'NIGHTLY')),
  state text not null check (state in ('READING', 'PREVIEW', 'CHECKING', 'APPLYING', 'DONE', 'PARTIAL', 'FAILED', 'DROPPED')),
  started_by uuid not null,
  -- What it found there: departments and people.
  departments int not null default 0,
  people int not null default 0,
  notes text[] not null default '{}',
  -- What became different since the preview somebody confirmed.
  changes text[] not null default '{}',
  error text not null default '',
  attempts int not null default 0,
  lease_id uuid,
  lease_until timestamptz,
  version int not null default 1,
  started_at timestamptz not null,
  read_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, started_by) references member (tenant_id, id)
);
call guard_table('dingtalk_run');
create unique index dingtalk_run_one on dingtalk_run (tenant_id) where state in ('READING', 'CHECKING', 'APPLYING');
create index dingtalk_run_due on dingtalk_run (started_at) where state in ('READING', 'CHECKING', 'APPLYING');
create index dingtalk_run_order on dingtalk_run (tenant_id, started_at desc, id);
create index dingtalk_run_ended on dingtalk_run (ended_at);

create table dingtalk_row (
  tenant_id bigint not null,
  run_id uuid not null,
  place int not null,
  kind text not null check (kind in ('DEPARTMENT', 'MEMBER')),
  action text not null check (action in ('CREATE', 'LINK', 'UPDATE', 'ENABLE', 'DISABLE', 'MARK', 'CONFLICT')),
  external_id text not null,
  local_id uuid,
  name text not null,
  -- Masked.
  mobile text not null default '',
  detail text not null default '',
  reason text not null default '',
  state text not null default 'PENDING' check (state in ('PENDING', 'DONE', 'SKIPPED', 'FAILED', 'WAITING')),
  result text not null default '',
  -- What is to be written; sealed, and gone when it is done.
  payload text,
  primary key (tenant_id, run_id, place),
  foreign key (tenant_id, run_id) references dingtalk_run (tenant_id, id) on delete cascade
);
call guard_table('dingtalk_row');
create index dingtalk_row_state on dingtalk_row (tenant_id, run_id, state, place);
