-- Credit sale: who may buy on account up to what limit, what is set aside and used of it, and a ledger of every change. Amounts in 分.
-- A limit of null is unlimited, of 0 none.

create table credit_type (
  tenant_id bigint not null,
  id uuid not null,
  code text not null,
  name text not null,
  -- What is repaid may be used again.
  revolving boolean not null default true,
  -- How far above the limit an order may go, percent of the limit.
  over_pct numeric(5, 2) not null default 0 check (over_pct between 0 and 100),
  -- After so many hours a hold nothing was delivered of is given back; null: it stays as long as its order.
  hold_hours int check (hold_hours between 1 and 8760),
  per_order_limit bigint check (per_order_limit > 0),
  -- What new accounts begin with; see `terms.ts`.
  terms jsonb not null default '{}',
  -- Which account pays an order where a customer has several: the lowest first.
  sort int not null default 0,
  enabled boolean not null default true,
  remark text not null default '',
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  unique (tenant_id, name)
);
create index credit_type_sort on credit_type (tenant_id, sort, id);
call guard_table('credit_type');

-- Companies that share one limit beside their own. `held` and `used` are the sums of its accounts, moved under its lock, which comes before theirs.
create table credit_group (
  tenant_id bigint not null,
  id uuid not null,
  code text not null,
  name text not null,
  limit_amount bigint check (limit_amount >= 0),
  held bigint not null default 0 check (held >= 0),
  used bigint not null default 0 check (used >= 0),
  frozen boolean not null default false,
  remark text not null default '',
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  unique (tenant_id, name)
);
create index credit_group_created on credit_group (tenant_id, created_at desc, id desc);
call guard_table('credit_group');

create table credit_account (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  customer_id uuid not null,
  credit_type_id uuid not null,
  group_id uuid,
  status text not null default 'PENDING' check (status in ('PENDING', 'ACTIVE', 'FROZEN', 'EXPIRED', 'CLOSED')),
  -- Of lines that hold today, kept under the row's lock: `base_limit` of BASE lines, `limit_amount` of all, `over_limit` what the type lets it exceed that by.
  base_limit bigint check (base_limit >= 0),
  limit_amount bigint check (limit_amount >= 0),
  over_limit bigint not null default 0 check (over_limit >= 0),
  -- When lines or validity change next: from that day on the columns above are reckoned anew before anything is set aside.
  next_change_on date,
  held bigint not null default 0 check (held >= 0),
  used bigint not null default 0 check (used >= 0),
  -- Repaid of an account that does not revolve: used up for good.
  spent bigint not null default 0 check (spent >= 0),
  frozen_amount bigint not null default 0 check (frozen_amount >= 0),
  -- Negative after a decrease or an expiry; null when unlimited.
  available bigint generated always as (limit_amount - held - used - spent - frozen_amount) stored,
  usage_ppm bigint generated always as (case when limit_amount > 0 then (held + used + spent) * 1000000 / limit_amount else 0 end) stored,
  per_order_limit bigint check (per_order_limit > 0),
  valid_from date not null,
  valid_to date,
  terms jsonb not null default '{}',
  remark text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  activated_at timestamptz,
  closed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  unique (tenant_id, customer_id, credit_type_id),
  check (valid_to is null or valid_to >= valid_from),
  constraint credit_closed check (status <> 'CLOSED' or (held = 0 and used = 0)),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, credit_type_id) references credit_type (tenant_id, id),
  foreign key (tenant_id, group_id) references credit_group (tenant_id, id)
);
create index credit_account_created on credit_account (tenant_id, created_at desc, id desc) include (status);
create index credit_account_status on credit_account (tenant_id, status, created_at desc, id desc);
create index credit_account_type on credit_account (tenant_id, credit_type_id, created_at desc, id desc);
create index credit_account_valid on credit_account (tenant_id, valid_to, id);
create index credit_account_available on credit_account (tenant_id, available, id);
create index credit_account_limit on credit_account (tenant_id, limit_amount, id);
create index credit_account_used on credit_account (tenant_id, used, id);
create index credit_account_usage on credit_account (tenant_id, usage_ppm, id);
create index credit_account_change on credit_account (tenant_id, next_change_on) where next_change_on is not null;
create index credit_account_group on credit_account (tenant_id, group_id) where group_id is not null;
create index credit_account_search on credit_account using gin (lined(no) gin_trgm_ops);
create view credit_account_text as select id, lined(no) as no from credit_account where tenant_id = (select current_tenant());
grant select on credit_account_text to portal_app;
call guard_table('credit_account', 'customer_id');

-- Whoever moves the money of a customer in a group locks the group first (`lockCustomerMoney`): this says which, so that others pay nothing for it.
alter table fund_account add column credit_group_id uuid;
create function credit_group_of_funds() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update fund_account f set credit_group_id = new.group_id
  where f.tenant_id = new.tenant_id and f.customer_id = new.customer_id and f.type = 'BALANCE' and f.credit_group_id is distinct from new.group_id;
  return null;
end $$;
create trigger credit_group_of_funds after insert or update of group_id, customer_id on credit_account for each row execute function credit_group_of_funds();

-- What the limit is made of. Never rewritten but for when it ends; a new base line ends the one before.
create table credit_line (
  tenant_id bigint not null,
  id uuid not null,
  account_id uuid not null,
  customer_id uuid not null,
  kind text not null check (kind in ('BASE', 'TEMP', 'ADJUST')),
  -- null only of a base line: unlimited.
  amount bigint,
  valid_from date not null,
  valid_to date,
  reason text not null default '',
  source_type text not null default '',
  source_id uuid,
  source_no text not null default '',
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  -- Taken back before its time, or replaced.
  ended_at timestamptz,
  end_reason text not null default '',
  primary key (tenant_id, id),
  check (amount is not null or kind = 'BASE'),
  check (kind <> 'BASE' or amount is null or amount >= 0),
  check (kind = 'BASE' or amount <> 0),
  check (kind <> 'TEMP' or valid_to is not null),
  check (valid_to is null or valid_to >= valid_from),
  foreign key (tenant_id, account_id) references credit_account (tenant_id, id)
);
create index credit_line_account on credit_line (tenant_id, account_id, valid_from);
call guard_table('credit_line', 'customer_id');

-- Why an account may not be used, or a part of its limit: each reason on its own; it is free when none is open.
create table credit_freeze (
  tenant_id bigint not null,
  id uuid not null,
  account_id uuid not null,
  customer_id uuid not null,
  -- null: the whole account.
  amount bigint check (amount > 0),
  source text not null check (source in ('MANUAL', 'OVERDUE', 'RISK')),
  -- The rule that did it, where one did.
  rule_id uuid,
  reason text not null,
  frozen_by uuid,
  freezer text not null default '',
  frozen_at timestamptz not null default now(),
  thawed_by uuid,
  thawer text not null default '',
  thawed_at timestamptz,
  thaw_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references credit_account (tenant_id, id)
);
create index credit_freeze_account on credit_freeze (tenant_id, account_id, frozen_at desc);
create unique index credit_freeze_rule on credit_freeze (tenant_id, account_id, source, rule_id) where thawed_at is null and rule_id is not null;
call guard_table('credit_freeze', 'customer_id');

-- 用信单: one use of credit, for an order or by form.
create table credit_order (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  account_id uuid not null,
  customer_id uuid not null,
  source text not null check (source in ('ORDER', 'FORM', 'OPENING')),
  order_id uuid,
  -- Of an order from elsewhere: its number there.
  order_no text not null default '',
  -- Everything ever set aside; where it is now: held, committed by deliveries, or released.
  amount bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  committed bigint not null default 0 check (committed >= 0),
  released bigint not null default 0 check (released >= 0),
  -- Of what was committed: goods that came back unpaid, and principal repaid.
  returned bigint not null default 0 check (returned >= 0),
  repaid bigint not null default 0 check (repaid >= 0),
  open_amount bigint generated always as (committed - returned - repaid) stored,
  terms jsonb not null default '{}',
  status text not null default 'HELD' check (status in ('HELD', 'IN_USE', 'SETTLED', 'CANCELLED', 'REJECTED', 'WRITTEN_OFF')),
  hold_expires_at timestamptz,
  -- When the first delivery began to count.
  started_on date,
  -- Kept by the plan: when the earliest open part is due, and from when on it counts as overdue.
  next_due_on date,
  overdue_from date,
  remark text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  constraint credit_order_sum check (amount = held + committed + released),
  constraint credit_order_open check (committed >= returned + repaid),
  foreign key (tenant_id, account_id) references credit_account (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create unique index credit_order_of on credit_order (tenant_id, order_id) where order_id is not null and status not in ('CANCELLED', 'REJECTED');
create index credit_order_order on credit_order (tenant_id, order_id) where order_id is not null;
create index credit_order_created on credit_order (tenant_id, created_at desc, id desc) include (status);
create index credit_order_status on credit_order (tenant_id, status, created_at desc, id desc);
create index credit_order_customer on credit_order (tenant_id, customer_id, created_at desc, id desc);
create index credit_order_account on credit_order (tenant_id, account_id, created_at desc, id desc);
create index credit_order_source on credit_order (tenant_id, source, created_at desc, id desc);
create index credit_order_due on credit_order (tenant_id, next_due_on, id) where next_due_on is not null;
create index credit_order_overdue on credit_order (tenant_id, overdue_from, id) where overdue_from is not null;
create index credit_order_amount on credit_order (tenant_id, amount, id);
create index credit_order_open_amount on credit_order (tenant_id, open_amount, id);
create index credit_order_expiry on credit_order (tenant_id, hold_expires_at) where held > 0 and hold_expires_at is not null;
create index credit_order_search on credit_order using gin (lined(no, order_no) gin_trgm_ops);
create view credit_order_text as select id, lined(no, order_no) as nos from credit_order where tenant_id = (select current_tenant());
grant select on credit_order_text to portal_app;
call guard_table('credit_order', 'customer_id');

-- Two phases: set aside, then committed by deliveries or released; each part of it ends once. An order that grows holds anew.
create table credit_hold (
  tenant_id bigint not null,
  id uuid not null,
  credit_order_id uuid not null,
  account_id uuid not null,
  customer_id uuid not null,
  seq int not null,
  amount bigint not null check (amount > 0),
  committed bigint not null default 0 check (committed >= 0),
  released bigint not null default 0 check (released >= 0),
  status text not null default 'HELD' check (status in ('HELD', 'PARTIAL', 'COMMITTED', 'RELEASED', 'EXPIRED')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, credit_order_id, seq),
  constraint credit_hold_covered check (committed + released <= amount),
  foreign key (tenant_id, credit_order_id) references credit_order (tenant_id, id)
);
create index credit_hold_account on credit_hold (tenant_id, account_id) where status in ('HELD', 'PARTIAL');
call guard_table('credit_hold', 'customer_id');

-- One row a delivery, reversal or return: what repayment plans are made of. Never rewritten.
create table credit_use (
  tenant_id bigint not null,
  id uuid not null,
  credit_order_id uuid not null,
  account_id uuid not null,
  customer_id uuid not null,
  kind text not null check (kind in ('COMMIT', 'REVERSE', 'RETURN')),
  amount bigint not null check (amount > 0),
  biz_date date not null,
  biz_type text not null,
  biz_id uuid not null,
  biz_no text not null default '',
  -- Whose goods, where the order is one of the portal.
  delivery_id uuid,
  -- Of a reversal or return: which commit it lowers.
  of_use_id uuid,
  actor text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((kind = 'COMMIT') = (of_use_id is null)),
  foreign key (tenant_id, credit_order_id) references credit_order (tenant_id, id),
  foreign key (tenant_id, of_use_id) references credit_use (tenant_id, id)
);
create unique index credit_use_once on credit_use (tenant_id, credit_order_id, biz_type, biz_id, kind, of_use_id) nulls not distinct;
create index credit_use_order on credit_use (tenant_id, credit_order_id, created_at);
create index credit_use_delivery on credit_use (tenant_id, delivery_id) where delivery_id is not null;
create index credit_use_of on credit_use (tenant_id, of_use_id) where of_use_id is not null;
call guard_table('credit_use', 'customer_id');
revoke update, delete on credit_use from portal_app;

-- Every change of an account, in its order (`seq` is the account's version), with where it stood afterwards.
create table credit_journal (
  tenant_id bigint not null,
  id uuid not null,
  account_id uuid not null,
  customer_id uuid not null,
  seq int not null,
  event text not null check (event in ('OPEN', 'LIMIT', 'HOLD', 'COMMIT', 'RELEASE', 'EXPIRE', 'REVERSE', 'RETURN', 'REPAY', 'REPAY_REVERSE', 'FREEZE', 'THAW', 'RENEW', 'CLOSE', 'GROUP')),
  amount bigint not null default 0,
  credit_order_id uuid,
  biz_type text not null default '',
  biz_id uuid,
  biz_no text not null default '',
  biz_date date not null,
  after_status text not null,
  after_limit bigint,
  after_held bigint not null,
  after_used bigint not null,
  after_spent bigint not null,
  after_frozen bigint not null,
  memo text not null default '',
  actor text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, seq),
  foreign key (tenant_id, account_id) references credit_account (tenant_id, id)
);
create index credit_journal_created on credit_journal (tenant_id, created_at desc, id desc);
create index credit_journal_event on credit_journal (tenant_id, event, created_at desc, id desc);
create index credit_journal_customer on credit_journal (tenant_id, customer_id, created_at desc, id desc);
create index credit_journal_order on credit_journal (tenant_id, credit_order_id, created_at) where credit_order_id is not null;
create index credit_journal_search on credit_journal using gin (lined(biz_no) gin_trgm_ops);
create view credit_journal_text as select id, lined(biz_no) as nos from credit_journal where tenant_id = (select current_tenant());
grant select on credit_journal_text to portal_app;
call guard_table('credit_journal', 'customer_id');
revoke update, delete on credit_journal from portal_app;

-- LIMIT = AVAILABLE + HELD + USED + SPENT + FROZEN, each change as a balanced posting. Unlimited accounts have a LIMIT of 0 here and owe it to AVAILABLE.
create table credit_entry (
  tenant_id bigint not null,
  id uuid not null,
  journal_id uuid not null,
  account_id uuid not null,
  customer_id uuid not null,
  code text not null check (code in ('LIMIT', 'AVAILABLE', 'HELD', 'USED', 'SPENT', 'FROZEN')),
  dr bigint not null default 0 check (dr >= 0),
  cr bigint not null default 0 check (cr >= 0),
  primary key (tenant_id, id),
  check ((dr = 0) <> (cr = 0)),
  foreign key (tenant_id, journal_id) references credit_journal (tenant_id, id)
);
create index credit_entry_journal on credit_entry (tenant_id, journal_id);
create index credit_entry_account on credit_entry (tenant_id, account_id, code) include (dr, cr);
call guard_table('credit_entry', 'customer_id');
revoke update, delete on credit_entry from portal_app;

create function credit_balances() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if (select sum(dr) <> sum(cr) from credit_entry where tenant_id = new.tenant_id and journal_id = new.journal_id) then
    raise exception 'credit journal % does not balance', new.journal_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger credit_entry_balances after insert on credit_entry deferrable initially deferred for each row execute function credit_balances();

-- Owed by a plan: settled where repayments are registered, not by matching receipts by hand.
alter table receivable add column credit_order_id uuid;
create index receivable_credit on receivable (tenant_id, credit_order_id) where credit_order_id is not null;

insert into credit_type (tenant_id, id, code, name, revolving, sort)
select t.id, gen_random_uuid(), v.code, v.name, v.revolving, v.sort
from tenant t, (values ('FIXED', '固定额度', true, 1), ('TEMP', '临时额度', false, 2), ('PROJECT', '项目额度', true, 3), ('ORDER', '单笔额度', false, 4)) as v (code, name, revolving, sort);
