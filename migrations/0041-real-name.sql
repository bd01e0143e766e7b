-- Real-name authentication of a company and of its people, and what a company has opened.

alter table tenant
  -- The platform's own tenant: its people decide real-name applications of all tenants.
  add column operator boolean not null default false,
  add column expires_on date,
  add column member_quota int not null default 50 check (member_quota > 0),
  add column storage_quota_mb int not null default 5120 check (storage_quota_mb > 0);

-- One row an application; numbers of papers and accounts are sealed, their keyed hash finds the same number again.
create table real_name (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  kind text not null check (kind in ('ENTERPRISE', 'PERSON')),
  -- Whose identity a PERSON application proves; who applied for the company otherwise.
  account_id uuid not null references account (id),
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'REPLACED')),
  company_name text not null default '',
  uscc text not null default '',
  person_name text not null,
  id_card text not null,
  id_card_hash text not null,
  mobile text not null default '',
  bank_name text not null default '',
  bank_account text,
  reason text not null default '',
  applicant text not null,
  submitted_at timestamptz not null default now(),
  decided_by uuid,
  decider text not null default '',
  decided_at timestamptz,
  version int not null default 1,
  primary key (tenant_id, id)
);
create index real_name_subject on real_name (tenant_id, kind, account_id, submitted_at desc);
create index real_name_queue on real_name (status, submitted_at);
create unique index real_name_company_pending on real_name (tenant_id) where kind = 'ENTERPRISE' and status = 'PENDING';
create unique index real_name_person_pending on real_name (tenant_id, account_id) where kind = 'PERSON' and status = 'PENDING';
create unique index real_name_company_valid on real_name (tenant_id) where kind = 'ENTERPRISE' and status = 'APPROVED';
create unique index real_name_person_valid on real_name (tenant_id, account_id) where kind = 'PERSON' and status = 'APPROVED';
call guard_table('real_name');
