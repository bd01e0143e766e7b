-- Invoices: what customers ask for, what was issued, red letters over it, and what the invoice platform was asked. Amounts in 分, tax included.

-- Counters of an order line in its own unit: `invoicing` is applied for and not issued yet, `invoiced` is issued less what was taken back in red.
alter table order_line
  add column invoicing numeric(18,4) not null default 0 check (invoicing >= 0),
  add column invoicing_amount bigint not null default 0 check (invoicing_amount >= 0),
  add column invoiced numeric(18,4) not null default 0 check (invoiced >= 0),
  add column invoiced_amount bigint not null default 0 check (invoiced_amount >= 0);
-- What was signed and not returned is worth invoicing; what was invoiced beyond it must be taken back in red. Lists find both by an index of a few rows.
alter table order_line
  add column to_invoice boolean not null generated always as (
    round((amount - discount_alloc - expense_alloc)::numeric * (signed - returned) / qty) > invoiced_amount + invoicing_amount) stored,
  add column red_due boolean not null generated always as (
    invoiced > signed - returned or invoiced_amount > round((amount - discount_alloc - expense_alloc)::numeric * (signed - returned) / qty)) stored;
create index order_line_to_invoice on order_line (tenant_id, customer_id, order_id) where to_invoice;
create index order_line_red_due on order_line (tenant_id, customer_id, id) where red_due;

-- How far an order is invoiced, as its list filters by it: everything the order keeps, some of it or nothing.
alter table sales_order add column invoice_state text not null default 'NONE' check (invoice_state in ('NONE', 'PART', 'ALL'));
create index sales_order_invoice on sales_order (tenant_id, invoice_state, created_at desc, id desc);
create function order_invoice_state() returns trigger language plpgsql as $$
begin
  update sales_order o set invoice_state = s.state
  from (select case
          when coalesce(sum(l.invoiced_amount), 0) = 0 then 'NONE'
          when bool_and(l.invoiced_amount >= round((l.amount - l.discount_alloc - l.expense_alloc)::numeric * (l.qty - l.closed - l.returned) / l.qty)) then 'ALL'
          else 'PART' end as state
        from order_line l where l.tenant_id = new.tenant_id and l.order_id = new.order_id) s
  where o.tenant_id = new.tenant_id and o.id = new.order_id and o.invoice_state <> s.state;
  return null;
end $$;
create trigger order_invoice_state after update of invoiced_amount, returned, closed on order_line for each row
  when (old.invoiced_amount <> new.invoiced_amount or ((old.returned <> new.returned or old.closed <> new.closed) and new.invoiced_amount > 0))
  execute function order_invoice_state();

create table billing (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  customer_id uuid not null,
  direction text not null check (direction in ('BLUE', 'RED')),
  kind text not null check (kind in ('E_SPECIAL', 'E_GENERAL', 'P_SPECIAL', 'P_GENERAL')),
  source text not null check (source in ('FACTORY', 'DEALER')),
  title text not null,
  tax_no text not null default '',
  address text not null default '',
  phone text not null default '',
  bank text not null default '',
  -- Sealed.
  bank_account text not null default '',
  email text not null default '',
  amount bigint not null check (amount > 0),
  tax bigint not null check (tax >= 0),
  line_count int not null,
  order_nos text[] not null default '{}',
  invoice_nos text[] not null default '{}',
  -- Taken back by red letters that were issued.
  red_amount bigint not null default 0 check (red_amount >= 0),
  -- Of a red letter: what it takes back, and why.
  origin_id uuid,
  red_reason text check (red_reason in ('01', '02', '03', '04')),
  status text not null check (status in ('PENDING_AUDIT', 'WAIT_ISSUE', 'ISSUING', 'ISSUED', 'PART_RED', 'RED', 'FAILED', 'REJECTED', 'VOID')),
  -- Why it was rejected, voided, or could not be issued.
  reason text not null default '',
  remark text not null default '',
  how text not null default '' check (how in ('', 'HAND', 'IMPORT', 'PLATFORM')),
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  audited_by uuid,
  auditor text not null default '',
  audited_at timestamptz,
  issuer text not null default '',
  issued_at timestamptz,
  mailed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check (red_amount <= amount),
  check ((direction = 'RED') = (origin_id is not null and red_reason is not null)),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, origin_id) references billing (tenant_id, id)
);
create index billing_created on billing (tenant_id, created_at desc, id desc) include (status);
create index billing_status on billing (tenant_id, status, created_at desc, id desc);
create index billing_customer on billing (tenant_id, customer_id, created_at desc, id desc);
create index billing_kind on billing (tenant_id, kind, created_at desc, id desc);
create index billing_red on billing (tenant_id, created_at desc, id desc) where direction = 'RED';
create index billing_origin on billing (tenant_id, origin_id) where origin_id is not null;
create index billing_issued on billing (tenant_id, issued_at, id);
create index billing_issued_last on billing (tenant_id, issued_at desc nulls last, id desc);
create index billing_amount on billing (tenant_id, amount, id);
create index billing_search on billing using gin (
  lined(no) gin_trgm_ops, lined(variadic order_nos) gin_trgm_ops, lined(variadic invoice_nos) gin_trgm_ops, grams(title));
create view billing_text as select id, lined(no) as no, lined(variadic order_nos) as order_nos, lined(variadic invoice_nos) as invoice_nos, title, grams(title) as title_grams
  from billing where tenant_id = (select current_tenant());
grant select on billing_text to portal_app;
call guard_table('billing', 'customer_id');

create table billing_line (
  tenant_id bigint not null,
  id uuid not null,
  billing_id uuid not null,
  customer_id uuid not null,
  line_no int not null,
  order_id uuid not null,
  order_line_id uuid not null,
  -- Of a red letter: the line it takes back.
  origin_line_id uuid,
  sku_code text not null,
  name text not null,
  spec text not null default '',
  unit_name text not null default '',
  tax_class_code text not null default '',
  -- 0 where only an amount is invoiced.
  qty numeric(18,4) not null check (qty >= 0),
  amount bigint not null check (amount > 0),
  tax_rate_ppm int not null check (tax_rate_ppm >= 0),
  tax bigint not null check (tax >= 0),
  -- Taken back in red: issued, and on the way.
  red_qty numeric(18,4) not null default 0 check (red_qty >= 0),
  red_amount bigint not null default 0 check (red_amount >= 0),
  red_tax bigint not null default 0 check (red_tax >= 0),
  redding_qty numeric(18,4) not null default 0 check (redding_qty >= 0),
  redding_amount bigint not null default 0 check (redding_amount >= 0),
  redding_tax bigint not null default 0 check (redding_tax >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, billing_id, line_no),
  constraint billing_line_red check (red_qty + redding_qty <= qty and red_amount + redding_amount <= amount and red_tax + redding_tax <= tax),
  check (tax <= amount),
  foreign key (tenant_id, billing_id) references billing (tenant_id, id) on delete cascade,
  foreign key (tenant_id, order_line_id) references order_line (tenant_id, id),
  foreign key (tenant_id, origin_line_id) references billing_line (tenant_id, id)
);
create index billing_line_order on billing_line (tenant_id, order_id);
create index billing_line_order_line on billing_line (tenant_id, order_line_id);
call guard_table('billing_line', 'customer_id');

-- The invoices that were really issued for it: one from a platform, perhaps several where the clerk split it by hand.
create table invoice (
  tenant_id bigint not null,
  id uuid not null,
  billing_id uuid not null,
  customer_id uuid not null,
  -- Of paper invoices; '' otherwise.
  code text not null default '',
  no text not null,
  issued_on date not null,
  amount bigint not null check (amount > 0),
  tax bigint not null check (tax >= 0),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code, no),
  foreign key (tenant_id, billing_id) references billing (tenant_id, id) on delete cascade
);
create index invoice_billing on invoice (tenant_id, billing_id);
call guard_table('invoice', 'customer_id');

-- What the platform was asked, by a number of our own that it knows again: asked twice, it issues once.
create table billing_request (
  tenant_id bigint not null,
  id uuid not null,
  billing_id uuid not null,
  customer_id uuid not null,
  request_no text not null,
  -- WAITING: never sent; SENT: sent, the answer may be lost; STUCK: nobody knows, and a person must look.
  state text not null check (state in ('WAITING', 'SENT', 'ISSUED', 'REFUSED', 'STUCK', 'DROPPED')),
  attempts int not null default 0,
  due_at timestamptz not null,
  last_error text not null default '',
  asked_by text not null default '',
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, request_no),
  foreign key (tenant_id, billing_id) references billing (tenant_id, id) on delete cascade
);
create index billing_request_billing on billing_request (tenant_id, billing_id, created_at);
-- One question of a document at a time.
create unique index billing_request_open on billing_request (tenant_id, billing_id) where state in ('WAITING', 'SENT', 'STUCK');
create index billing_request_due on billing_request (due_at) where state in ('WAITING', 'SENT');
call guard_table('billing_request', 'customer_id');

-- Letters may carry files of their tenant, such as an invoice.
alter table outgoing add column files text[] not null default '{}';
