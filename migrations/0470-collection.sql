-- Collection: strategies with their versions, cases per customer, promises, what was sent, letters, and money that came in stages. Amounts in 分.

create table urge_strategy (
  tenant_id bigint not null,
  id uuid not null,
  name text not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ENABLED', 'DISABLED')),
  -- Asked from the smallest.
  priority int not null default 50 check (priority between 1 and 999),
  -- The version that is in force; null: none was published.
  version_id uuid,
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call guard_table('urge_strategy');

-- A draft may be written over; what was published stays as it was.
create table urge_version (
  tenant_id bigint not null,
  id uuid not null,
  strategy_id uuid not null,
  ver int not null check (ver > 0),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED', 'RETIRED')),
  spec jsonb not null,
  notes text not null default '',
  actor text not null default '',
  created_at timestamptz not null default now(),
  published_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, strategy_id, ver),
  foreign key (tenant_id, strategy_id) references urge_strategy (tenant_id, id)
);
create unique index urge_version_draft on urge_version (tenant_id, strategy_id) where status = 'DRAFT';
create unique index urge_version_published on urge_version (tenant_id, strategy_id) where status = 'PUBLISHED';
call guard_table('urge_version');
create function urge_version_stays() returns trigger language plpgsql as $$
begin
  if old.status <> 'DRAFT' and (new.spec, new.ver, new.strategy_id, new.published_at) is distinct from (old.spec, old.ver, old.strategy_id, old.published_at) then
    raise exception 'a published version of a strategy is never changed';
  end if;
  return new;
end $$;
create trigger urge_version_stays before update on urge_version for each row execute function urge_version_stays();

create table urge_case (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  customer_id uuid not null,
  status text not null default 'NEW' check (status in ('NEW', 'WORKING', 'PROMISED', 'DISPUTED', 'ESCALATED', 'CLEARED', 'BAD')),
  source text not null default 'AUTO' check (source in ('AUTO', 'MANUAL')),
  owner_id uuid,
  sales_member_id uuid,
  strategy_id uuid,
  version_id uuid,
  -- Chosen by hand: rules leave it alone.
  locked boolean not null default false,
  paused boolean not null default false,
  -- The run through the steps; see rhythm.ts.
  cycle_no int not null default 0,
  carrying_id uuid,
  anchor date,
  step_no int not null default 0,
  repeat_no int not null default 0,
  last_step_on date,
  last_contact_on date,
  promised_until date,
  next_step int,
  next_on date,
  -- The day something of it changes by itself: a debt falls due, a promise runs out.
  check_on date,
  follow_on date,
  -- As it was last reckoned.
  open_amount bigint not null default 0,
  overdue_amount bigint not null default 0,
  disputed_amount bigint not null default 0,
  promised_amount bigint not null default 0,
  items int not null default 0,
  oldest_on date,
  broken int not null default 0,
  reason text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, owner_id) references member (tenant_id, id),
  foreign key (tenant_id, strategy_id) references urge_strategy (tenant_id, id),
  foreign key (tenant_id, version_id) references urge_version (tenant_id, id)
);
-- One open case a customer: whoever comes second finds it.
create unique index urge_case_open on urge_case (tenant_id, customer_id) where status not in ('CLEARED', 'BAD');
create index urge_case_created on urge_case (tenant_id, created_at desc, id desc) include (status);
create index urge_case_status on urge_case (tenant_id, status, created_at desc, id desc);
create index urge_case_overdue on urge_case (tenant_id, overdue_amount, id);
create index urge_case_oldest on urge_case (tenant_id, oldest_on, id);
create index urge_case_customer on urge_case (tenant_id, customer_id, created_at desc, id desc);
create index urge_case_owner on urge_case (tenant_id, owner_id, created_at desc, id desc);
create index urge_case_next on urge_case (tenant_id, next_on, id) where status not in ('CLEARED', 'BAD');
create index urge_case_check on urge_case (tenant_id, check_on, id) where status not in ('CLEARED', 'BAD');
create index urge_case_follow on urge_case (tenant_id, follow_on, id) where status not in ('CLEARED', 'BAD') and follow_on is not null;
create index urge_case_strategy on urge_case (tenant_id, strategy_id) where status not in ('CLEARED', 'BAD');
create index urge_case_search on urge_case using gin (lined(no) gin_trgm_ops);
create view urge_case_text as select id, lined(no) as no from urge_case where tenant_id = (select current_tenant());
grant select on urge_case_text to portal_app;
call guard_table('urge_case', 'customer_id');

-- Customers that are merged have one open case: the one that comes ends, its debts are taken up by the other.
create function urge_case_merged() returns trigger language plpgsql as $$
begin
  if new.customer_id <> old.customer_id and new.status not in ('CLEARED', 'BAD') and exists (
    select from urge_case c where c.tenant_id = new.tenant_id and c.customer_id = new.customer_id and c.id <> new.id and c.status not in ('CLEARED', 'BAD'))
  then
    new.status := 'CLEARED';
    new.closed_at := now();
    new.reason := '客户合并，并入另一催收案件';
  end if;
  return new;
end $$;
create trigger urge_case_merged before update of customer_id on urge_case for each row execute function urge_case_merged();

-- Which debts a case was about, from when until when.
create table urge_case_item (
  tenant_id bigint not null,
  id uuid not null default gen_random_uuid(),
  case_id uuid not null,
  item_id uuid not null,
  customer_id uuid not null,
  no text not null,
  due_on date not null,
  amount bigint not null,
  entered_on date not null,
  left_on date,
  primary key (tenant_id, id),
  unique (tenant_id, case_id, item_id),
  foreign key (tenant_id, case_id) references urge_case (tenant_id, id)
);
create index urge_case_item_customer on urge_case_item (tenant_id, customer_id);
call guard_table('urge_case_item', 'customer_id');

-- What happened to a case. Only added to.
create table urge_record (
  tenant_id bigint not null,
  id uuid not null,
  case_id uuid not null,
  customer_id uuid not null,
  kind text not null check (kind in ('CONTACT', 'SEND', 'TASK', 'PROMISE', 'STATE', 'NOTE', 'LETTER', 'RETURN')),
  channel text not null default '',
  contact text not null default '',
  result text not null default '',
  content text not null default '',
  next_follow_on date,
  ref_id uuid,
  actor_id uuid,
  actor text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, case_id) references urge_case (tenant_id, id)
);
create index urge_record_case on urge_record (tenant_id, case_id, created_at desc, id desc);
create index urge_record_actor on urge_record (tenant_id, actor_id, created_at desc) where kind = 'CONTACT';
create index urge_record_customer on urge_record (tenant_id, customer_id);
call guard_table('urge_record', 'customer_id');
revoke delete on urge_record from portal_app;

create table urge_promise (
  tenant_id bigint not null,
  id uuid not null,
  case_id uuid not null,
  customer_id uuid not null,
  amount bigint not null check (amount > 0),
  due_on date not null,
  -- With the days of grace.
  until_on date not null,
  -- What had been paid of the customer's debts when it was given; what came since counts.
  paid_before bigint not null default 0,
  received bigint not null default 0,
  status text not null default 'OPEN' check (status in ('OPEN', 'KEPT', 'PARTIAL', 'BROKEN', 'CANCELLED')),
  contact text not null default '',
  remark text not null default '',
  creator text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (tenant_id, id),
  check (until_on >= due_on),
  foreign key (tenant_id, case_id) references urge_case (tenant_id, id)
);
create unique index urge_promise_open on urge_promise (tenant_id, case_id) where status = 'OPEN';
create index urge_promise_case on urge_promise (tenant_id, case_id, created_at desc);
create index urge_promise_due on urge_promise (tenant_id, due_on) where status = 'OPEN';
create index urge_promise_decided on urge_promise (tenant_id, decided_at) where status <> 'OPEN';
create index urge_promise_customer on urge_promise (tenant_id, customer_id);
call guard_table('urge_promise', 'customer_id');

-- A step taken, by the system or as a task of a person: each once a cycle.
create table urge_send (
  tenant_id bigint not null,
  id uuid not null,
  case_id uuid not null,
  customer_id uuid not null,
  strategy_id uuid not null,
  version_id uuid not null,
  cycle_no int not null,
  step_no int not null,
  repeat_no int not null default 0,
  channel text not null,
  status text not null check (status in ('SENT', 'TASK', 'DONE', 'SKIPPED', 'FAILED')),
  sent_on date not null,
  -- Read again under lock when it was sent.
  outstanding bigint not null check (outstanding > 0),
  title text not null default '',
  body text not null default '',
  assignee_id uuid,
  letter_id uuid,
  problem text not null default '',
  actor text not null default '',
  created_at timestamptz not null default now(),
  done_at timestamptz,
  escalate_at timestamptz,
  escalated_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, case_id, cycle_no, step_no, repeat_no),
  foreign key (tenant_id, case_id) references urge_case (tenant_id, id)
);
create index urge_send_day on urge_send (tenant_id, strategy_id, sent_on);
create index urge_send_task on urge_send (tenant_id, assignee_id, created_at) where status = 'TASK';
create index urge_send_escalate on urge_send (tenant_id, escalate_at) where status = 'TASK' and escalated_at is null and escalate_at is not null;
create index urge_send_customer on urge_send (tenant_id, customer_id);
call guard_table('urge_send', 'customer_id');

-- Letters: the words are kept as they were sent, whatever becomes of the template.
create table urge_template (
  tenant_id bigint not null,
  id uuid not null,
  kind text not null check (kind in ('LETTER', 'LAWYER')),
  name text not null,
  body text not null,
  version int not null default 1,
  updated_by text not null default '',
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call guard_table('urge_template');
create table urge_letter (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  case_id uuid not null,
  customer_id uuid not null,
  kind text not null check (kind in ('LETTER', 'LAWYER')),
  title text not null,
  body text not null,
  -- [{no, due, open, days}], as they stood.
  items jsonb not null default '[]',
  outstanding bigint not null,
  file_key text,
  creator text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, no),
  foreign key (tenant_id, case_id) references urge_case (tenant_id, id)
);
create index urge_letter_case on urge_letter (tenant_id, case_id, created_at desc);
create index urge_letter_customer on urge_letter (tenant_id, customer_id);
call guard_table('urge_letter', 'customer_id');
revoke delete on urge_letter from portal_app;

-- 阶段回款: money that collection brought, whose doing it was, agreed by somebody else.
create table urge_stage_return (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  case_id uuid not null,
  customer_id uuid not null,
  stage text not null,
  receipt_id uuid,
  receipt_no text not null default '',
  amount bigint not null check (amount > 0),
  member_id uuid not null,
  member_name text not null default '',
  -- Millionths of the amount that count for that person.
  ratio int not null check (ratio between 1 and 1000000),
  received_on date not null,
  remark text not null default '',
  status text not null default 'REVIEWING' check (status in ('REVIEWING', 'PASSED', 'REJECTED', 'WITHDRAWN')),
  opinion text not null default '',
  version int not null default 1,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null default now(),
  decider text not null default '',
  decided_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  foreign key (tenant_id, case_id) references urge_case (tenant_id, id),
  foreign key (tenant_id, member_id) references member (tenant_id, id)
);
create index urge_stage_return_created on urge_stage_return (tenant_id, created_at desc, id desc);
create index urge_stage_return_case on urge_stage_return (tenant_id, case_id, created_at desc);
create index urge_stage_return_receipt on urge_stage_return (tenant_id, receipt_id) where receipt_id is not null;
create index urge_stage_return_member on urge_stage_return (tenant_id, member_id, received_on) where status = 'PASSED';
create index urge_stage_return_customer on urge_stage_return (tenant_id, customer_id);
call guard_table('urge_stage_return', 'customer_id');

-- What a replay found: how many, to whom, and what would have gone wrong.
create table urge_replay (
  tenant_id bigint not null,
  id uuid not null,
  strategy_id uuid not null,
  version_id uuid not null,
  start_on date not null,
  end_on date not null,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'DONE', 'FAILED')),
  customers int not null default 0,
  done int not null default 0,
  result jsonb not null default '{}',
  actor text not null default '',
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, strategy_id) references urge_strategy (tenant_id, id)
);
create index urge_replay_strategy on urge_replay (tenant_id, strategy_id, created_at desc);
call guard_table('urge_replay');
