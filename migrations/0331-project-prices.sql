-- Prices agreed for a project, each up to a cap that orders use up.

create table project_price (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  project_id uuid not null,
  customer_id uuid not null,
  valid_from date not null,
  valid_to date not null,
  reason text not null default '',
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING_AUDIT', 'REJECTED', 'ACTIVE', 'DISABLED')),
  state_reason text not null default '',
  -- The version of what holds; none of it holds before the first approval.
  content_version int not null default 0,
  pending_version_id uuid,
  line_count int not null default 0,
  -- The last day people were told it ends on.
  expiry_told date,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  submitted_by uuid,
  approver text not null default '',
  approved_at timestamptz,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check (valid_to >= valid_from),
  foreign key (tenant_id, project_id) references project (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create index project_price_updated on project_price (tenant_id, updated_at desc, id desc);
create index project_price_status on project_price (tenant_id, status, updated_at desc, id desc);
create index project_price_customer on project_price (tenant_id, customer_id, updated_at desc, id desc);
create index project_price_project on project_price (tenant_id, project_id, updated_at desc, id desc);
create index project_price_ends on project_price (tenant_id, valid_to, id) where status = 'ACTIVE';
create index project_price_starts on project_price (tenant_id, valid_from, id) where status = 'ACTIVE';
create index project_price_changing on project_price (tenant_id, updated_at desc, id desc) where pending_version_id is not null;
create index project_price_search on project_price using gin (lined(no) gin_trgm_ops);
call guard_table('project_price', 'customer_id');
create view project_price_text as select id, lined(no) as no from project_price where tenant_id = (select current_tenant());
grant select on project_price_text to portal_app;

create table project_price_line (
  tenant_id bigint not null,
  -- Also that of its limit (price_limit), which holds the cap and what is used of it.
  id uuid not null,
  sheet_id uuid not null,
  project_id uuid not null,
  customer_id uuid not null,
  line_no int not null,
  sku_id uuid not null,
  unit_id uuid not null,
  price numeric(18,6) not null check (price > 0),
  cap_qty numeric(18,4) check (cap_qty > 0),
  valid_from date not null,
  valid_to date not null,
  -- Follows the sheet; a line taken off a sheet that holds is DISABLED and keeps what was used of it.
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ACTIVE', 'DISABLED')),
  remark text not null default '',
  primary key (tenant_id, id),
  constraint project_price_overlap exclude using gist (
    tenant_id with =, project_id with =, customer_id with =, sku_id with =, unit_id with =,
    daterange(valid_from, valid_to, '[]') with &&) where (status = 'ACTIVE'),
  foreign key (tenant_id, sheet_id) references project_price (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id)
);
create index project_price_line_sheet on project_price_line (tenant_id, sheet_id, line_no);
create index project_price_line_lookup on project_price_line (tenant_id, project_id, sku_id) where status = 'ACTIVE';
create index project_price_line_sku on project_price_line (tenant_id, sku_id);
call guard_table('project_price_line', 'customer_id');

create table project_price_version (
  tenant_id bigint not null,
  id uuid not null,
  sheet_id uuid not null,
  customer_id uuid not null,
  version int not null,
  -- What the sheet says, as it is decided on; the sheet's own rows are what holds.
  content jsonb not null,
  diff jsonb not null default '[]',
  reason text not null default '',
  state text not null check (state in ('PENDING', 'EFFECTIVE', 'REJECTED', 'WITHDRAWN')),
  actor text not null,
  created_by uuid,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, sheet_id, version),
  foreign key (tenant_id, sheet_id) references project_price (tenant_id, id) on delete cascade
);
call guard_table('project_price_version', 'customer_id');

create trigger project_price_not_merged before insert on project_price for each row execute function not_for_merged_customer();
