-- What repeats, and how it went; of the installation, not of a tenant.

create table chore (
  name text primary key,
  -- The last business day (Shanghai) a calendar chore was begun for.
  last_day date,
  last_started_at timestamptz,
  last_ended_at timestamptz,
  last_did bigint not null default 0,
  -- Failures in a row; 0 after a run that ended well.
  failures int not null default 0,
  last_error text not null default ''
);

-- Runs of calendar chores, a row a day, and runs somebody asked for.
-- ended_at null: under way, or, with an error, waiting for its next attempt at lease_until.
create table chore_run (
  id uuid primary key,
  chore text not null,
  due_on date,
  asked_by text not null default '',
  attempts int not null default 1,
  runner text,
  lease_until timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  did bigint not null default 0,
  error text not null default ''
);
create unique index chore_run_once on chore_run (chore, due_on) where due_on is not null;
create index chore_run_newest on chore_run (chore, started_at desc);
create index chore_run_open on chore_run (lease_until) where ended_at is null;

-- Events whose change has committed are taken by named subscribers, each for itself.
alter table outbox add column taken_by text[] not null default '{}';
create index outbox_failing on outbox (kind) where done_at is null and attempts > 0;
create index outbox_created on outbox using brin (created_at);

-- What is forgotten by age is found by age.
create index idempotency_created on idempotency using brin (created_at);
create index session_expires on session (expires_at);
create index outgoing_created on outgoing (created_at) where state not in ('WAITING', 'COLLECTED');
