-- Receivables that deliveries make, and the receipts that settle them. Amounts in 分.

create table receivable (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  customer_id uuid not null,
  customer_name text not null,
  order_id uuid,
  order_no text not null default '',
  delivery_id uuid,
  delivery_no text not null default '',
  source text not null check (source in ('DELIVERY', 'OPENING', 'ADJUST')),
  sales_member_id uuid,
  biz_date date not null,
  due_date date not null,
  amount bigint not null,
  settled bigint not null default 0 check (settled >= 0),
  "offset" bigint not null default 0 check ("offset" >= 0),
  open bigint generated always as (amount - settled - "offset") stored,
  status text not null default 'OPEN' check (status in ('OPEN', 'PART', 'SETTLED', 'REVERSED')),
  remark text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check (settled + "offset" <= greatest(amount, 0)),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create unique index receivable_delivery on receivable (tenant_id, delivery_id, order_id) where delivery_id is not null and status <> 'REVERSED';
create index receivable_open on receivable (tenant_id, customer_id, due_date) where status in ('OPEN', 'PART');
create index receivable_date on receivable (tenant_id, biz_date desc, id desc);
create index receivable_customer on receivable (tenant_id, customer_id, biz_date desc);
call guard_table('receivable', 'customer_id');

create table receipt (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  customer_id uuid not null,
  amount bigint not null check (amount > 0),
  unapplied bigint not null check (unapplied >= 0),
  pay_way text not null,
  bank_flow_no text,
  payer text not null default '',
  received_at timestamptz not null,
  voucher text[] not null default '{}',
  remark text not null default '',
  status text not null default 'CONFIRMED' check (status in ('DRAFT', 'CONFIRMED', 'REVERSED')),
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check (unapplied <= amount),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create unique index receipt_flow on receipt (tenant_id, bank_flow_no) where bank_flow_no is not null and status <> 'REVERSED';
create index receipt_created on receipt (tenant_id, created_at desc, id desc);
call guard_table('receipt', 'customer_id');

create table receipt_apply (
  tenant_id bigint not null,
  id uuid not null,
  customer_id uuid not null,
  receivable_id uuid not null,
  -- Exactly one of the two: an offline receipt, or the capture of a fund hold.
  receipt_id uuid,
  capture_event_id uuid,
  amount bigint not null check (amount > 0),
  discount bigint not null default 0 check (discount >= 0),
  actor text not null,
  reversed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((receipt_id is null) <> (capture_event_id is null)),
  foreign key (tenant_id, receivable_id) references receivable (tenant_id, id),
  foreign key (tenant_id, receipt_id) references receipt (tenant_id, id)
);
create index receipt_apply_receivable on receipt_apply (tenant_id, receivable_id);
create index receipt_apply_receipt on receipt_apply (tenant_id, receipt_id);
call guard_table('receipt_apply', 'customer_id');
