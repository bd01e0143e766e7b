-- Lines of imported bank statements: money seen at the bank, claimed for a customer, then entered as a fund entry. Amounts in 分.

create table bank_line (
  tenant_id bigint not null,
  id uuid not null,
  flow_no text not null,
  traded_at timestamptz not null,
  -- Below 0: the bank took an earlier credit back in red.
  amount bigint not null check (amount <> 0),
  payer text not null default '',
  -- Sealed; the hash finds what the same account paid before, the tail is what people see.
  payer_account text,
  payer_hash text,
  payer_tail text not null default '',
  summary text not null default '',
  customer_id uuid,
  basis text not null default 'NONE' check (basis in ('MANUAL', 'ACCOUNT', 'NAME', 'CONTACT', 'LIKELY', 'NONE')),
  -- How sure the match is, 0 to 100.
  score int not null default 0 check (score between 0 and 100),
  status text not null default 'OPEN' check (status in ('OPEN', 'ENTERED', 'IGNORED')),
  reason text not null default '',
  enter_id uuid,
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  handler text not null default '',
  handled_at timestamptz,
  primary key (tenant_id, id),
  check ((status = 'ENTERED') = (enter_id is not null)),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, enter_id) references enter_account (tenant_id, id)
);
create unique index bank_line_flow on bank_line (tenant_id, flow_no, (amount > 0));
create index bank_line_traded on bank_line (tenant_id, traded_at desc, id desc);
create index bank_line_payer on bank_line (tenant_id, payer_hash) where payer_hash is not null;
create index bank_line_enter on bank_line (tenant_id, enter_id) where enter_id is not null;
call guard_table('bank_line', 'customer_id');
-- A dealer sees what was entered for it, never what the bank told the factory.
create policy factory_only on bank_line as restrictive using (nullif(current_setting('app.customer_id', true), '') is null);
