-- Money the fund account gives up when an order is approved, where the tenant takes it then (2205 订单已扣款, until its goods ship), and money customers take out again.

alter table ledger_entry drop constraint ledger_entry_account_code_check;
alter table ledger_entry add constraint ledger_entry_account_code_check
  check (account_code in ('1002', '1122', '2203', '2205', '2241', '3901', '6601', '6001', '6603'));

-- What is open of the hold has left the account already.
alter table fund_hold add column advanced boolean not null default false;

create table withdrawal (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  customer_id uuid not null,
  account_id uuid not null,
  amount bigint not null check (amount > 0),
  source text not null check (source in ('FACTORY', 'DEALER')),
  payee text not null,
  bank text not null,
  -- Sealed.
  bank_account text not null,
  remark text not null default '',
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'PAID', 'REJECTED', 'CANCELLED')),
  reason text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  approved_by uuid,
  approver text not null default '',
  approved_at timestamptz,
  pay_way text not null default '',
  bank_flow_no text not null default '',
  paid_at timestamptz,
  payer text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, no),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, account_id) references fund_account (tenant_id, id)
);
create index withdrawal_created on withdrawal (tenant_id, created_at desc, id desc);
create index withdrawal_status on withdrawal (tenant_id, status, created_at desc, id desc);
create index withdrawal_customer on withdrawal (tenant_id, customer_id, created_at desc, id desc);
create unique index withdrawal_flow on withdrawal (tenant_id, bank_flow_no) where bank_flow_no <> '';
create index withdrawal_search on withdrawal using gin (lined(no) gin_trgm_ops);
create view withdrawal_text as select id, lined(no) as no from withdrawal where tenant_id = (select current_tenant());
grant select on withdrawal_text to portal_app;
call guard_table('withdrawal', 'customer_id');
