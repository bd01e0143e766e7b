-- The receivables steward: what a customer is to pay by plan, what is taken off it or moved by approval, and what is disputed. Amounts in 分.
-- There is one ledger of debt, `receivable`: an item that falls due becomes one or points to the one an order, a delivery or a credit order made.

-- What it is paid for, and what of it the customer disputes at this moment (kept by the disputes, in their transaction).
alter table receivable
  add column nature text not null default 'DELIVERY' check (nature in ('ADVANCE', 'PROGRESS', 'DELIVERY', 'ACCEPTANCE', 'RETENTION')),
  add column disputed bigint not null default 0 check (disputed >= 0);
alter table receivable drop constraint receivable_source_check;
alter table receivable add constraint receivable_source_check check (source in ('DELIVERY', 'OPENING', 'ADJUST', 'PLAN'));
create index receivable_nature on receivable (tenant_id, nature, biz_date desc, id desc);
create index receivable_disputed on receivable (tenant_id, customer_id) where disputed > 0;
create index receivable_created on receivable (tenant_id, created_at desc, id desc);

create table ar_plan (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  customer_id uuid not null,
  title text not null,
  source text not null check (source in ('MANUAL', 'ORDER', 'CREDIT', 'IMPORT', 'BANK')),
  contract_no text not null default '',
  project_id uuid,
  order_id uuid,
  credit_order_id uuid,
  -- Of items it makes itself; of an order or credit order what those were agreed for.
  total bigint not null check (total > 0),
  signed_on date,
  owner_id uuid,
  collector_id uuid,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'RUNNING', 'DONE', 'STOPPED')),
  remark text not null default '',
  reason text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz,
  started_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check ((source = 'ORDER') = (order_id is not null) and (source = 'CREDIT') = (credit_order_id is not null)),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, project_id) references project (tenant_id, id),
  foreign key (tenant_id, owner_id) references member (tenant_id, id),
  foreign key (tenant_id, collector_id) references member (tenant_id, id)
);
create index ar_plan_created on ar_plan (tenant_id, created_at desc, id desc);
create index ar_plan_status on ar_plan (tenant_id, status, created_at desc, id desc);
create index ar_plan_source on ar_plan (tenant_id, source, created_at desc, id desc);
create index ar_plan_customer on ar_plan (tenant_id, customer_id, created_at desc, id desc);
create index ar_plan_owner on ar_plan (tenant_id, owner_id, created_at desc, id desc);
create index ar_plan_total on ar_plan (tenant_id, total, id);
create index ar_plan_project on ar_plan (tenant_id, project_id) where project_id is not null;
create unique index ar_plan_order on ar_plan (tenant_id, order_id) where order_id is not null and status <> 'STOPPED';
create unique index ar_plan_credit on ar_plan (tenant_id, credit_order_id) where credit_order_id is not null and status <> 'STOPPED';
create index ar_plan_search on ar_plan using gin (lined(no, contract_no) gin_trgm_ops, grams(title));
create view ar_plan_text as select id, lined(no, contract_no) as no, title, grams(title) as title_grams from ar_plan where tenant_id = (select current_tenant());
grant select on ar_plan_text to portal_app;
call guard_table('ar_plan', 'customer_id');

create table ar_plan_item (
  tenant_id bigint not null,
  id uuid not null,
  plan_id uuid not null,
  customer_id uuid not null,
  seq int not null check (seq > 0),
  nature text not null check (nature in ('ADVANCE', 'PROGRESS', 'DELIVERY', 'ACCEPTANCE', 'RETENTION')),
  amount bigint not null check (amount > 0),
  -- Due on a day, or so many days after something happens.
  due_by text not null check (due_by in ('DATE', 'SIGN', 'SHIP', 'ACCEPT', 'WARRANTY', 'INVOICE')),
  due_days int not null default 0 check (due_days between 0 and 3650),
  due_date date,
  happened_on date,
  -- The debt it became, or the one it shows.
  receivable_id uuid,
  remark text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, plan_id, seq),
  check (due_by <> 'DATE' or due_date is not null),
  check (receivable_id is null or due_date is not null),
  foreign key (tenant_id, plan_id) references ar_plan (tenant_id, id) on delete cascade,
  foreign key (tenant_id, receivable_id) references receivable (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create unique index ar_plan_item_receivable on ar_plan_item (tenant_id, receivable_id) where receivable_id is not null;
create index ar_plan_item_due on ar_plan_item (tenant_id, due_date, id);
create index ar_plan_item_waiting on ar_plan_item (tenant_id, plan_id) where receivable_id is null;
create index ar_plan_item_customer on ar_plan_item (tenant_id, customer_id);
call guard_table('ar_plan_item', 'customer_id');

-- 应收调整: nothing moves before somebody else than its maker has agreed.
create table ar_adjust (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  kind text not null check (kind in ('DISCOUNT', 'ROUNDING', 'BAD_DEBT', 'RECLASS', 'RESCHEDULE', 'RESTORE')),
  customer_id uuid not null,
  receivable_id uuid not null,
  receivable_no text not null,
  -- What is taken off (or put back); 0 where only the kind of payment or the day changes.
  amount bigint not null default 0 check (amount >= 0),
  due_from date,
  due_to date,
  nature_from text,
  nature_to text,
  dispute_id uuid,
  -- The adjustment that is taken back.
  of_adjust_id uuid,
  restored bigint not null default 0 check (restored >= 0),
  reason text not null,
  voucher text[] not null default '{}',
  status text not null default 'PENDING' check (status in ('PENDING', 'DONE', 'REJECTED', 'WITHDRAWN')),
  opinion text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  decider text not null default '',
  decided_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check ((kind in ('DISCOUNT', 'ROUNDING', 'BAD_DEBT', 'RESTORE')) = (amount > 0)),
  check ((kind = 'RESCHEDULE') = (due_to is not null)),
  check ((kind = 'RECLASS') = (nature_to is not null)),
  check ((kind = 'RESTORE') = (of_adjust_id is not null)),
  check (restored <= amount),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, receivable_id) references receivable (tenant_id, id),
  foreign key (tenant_id, of_adjust_id) references ar_adjust (tenant_id, id)
);
create index ar_adjust_created on ar_adjust (tenant_id, created_at desc, id desc);
create index ar_adjust_status on ar_adjust (tenant_id, status, created_at desc, id desc);
create index ar_adjust_customer on ar_adjust (tenant_id, customer_id, created_at desc, id desc);
create index ar_adjust_receivable on ar_adjust (tenant_id, receivable_id, created_at);
create unique index ar_adjust_waiting on ar_adjust (tenant_id, receivable_id, kind) where status = 'PENDING';
create index ar_adjust_search on ar_adjust using gin (lined(no, receivable_no) gin_trgm_ops);
create view ar_adjust_text as select id, lined(no, receivable_no) as no from ar_adjust where tenant_id = (select current_tenant());
grant select on ar_adjust_text to portal_app;
call guard_table('ar_adjust', 'customer_id');

-- 争议: a part of a receivable the customer does not accept. The rest runs on.
create table ar_dispute (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  customer_id uuid not null,
  receivable_id uuid not null,
  receivable_no text not null,
  reason text not null check (reason in ('QUALITY', 'QUANTITY', 'PRICE', 'INVOICE', 'DUPLICATE', 'OTHER')),
  amount bigint not null check (amount > 0),
  words text not null,
  voucher text[] not null default '{}',
  handler_id uuid,
  -- UPHOLDING: found right, the amount waits to be taken off by approval.
  status text not null default 'OPEN' check (status in ('OPEN', 'UPHOLDING', 'UPHELD', 'DENIED', 'WITHDRAWN')),
  upheld bigint not null default 0 check (upheld between 0 and amount),
  answer text not null default '',
  adjust_id uuid,
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  closer text not null default '',
  closed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, receivable_id) references receivable (tenant_id, id),
  foreign key (tenant_id, handler_id) references member (tenant_id, id),
  foreign key (tenant_id, adjust_id) references ar_adjust (tenant_id, id)
);
create index ar_dispute_created on ar_dispute (tenant_id, created_at desc, id desc);
create index ar_dispute_status on ar_dispute (tenant_id, status, created_at desc, id desc);
create index ar_dispute_customer on ar_dispute (tenant_id, customer_id, created_at desc, id desc);
create index ar_dispute_receivable on ar_dispute (tenant_id, receivable_id, created_at);
create index ar_dispute_open on ar_dispute (tenant_id, receivable_id) where status in ('OPEN', 'UPHOLDING');
call guard_table('ar_dispute', 'customer_id');

-- Settings of the steward, every version of them: the last one holds.
create table ar_config (
  tenant_id bigint not null,
  id uuid not null,
  version int not null check (version > 0),
  content jsonb not null,
  actor text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, version)
);
call guard_table('ar_config');
revoke update, delete on ar_config from portal_app;

-- Everything that is owed at this moment, by the day it is due. What is owed on credit stands here by instalment: its receivable is due with the last of them.
-- `late_on`: the last day it is not overdue (due day, or the end of grace). `outstanding` may be below 0: owed less. `running` is what nobody disputes.
create index repay_item_owing on repay_item (tenant_id, customer_id, due_on) include (open_principal, grace_end) where settled_on is null;
create view open_item with (security_invoker = true) as
  select r.tenant_id, r.id as item_id, r.id as receivable_id, null::uuid as repay_item_id, r.no, r.customer_id, r.customer_name, r.sales_member_id,
    r.source, r.nature, r.biz_date, r.due_date, r.due_date as late_on, r.amount, r.open as outstanding,
    least(r.disputed, greatest(r.open, 0)) as disputed, r.open - least(r.disputed, greatest(r.open, 0)) as running, r.credit_order_id, r.order_id, r.order_no
  from receivable r where r.status in ('OPEN', 'PART') and r.open <> 0 and r.credit_order_id is null
  union all
  select i.tenant_id, i.id, r.id, i.id, i.no, i.customer_id, r.customer_name, r.sales_member_id,
    'CREDIT', coalesce(r.nature, 'DELIVERY'), i.start_on, i.due_on, i.grace_end, i.principal, i.open_principal,
    least(coalesce(r.disputed, 0), i.open_principal), i.open_principal - least(coalesce(r.disputed, 0), i.open_principal), i.credit_order_id, r.order_id, r.order_no
  from repay_item i
  left join lateral (
    select v.id, v.customer_name, v.sales_member_id, v.nature, v.disputed, v.order_id, v.order_no from receivable v
    where v.tenant_id = i.tenant_id and v.credit_order_id = i.credit_order_id and v.delivery_id is not distinct from i.delivery_id and v.status <> 'REVERSED'
    order by v.open desc, v.id limit 1) r on true
  where i.settled_on is null and i.open_principal > 0;
grant select on open_item to portal_app;
