-- Paying credit back: the schedules of credit orders with their revisions, payments, and what each payment settled. Amounts in 分.
-- What is owed is the replay of revisions and payments; figures of `repay_item` keep its outcome and are written by it alone.

-- Rows of the schedule as they stood from a day on. Never rewritten: a change is a further revision.
create table repay_revision (
  tenant_id bigint not null,
  id uuid not null,
  credit_order_id uuid not null,
  customer_id uuid not null,
  seq int not null,
  day date not null,
  kind text not null check (kind in ('COMMIT', 'REVERSE', 'RETURN', 'CYCLE', 'CALENDAR')),
  use_id uuid,
  biz_no text not null default '',
  -- [{id, seq, start, nominal, due, provisional, principal, fee}], amounts as text.
  items jsonb not null,
  -- Only of a change of the agreement: what holds for these rows from then on.
  terms jsonb,
  reason text not null default '',
  actor text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, credit_order_id, seq),
  foreign key (tenant_id, credit_order_id) references credit_order (tenant_id, id)
);
create index repay_revision_customer on repay_revision (tenant_id, customer_id);
call guard_table('repay_revision', 'customer_id');

create table repay_item (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  credit_order_id uuid not null,
  account_id uuid not null,
  customer_id uuid not null,
  use_id uuid not null,
  delivery_id uuid,
  seq int not null,
  start_on date not null,
  nominal_on date not null,
  due_on date not null,
  grace_end date not null,
  -- Reckoned with a year whose holidays were not announced yet.
  provisional boolean not null default false,
  -- Moved by a change of the plan.
  moved boolean not null default false,
  principal bigint not null check (principal >= 0),
  fee bigint not null default 0 check (fee >= 0),
  grace_mode text not null,
  penalty_ppm int not null,
  interest_ppm int not null,
  day_count text not null,
  paid_fee bigint not null default 0 check (paid_fee >= 0),
  paid_penalty bigint not null default 0 check (paid_penalty >= 0),
  paid_interest bigint not null default 0 check (paid_interest >= 0),
  paid_principal bigint not null default 0 check (paid_principal >= 0),
  relieved_fee bigint not null default 0 check (relieved_fee >= 0),
  relieved_penalty bigint not null default 0 check (relieved_penalty >= 0),
  relieved_interest bigint not null default 0 check (relieved_interest >= 0),
  relieved_principal bigint not null default 0 check (relieved_principal >= 0),
  open_principal bigint generated always as (principal - paid_principal - relieved_principal) stored check (open_principal >= 0),
  -- 分 x ppm up to the last day something happened to it; from there every day costs the same until something else does.
  reckoned_on date not null,
  interest_raw numeric(40, 0) not null default 0,
  penalty_raw numeric(40, 0) not null default 0,
  carried_raw numeric(40, 0) not null default 0,
  settled_on date,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, no),
  foreign key (tenant_id, credit_order_id) references credit_order (tenant_id, id)
);
create index repay_item_due on repay_item (tenant_id, due_on, id);
create index repay_item_open on repay_item (tenant_id, due_on, id) where settled_on is null;
create index repay_item_overdue on repay_item (tenant_id, grace_end, id) where settled_on is null;
create index repay_item_settled on repay_item (tenant_id, settled_on desc, id desc) where settled_on is not null;
create index repay_item_customer on repay_item (tenant_id, customer_id, due_on, id);
create index repay_item_order on repay_item (tenant_id, credit_order_id, seq);
create index repay_item_use on repay_item (tenant_id, use_id);
create index repay_item_provisional on repay_item (tenant_id, due_on) where provisional and settled_on is null;
create index repay_item_search on repay_item using gin (lined(no) gin_trgm_ops);
create view repay_item_text as select id, lined(no) as no from repay_item where tenant_id = (select current_tenant());
grant select on repay_item_text to portal_app;
call guard_table('repay_item', 'customer_id');

-- 还款单: money that came, prepaid money used, or something waived or written off.
create table repay_payment (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  kind text not null check (kind in ('MONEY', 'PREPAID', 'WAIVE', 'WRITE_OFF')),
  customer_id uuid not null,
  payer text not null default '',
  amount bigint not null check (amount > 0),
  -- The day it counts from; of a bill that counts when it is paid, the day it is due.
  value_on date not null,
  -- Which of a day came first.
  seq bigint not null,
  channel text not null default '',
  bank_ref text,
  bill_no text not null default '',
  bill_due_on date,
  voucher text[] not null default '{}',
  -- [{to, amount}]: instalments or credit orders it was said to be for.
  directed jsonb not null default '[]',
  -- Of a waiver: which instalment, and what of it.
  item_id uuid,
  bucket text check (bucket in ('FEE', 'PENALTY', 'INTEREST', 'PRINCIPAL')),
  -- What is left pays instalments before they are due; else it stays as prepaid.
  ahead boolean not null default true,
  source text not null default 'FACTORY' check (source in ('FACTORY', 'DEALER')),
  status text not null default 'REVIEWING' check (status in ('REVIEWING', 'CONFIRMED', 'REVERSING', 'REVERSED', 'REJECTED', 'CANCELLED')),
  -- Changes what was settled before: somebody else decides.
  backdated boolean not null default false,
  -- Kept by the replay: what no instalment took, and what a waiver could take.
  unapplied bigint not null default 0 check (unapplied >= 0),
  taken bigint not null default 0 check (taken >= 0),
  -- The replay has counted it.
  applied_at timestamptz,
  remark text not null default '',
  reason text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  confirmed_by uuid,
  confirmer text not null default '',
  confirmed_at timestamptz,
  reverse_by uuid,
  reverser text not null default '',
  reversed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check (unapplied <= amount and taken <= amount),
  check ((kind in ('WAIVE', 'WRITE_OFF')) = (item_id is not null and bucket is not null)),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create unique index repay_payment_ref on repay_payment (tenant_id, channel, bank_ref) where bank_ref is not null and status not in ('REVERSED', 'REJECTED', 'CANCELLED');
create index repay_payment_created on repay_payment (tenant_id, created_at desc, id desc);
create index repay_payment_status on repay_payment (tenant_id, status, created_at desc, id desc);
create index repay_payment_value on repay_payment (tenant_id, value_on desc, id desc);
create index repay_payment_customer on repay_payment (tenant_id, customer_id, value_on, seq);
create index repay_payment_waiting on repay_payment (tenant_id, value_on) where status in ('CONFIRMED', 'REVERSING') and applied_at is null;
create index repay_payment_search on repay_payment using gin (lined(no, payer, bank_ref) gin_trgm_ops);
create view repay_payment_text as
  select id, lined(no) as no, lined(payer) as payer, lined(bank_ref) as bank_ref from repay_payment where tenant_id = (select current_tenant());
grant select on repay_payment_text to portal_app;
call guard_table('repay_payment', 'customer_id');

-- What a payment settled of an instalment. Never rewritten: a replay adds what differs, also below zero.
create table repay_alloc (
  tenant_id bigint not null,
  id uuid not null,
  payment_id uuid not null,
  item_id uuid not null,
  credit_order_id uuid not null,
  customer_id uuid not null,
  bucket text not null check (bucket in ('FEE', 'PENALTY', 'INTEREST', 'PRINCIPAL')),
  amount bigint not null check (amount <> 0),
  -- The day it counts from, whenever it was written.
  day date not null,
  -- The document that made it differ.
  cause_no text not null default '',
  actor text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references repay_payment (tenant_id, id),
  foreign key (tenant_id, item_id) references repay_item (tenant_id, id)
);
create index repay_alloc_payment on repay_alloc (tenant_id, payment_id, created_at);
create index repay_alloc_item on repay_alloc (tenant_id, item_id, created_at);
create index repay_alloc_customer on repay_alloc (tenant_id, customer_id) include (payment_id, item_id, bucket, amount);
call guard_table('repay_alloc', 'customer_id');

-- 还款周期变更.
create table repay_change (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  credit_order_id uuid not null,
  customer_id uuid not null,
  -- The agreement from then on, and from which day the open rest is planned anew.
  terms jsonb not null,
  start_on date not null,
  reason text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED', 'CANCELLED')),
  -- Both sides as they stood when it was asked for, as people compare them afterwards.
  before jsonb not null,
  after jsonb not null,
  opinion text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  foreign key (tenant_id, credit_order_id) references credit_order (tenant_id, id)
);
create unique index repay_change_open on repay_change (tenant_id, credit_order_id) where status = 'PENDING';
create index repay_change_created on repay_change (tenant_id, created_at desc, id desc);
create index repay_change_order on repay_change (tenant_id, credit_order_id, created_at desc);
call guard_table('repay_change', 'customer_id');

-- A notice of a due day goes out once; another due day is another notice.
create table repay_notice (
  tenant_id bigint not null,
  item_id uuid not null,
  customer_id uuid not null,
  due_on date not null,
  -- Days after the due day; negative before.
  step int not null,
  told_at timestamptz not null default now(),
  primary key (tenant_id, item_id, due_on, step),
  foreign key (tenant_id, item_id) references repay_item (tenant_id, id)
);
call guard_table('repay_notice', 'customer_id');

-- The address under which a person's calendar programme reads the due days; only its hash is kept.
create table repay_feed (
  tenant_id bigint not null,
  id uuid not null,
  account_id uuid not null,
  customer_id uuid,
  secret_hash text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, account_id)
);
create unique index repay_feed_secret on repay_feed (secret_hash);
call guard_table('repay_feed');

-- Settled by the replay of a customer's repayments.
alter table receipt_apply add column repayment_id uuid;
alter table receipt_apply drop constraint receipt_apply_check;
alter table receipt_apply add constraint receipt_apply_source check (num_nonnulls(receipt_id, capture_event_id, repayment_id) = 1);
create index receipt_apply_repayment on receipt_apply (tenant_id, repayment_id) where repayment_id is not null;

-- Interest and penalties are income when they are collected; principal given up is a loss.
alter table ledger_entry drop constraint ledger_entry_account_code_check;
alter table ledger_entry add constraint ledger_entry_account_code_check
  check (account_code in ('1002', '1122', '2203', '2205', '2241', '3901', '6601', '6001', '6603', '6051', '6301', '6702'));

revoke update, delete on repay_revision, repay_alloc from portal_app;
