-- Exports as jobs: asked for, perhaps approved, written by a process that holds a lease, kept for some days.

create table export_job (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  type text not null,
  title text not null,
  -- The list's query as it was asked, and the keys of the columns chosen (empty: all).
  query jsonb not null,
  columns text[] not null default '{}',
  format text not null check (format in ('xlsx', 'csv')),
  status text not null check (status in ('PENDING_APPROVAL', 'QUEUED', 'RUNNING', 'DONE', 'FAILED', 'REFUSED', 'CANCELLED', 'EXPIRED')),
  reason text not null default '',
  -- Rows of the list when it was asked, rows read so far, rows in the file.
  total int not null check (total >= 0),
  done int not null default 0 check (done >= 0),
  written int not null default 0 check (written >= 0),
  error text not null default '',
  attempts int not null default 0,
  -- The process that writes it, and until when it is believed alive.
  runner text,
  lease_until timestamptz,
  requested_by uuid not null,
  requester text not null,
  requester_identity text not null check (requester_identity in ('1', '2', '3')),
  -- Set when a dealer asked; the customer it acted for.
  requester_customer uuid,
  approver_id uuid,
  approver text not null default '',
  decided_at timestamptz,
  decision_note text not null default '',
  file_name text not null default '',
  file_key text,
  file_size bigint not null default 0,
  downloads int not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (tenant_id, id),
  check (approver_id is null or approver_id <> requested_by),
  check ((status = 'DONE') = (file_key is not null))
);
create index export_job_open on export_job (created_at) where status in ('QUEUED', 'RUNNING');
create index export_job_own on export_job (tenant_id, requested_by, created_at desc, id desc);
create index export_job_all on export_job (tenant_id, created_at desc, id desc);
call guard_table('export_job');

-- Who imported, in words; and how far a commit is (0 to total).
alter table import_job add column creator text not null default '';
update import_job j set creator = a.name from account a where a.id = j.created_by;
create index import_job_own on import_job (tenant_id, created_at desc, id desc);

-- Whoever may export or import anything may open the batch centre.
update role set permissions = permissions || '{PTN:DATA:EXPORT:CENTER}'
where not permissions @> '{PTN:DATA:EXPORT:CENTER}' and cardinality(permissions) > 0;
