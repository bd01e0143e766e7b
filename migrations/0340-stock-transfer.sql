-- Transfers between two warehouses: what left the one is on its way to the other until it is received, or written off as lost.
create table stock_transfer (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  no text not null,
  from_id uuid not null,
  to_id uuid not null,
  -- Whoever sees one of the two warehouses reads what the other is called.
  from_name text not null,
  to_name text not null,
  biz_date date not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING_AUDIT', 'IN_TRANSIT', 'PART_RECEIVED', 'RECEIVED', 'CLOSED_LOSS')),
  remark text not null default '',
  total_cost bigint not null default 0,
  -- How often goods were received, so that each movement of a line is told from the others.
  receipts int not null default 0,
  -- The stock-out that writes off what did not arrive, from when it is written until it is thrown away or reversed.
  loss_doc_id uuid,
  loss_doc_no text not null default '',
  loss_reason text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  audited_by uuid,
  auditor text not null default '',
  audited_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check (from_id <> to_id),
  foreign key (tenant_id, from_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, to_id) references warehouse (tenant_id, id)
);
create index stock_transfer_created on stock_transfer (tenant_id, created_at desc, id desc);
create index stock_transfer_status on stock_transfer (tenant_id, status, created_at desc, id desc);
create index stock_transfer_from on stock_transfer (tenant_id, from_id, created_at desc, id desc);
create index stock_transfer_to on stock_transfer (tenant_id, to_id, created_at desc, id desc);
create index stock_transfer_creator on stock_transfer (tenant_id, creator, created_at desc, id desc);
create index stock_transfer_date on stock_transfer (tenant_id, biz_date, id);
create index stock_transfer_search on stock_transfer using gin (lined(no) gin_trgm_ops);
call guard_table('stock_transfer');
-- In scope by either warehouse: one side sends, the other receives.
create policy warehouse_scope on stock_transfer as restrictive to portal_scoped using (
  (select current_setting('app.scope_warehouses', true) = 'all')
  or from_id = any ((select string_to_array(coalesce(current_setting('app.scope_warehouse_ids', true), ''), '|'))::uuid[])
  or to_id = any ((select string_to_array(coalesce(current_setting('app.scope_warehouse_ids', true), ''), '|'))::uuid[]));
create view stock_transfer_text as select id, lined(no) as no from stock_transfer where tenant_id = (select current_tenant());
grant select on stock_transfer_text to portal_app;

create table stock_transfer_line (
  tenant_id bigint not null,
  id uuid not null,
  transfer_id uuid not null,
  line_no int not null,
  sku_id uuid not null,
  unit_id uuid not null,
  qty numeric(18,4) not null check (qty > 0),
  -- Base units from here on.
  base_qty numeric(18,4) not null check (base_qty > 0),
  in_qty numeric(18,4) not null default 0 check (in_qty >= 0),
  loss_qty numeric(18,4) not null default 0 check (loss_qty >= 0),
  -- Cost of a base unit when the goods left.
  cost numeric(18,6),
  batch_no text not null default '',
  remark text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, transfer_id, line_no),
  constraint transfer_arrived check (in_qty + loss_qty <= base_qty),
  foreign key (tenant_id, transfer_id) references stock_transfer (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id)
);
create index stock_transfer_line_sku on stock_transfer_line (tenant_id, sku_id, transfer_id);
call guard_table('stock_transfer_line');

-- A stock-out another document made names it.
alter table stock_doc add column source_id uuid;
alter table stock_doc_line add column source_line_id uuid;
