-- Contracts: templates in versions, what they say of a business document, who signs in which order, every revision of the file and what happened.

create table ct_template (
  tenant_id bigint not null,
  id uuid not null,
  name text not null,
  kind text not null,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  -- The number of the version that is used from now on.
  current_no int not null default 1,
  remark text not null default '',
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updater text not null default '',
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
create index ct_template_updated on ct_template (tenant_id, updated_at desc, id desc);
create index ct_template_kind on ct_template (tenant_id, kind, updated_at desc, id desc);
call guard_table('ct_template');

-- What a template said; a contract names the version it was drawn from.
create table ct_template_version (
  tenant_id bigint not null,
  template_id uuid not null,
  no int not null,
  title text not null,
  blocks jsonb not null,
  fields jsonb not null default '[]',
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, template_id, no),
  foreign key (tenant_id, template_id) references ct_template (tenant_id, id)
);
call guard_table('ct_template_version');
revoke update, delete on ct_template_version from portal_app;

create table ct_contract (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  title text not null,
  title_grams text[] not null generated always as (grams(title)) stored,
  kind text not null,
  source text not null check (source in ('TEMPLATE', 'UPLOAD')),
  template_id uuid,
  template_no int,
  customer_id uuid not null,
  -- The business document it is about, as its subject type; null: none.
  biz_type text,
  biz_id uuid,
  biz_no text not null default '',
  amount bigint check (amount >= 0),
  sign_order text not null default 'SEQ' check (sign_order in ('SEQ', 'PAR')),
  deadline date not null,
  valid_from date,
  valid_to date,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'REVIEWING', 'SIGNING', 'DONE', 'REVOKED', 'EXPIRED', 'REFUSED')),
  state_reason text not null default '',
  -- What the text is filled with: the business document's figures as they were, and what was typed.
  data jsonb not null default '{}',
  -- A finished file instead of a template.
  upload_key text,
  -- Seals also across the edges of all pages.
  riding boolean not null default false,
  real_name boolean not null default false,
  -- The newest revision.
  revision_no int not null default 0,
  file_key text,
  sha256 text not null default '',
  signers int not null default 0,
  signed int not null default 0,
  -- Who is to sign now, for lists: ours, theirs, both; null while nobody is.
  turn text check (turn in ('OURS', 'THEIRS', 'BOTH')),
  -- The contract this one rescinds, and how far that went.
  rescinds_id uuid,
  rescission text not null default 'NONE' check (rescission in ('NONE', 'ONGOING', 'DONE')),
  urged_at timestamptz,
  expiry_told boolean not null default false,
  submitted_by uuid,
  started_at timestamptz,
  ended_at timestamptz,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check (valid_to is null or valid_from is null or valid_to >= valid_from),
  check ((source = 'TEMPLATE') = (template_id is not null)),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, template_id, template_no) references ct_template_version (tenant_id, template_id, no),
  foreign key (tenant_id, rescinds_id) references ct_contract (tenant_id, id)
);
create index ct_contract_created on ct_contract (tenant_id, created_at desc, id desc) include (status);
create index ct_contract_status on ct_contract (tenant_id, status, created_at desc, id desc);
create index ct_contract_turn on ct_contract (tenant_id, turn, created_at desc, id desc) where turn is not null;
create index ct_contract_kind on ct_contract (tenant_id, kind, created_at desc, id desc);
create index ct_contract_customer on ct_contract (tenant_id, customer_id, created_at desc, id desc);
create index ct_contract_deadline on ct_contract (tenant_id, deadline, id) include (status);
create index ct_contract_signing on ct_contract (tenant_id, deadline, id) where status = 'SIGNING';
create index ct_contract_ended on ct_contract (tenant_id, ended_at desc nulls last, id desc);
create index ct_contract_amount on ct_contract (tenant_id, amount desc nulls last, id desc);
create index ct_contract_rescinds on ct_contract (tenant_id, rescinds_id) where rescinds_id is not null;
create index ct_contract_search on ct_contract using gin (lined(no, biz_no) gin_trgm_ops, title_grams);
-- One contract on its way about a document and a kind; signed ones may be many (a supplement is its own).
create unique index ct_contract_open on ct_contract (tenant_id, biz_type, biz_id, kind) where biz_id is not null and status in ('DRAFT', 'REVIEWING', 'SIGNING');
create index ct_contract_biz on ct_contract (tenant_id, biz_id, created_at desc) where biz_id is not null;
call guard_table('ct_contract', 'customer_id');
create view ct_contract_text as select id, lined(no, biz_no) as nos, title, title_grams from ct_contract where tenant_id = (select current_tenant());
grant select on ct_contract_text to portal_app;
create trigger ct_contract_not_merged before insert on ct_contract for each row execute function not_for_merged_customer();

create table ct_signer (
  tenant_id bigint not null,
  id uuid not null,
  contract_id uuid not null,
  customer_id uuid not null,
  seq int not null check (seq between 1 and 6),
  side text not null check (side in ('OURS', 'THEIRS')),
  -- As the text names it: 甲方, 乙方.
  role_name text not null,
  org_name text not null,
  seal_kind text not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'TURN', 'SIGNED', 'REFUSED', 'ENDED')),
  -- Page from 1, the box in points from the page's lower left; null: where the text says.
  place jsonb,
  field text not null,
  cert_id uuid,
  person text not null default '',
  account_id uuid,
  real_name boolean not null default false,
  way text not null default '',
  address text not null default '',
  agent text not null default '',
  cert_subject text not null default '',
  cert_serial text not null default '',
  tsa_at timestamptz,
  revision_no int,
  at timestamptz,
  reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, contract_id, seq),
  foreign key (tenant_id, contract_id) references ct_contract (tenant_id, id) on delete cascade
);
call guard_table('ct_signer', 'customer_id');

-- Every state the file was in; never overwritten.
create table ct_revision (
  tenant_id bigint not null,
  contract_id uuid not null,
  customer_id uuid not null,
  no int not null,
  signer_id uuid,
  file_key text not null,
  sha256 text not null,
  size int not null,
  at timestamptz not null,
  primary key (tenant_id, contract_id, no),
  foreign key (tenant_id, contract_id) references ct_contract (tenant_id, id)
);
call guard_table('ct_revision', 'customer_id');
revoke update, delete on ct_revision from portal_app;

-- What happened, each with the hash of the one before it.
create table ct_event (
  tenant_id bigint not null,
  contract_id uuid not null,
  customer_id uuid not null,
  seq int not null,
  at timestamptz not null,
  action text not null,
  actor text not null,
  account_id uuid,
  address text not null default '',
  agent text not null default '',
  note text not null default '',
  sha256 text not null default '',
  prev_hash text not null,
  hash text not null,
  primary key (tenant_id, contract_id, seq)
);
call guard_table('ct_event', 'customer_id');
revoke update, delete on ct_event from portal_app;

-- A draft nobody submitted has no revision; its events go with it, and the log keeps that it was there.
create function ct_forget_draft(draft uuid) returns void language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from ct_contract where tenant_id = current_tenant() and id = draft and status = 'DRAFT' and submitted_by is null) then
    raise exception 'contract % is no draft', draft using errcode = 'check_violation';
  end if;
  delete from ct_event where tenant_id = current_tenant() and contract_id = draft;
  delete from ct_contract where tenant_id = current_tenant() and id = draft;
end $$;
revoke all on function ct_forget_draft(uuid) from public;
grant execute on function ct_forget_draft(uuid) to portal_app;
