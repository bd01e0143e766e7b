-- Import batches (uploaded rows, their errors, what an undo needs) and stored files.

create table import_job (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  type text not null,
  file_name text not null,
  mode text not null check (mode in ('MERGE', 'REPLACE', 'INSERT')),
  total int not null check (total >= 0),
  ok int not null check (ok >= 0),
  bad int not null check (bad >= 0),
  created int not null default 0,
  updated int not null default 0,
  status text not null default 'PARSED' check (status in ('PARSED', 'COMMITTED', 'FAILED', 'UNDONE', 'EXPIRED')),
  -- {header: [..], rows: [[rowNumber, cell, ..], ..]}: cells as text in the order of header.
  rows jsonb not null,
  -- [{rowNumber, column, value, message}]
  errors jsonb not null default '[]',
  undo jsonb,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  committed_at timestamptz,
  undo_until timestamptz,
  primary key (tenant_id, id),
  check (total = ok + bad)
);
create index on import_job (tenant_id, type, created_at desc);
call guard_table('import_job');

-- Bytes live in the file store under their hash; a row is one upload and decides who may read it.
create table stored_file (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  key text not null,
  name text not null,
  mime text not null,
  size bigint not null check (size > 0),
  sha256 text not null,
  owner_user uuid,
  biz text not null,
  -- Dealers of the tenant may read it (product pictures).
  public_in_tenant boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on stored_file (tenant_id, sha256);
call guard_table('stored_file');
