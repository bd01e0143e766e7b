-- Customer fund accounts: double entry with two-phase holds. Amounts in 分.

create table fund_account (
  tenant_id bigint not null,
  id uuid not null,
  customer_id uuid not null,
  type text not null check (type in ('BALANCE', 'EXPENSE')),
  posted bigint not null default 0 check (posted >= 0),
  held bigint not null default 0 check (held >= 0),
  available bigint generated always as (posted - held) stored,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  low_balance bigint,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, customer_id, type),
  constraint fund_covered check (held <= posted),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
call guard_table('fund_account', 'customer_id');

create table ledger_txn (
  tenant_id bigint not null,
  id uuid not null,
  kind text not null,
  biz_type text not null,
  biz_id uuid not null,
  biz_no text not null,
  biz_date date not null,
  memo text not null default '',
  actor text not null,
  reverses_id uuid,
  -- What makes a posting happen once: "DELIVERY:<id>:SHIP".
  idem_key text not null,
  posted_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, idem_key),
  unique (tenant_id, reverses_id),
  foreign key (tenant_id, reverses_id) references ledger_txn (tenant_id, id)
);
create index ledger_txn_biz on ledger_txn (tenant_id, biz_id);
call guard_table('ledger_txn');
revoke update, delete on ledger_txn from portal_app;

create table ledger_entry (
  tenant_id bigint not null,
  id uuid not null,
  txn_id uuid not null,
  account_code text not null check (account_code in ('1002', '1122', '2203', '2241', '6601', '6001', '6603')),
  customer_id uuid,
  fund_account_id uuid,
  dr bigint not null default 0 check (dr >= 0),
  cr bigint not null default 0 check (cr >= 0),
  -- Fund account balance after this entry, where the entry moves one.
  after_posted bigint,
  at timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((dr = 0) <> (cr = 0)),
  foreign key (tenant_id, txn_id) references ledger_txn (tenant_id, id),
  foreign key (tenant_id, fund_account_id) references fund_account (tenant_id, id)
);
create index ledger_entry_txn on ledger_entry (tenant_id, txn_id);
create index ledger_entry_account on ledger_entry (tenant_id, fund_account_id, at desc, id desc) where fund_account_id is not null;
create index ledger_entry_customer on ledger_entry (tenant_id, customer_id, at desc);
call guard_table('ledger_entry', 'customer_id');
revoke update, delete on ledger_entry from portal_app;

create table fund_hold (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  account_id uuid not null,
  customer_id uuid not null,
  biz_type text not null check (biz_type in ('ORDER', 'REFUND', 'MANUAL')),
  biz_id uuid not null,
  biz_no text not null default '',
  amount bigint not null check (amount > 0),
  captured bigint not null default 0 check (captured >= 0),
  released bigint not null default 0 check (released >= 0),
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PART', 'CAPTURED', 'RELEASED')),
  reason text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check (captured + released <= amount),
  foreign key (tenant_id, account_id) references fund_account (tenant_id, id)
);
create index fund_hold_biz on fund_hold (tenant_id, biz_id);
create index fund_hold_account on fund_hold (tenant_id, account_id, created_at desc);
call guard_table('fund_hold', 'customer_id');

create table hold_event (
  tenant_id bigint not null,
  id uuid not null,
  hold_id uuid not null,
  action text not null check (action in ('HOLD', 'CAPTURE', 'RELEASE')),
  amount bigint not null check (amount > 0),
  biz_no text not null default '',
  txn_id uuid,
  actor text not null,
  at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, hold_id) references fund_hold (tenant_id, id)
);
create index hold_event_hold on hold_event (tenant_id, hold_id, at);
call guard_table('hold_event');
revoke update, delete on hold_event from portal_app;

create table enter_account (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  customer_id uuid not null,
  account_id uuid not null,
  amount bigint not null check (amount > 0),
  pay_way text not null,
  bank_flow_no text,
  payer text not null default '',
  paid_at timestamptz not null,
  voucher text[] not null default '{}',
  remark text not null default '',
  status text not null default 'PENDING' check (status in ('DRAFT', 'PENDING', 'CONFIRMED', 'REJECTED', 'REVERSED')),
  reason text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  confirmed_by uuid,
  confirmer text not null default '',
  confirmed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, account_id) references fund_account (tenant_id, id)
);
create unique index enter_account_flow on enter_account (tenant_id, bank_flow_no)
  where bank_flow_no is not null and status not in ('REJECTED', 'REVERSED');
create index enter_account_created on enter_account (tenant_id, created_at desc, id desc);
call guard_table('enter_account', 'customer_id');
