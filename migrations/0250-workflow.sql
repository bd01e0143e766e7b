-- The workflow engine: what is designed, what runs by it, who is asked, and what was done. A document (the subject) keeps its own state;
-- everything below hangs on it by (subject_type, subject_id). Every action locks the document, then the row of wf_instance, then the rest.

create table wf_process (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  -- Which kind of approval runs by it: orderProcess, dataExport …
  key text not null,
  name text not null,
  status text not null default 'DISABLED' check (status in ('ENABLED', 'DISABLED')),
  -- What new documents run by.
  version_id uuid,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by text not null default '',
  primary key (tenant_id, id)
);
create unique index wf_process_enabled on wf_process (tenant_id, key) where status = 'ENABLED';
create index wf_process_key on wf_process (tenant_id, key, updated_at desc);
call guard_table('wf_process');

create table wf_version (
  tenant_id bigint not null,
  id uuid not null,
  process_id uuid not null,
  ver int not null check (ver > 0),
  tree jsonb not null,
  checksum text not null default '',
  -- One step that anybody with the permission decides: a document comes to wait by one statement.
  simple boolean not null default false,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED', 'RETIRED')),
  notes text not null default '',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by text not null default '',
  published_at timestamptz,
  published_by text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, process_id, ver),
  foreign key (tenant_id, process_id) references wf_process (tenant_id, id),
  check ((status = 'DRAFT') = (published_at is null))
);
create unique index wf_version_draft on wf_version (tenant_id, process_id) where status = 'DRAFT';
call guard_table('wf_version');
alter table wf_process add foreign key (tenant_id, version_id) references wf_version (tenant_id, id);

-- What was published is never changed: instances run by it to their end.
create function wf_version_stays() returns trigger language plpgsql as $$
begin
  if old.status = 'DRAFT' then return coalesce(new, old); end if;
  if tg_op = 'DELETE' or (new.process_id, new.ver, new.tree, new.checksum, new.simple, new.notes, new.published_at, new.published_by)
      is distinct from (old.process_id, old.ver, old.tree, old.checksum, old.simple, old.notes, old.published_at, old.published_by)
    or new.status = 'DRAFT' then
    raise exception 'a published version of a process is never changed';
  end if;
  return new;
end $$;
create trigger wf_version_stays before update or delete on wf_version for each row execute function wf_version_stays();

-- 用户组 that processes may ask.
create table wf_group (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  name text not null,
  member_ids uuid[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call guard_table('wf_group');

-- One run of a document through the version that was in force when it was submitted.
create table wf_instance (
  tenant_id bigint not null,
  id uuid not null,
  process_id uuid not null,
  version_id uuid not null,
  key text not null,
  subject_type text not null,
  subject_id uuid not null,
  subject_no text not null default '',
  -- 订单DD2026…, at the head of a sentence.
  subject_name text not null default '',
  -- 订单审核.
  title text not null,
  -- Short lines, [{label, value}].
  summary jsonb not null default '[]',
  customer_id uuid,
  warehouse_id uuid,
  -- Values of the form's fields when it was submitted, by which conditions decide.
  vars jsonb not null default '{}',
  starter_id uuid not null,
  starter_member_id uuid,
  starter text not null,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'PASSED', 'REJECTED', 'RETURNED', 'WITHDRAWN', 'TERMINATED')),
  -- What only the engine reads: who the starter chose, where a returned document goes on.
  state jsonb not null default '{}',
  -- How often it was submitted.
  round int not null default 1 check (round > 0),
  -- Of its last node run.
  node_seq int not null default 0,
  -- Where it stands, in words: the names of the steps that are open.
  at_node text not null default '',
  started_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, version_id) references wf_version (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  check ((status in ('RUNNING', 'RETURNED')) = (ended_at is null))
);
create unique index wf_instance_active on wf_instance (tenant_id, subject_id, key) where ended_at is null;
create index wf_instance_subject on wf_instance (tenant_id, subject_id, started_at);
create index wf_instance_starter on wf_instance (tenant_id, starter_id, started_at desc);
create index wf_instance_running on wf_instance (tenant_id, process_id) where ended_at is null;
create index wf_instance_customer on wf_instance (tenant_id, customer_id) where customer_id is not null;
call guard_table('wf_instance', 'customer_id');

-- A step entered once; entered again after 退回, it is another run.
create table wf_node_run (
  tenant_id bigint not null,
  id uuid not null,
  instance_id uuid not null,
  node_id text not null,
  node_name text not null,
  kind text not null check (kind in ('APPROVE', 'HANDLE', 'CC', 'AUTO', 'CONDITION')),
  seq int not null,
  round int not null default 1,
  mode text not null default 'ANY' check (mode in ('ANY', 'ALL', 'RATIO', 'SEQUENCE')),
  -- How many of those asked must agree.
  need int not null default 1,
  status text not null default 'OPEN' check (status in ('OPEN', 'PASSED', 'REJECTED', 'RETURNED', 'CANCELLED', 'SKIPPED')),
  -- Why it was skipped or decided without anybody.
  reason text not null default '',
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references wf_instance (tenant_id, id),
  check ((status = 'OPEN') = (closed_at is null))
);
create unique index wf_node_run_seq on wf_node_run (tenant_id, instance_id, seq);
create unique index wf_node_run_open on wf_node_run (tenant_id, instance_id, node_id) where status = 'OPEN';
call guard_table('wf_node_run');

-- Who is asked: a member, or everybody of a pool.
create table wf_task (
  tenant_id bigint not null,
  id uuid not null,
  instance_id uuid not null,
  run_id uuid not null,
  key text not null,
  subject_type text not null,
  subject_id uuid not null,
  customer_id uuid,
  warehouse_id uuid,
  node_id text not null,
  node_name text not null,
  kind text not null default 'NORMAL' check (kind in ('NORMAL', 'ADD_BEFORE', 'ADD_AFTER', 'DELEGATE', 'CC')),
  -- The task it was made of: passed on, delegated, or asking for a further signature.
  parent_id uuid,
  assignee_id uuid,
  -- Without an assignee: 'order' is whoever decides approvals of that type, 'ADMIN' every administrator.
  pool text not null default '',
  -- Whose it is in a list: the assignee's id, or the pool.
  holder text not null generated always as (coalesce(assignee_id::text, pool)) stored,
  -- Who had been asked, where somebody else answers for them.
  origin_id uuid,
  -- Accounts that may not take it, as they made the document.
  barred uuid[] not null default '{}',
  -- Turn of 依次审批, from 1.
  turn int not null default 1,
  giver_id uuid,
  giver text not null default '',
  -- Why it was passed on, or what is asked.
  words text not null default '',
  -- Which rule made it mine.
  why text not null default '',
  status text not null default 'PENDING' check (status in
    ('WAITING', 'PENDING', 'APPROVED', 'REJECTED', 'RETURNED', 'TRANSFERRED', 'DELEGATED', 'CANCELLED', 'SKIPPED', 'AUTO', 'COPIED', 'READ')),
  created_at timestamptz not null,
  due_at timestamptz,
  acted_at timestamptz,
  acted_by uuid,
  actor text not null default '',
  opinion text not null default '',
  files jsonb not null default '[]',
  signature text not null default '',
  -- Why it was answered without anybody.
  auto_reason text not null default '',
  urged_at timestamptz,
  urged int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references wf_instance (tenant_id, id),
  foreign key (tenant_id, run_id) references wf_node_run (tenant_id, id),
  foreign key (tenant_id, parent_id) references wf_task (tenant_id, id),
  foreign key (tenant_id, assignee_id) references member (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  check (status not in ('APPROVED', 'REJECTED', 'RETURNED', 'TRANSFERRED', 'DELEGATED') or acted_by is not null)
);
-- What waits for a person: their own holder and their pools, each newest first.
create index wf_task_pending on wf_task (tenant_id, holder, created_at desc, id desc) include (key) where status = 'PENDING';
create index wf_task_due on wf_task (tenant_id, holder, due_at, id) where status = 'PENDING' and due_at is not null;
create index wf_task_copied on wf_task (tenant_id, assignee_id, created_at desc, id desc) where kind = 'CC';
create index wf_task_handled on wf_task (tenant_id, acted_by, acted_at desc, id desc) include (key)
  where status in ('APPROVED', 'REJECTED', 'RETURNED', 'TRANSFERRED', 'DELEGATED');
create index wf_task_instance on wf_task (tenant_id, instance_id);
create index wf_task_assignee on wf_task (tenant_id, assignee_id) where assignee_id is not null and acted_at is null;
create index wf_task_customer on wf_task (tenant_id, customer_id) where customer_id is not null;
call guard_table('wf_task', 'customer_id');

-- Documents without a warehouse are in everybody's scope, as in the tables they come from.
do $$
declare
  name text;
begin
  foreach name in array array['wf_instance', 'wf_task'] loop
    execute format('drop policy warehouse_scope on %I', name);
    execute format('create policy warehouse_scope on %I as restrictive to portal_scoped using (
      (select current_setting(''app.scope_warehouses'', true) = ''all'') or warehouse_id is null
      or warehouse_id = any ((select string_to_array(coalesce(current_setting(''app.scope_warehouse_ids'', true), ''''), ''|''))::uuid[]))', name);
  end loop;
end $$;

-- Who did what, for whom, with which opinion; names as they were then.
create table wf_action_log (
  tenant_id bigint not null,
  id uuid not null,
  instance_id uuid not null,
  run_id uuid,
  task_id uuid,
  node_name text not null default '',
  subject_type text not null,
  subject_id uuid not null,
  customer_id uuid,
  round int not null default 1,
  action text not null check (action in ('SUBMIT', 'RESUBMIT', 'PASS', 'REJECT', 'RETURN', 'WITHDRAW', 'RECALL', 'TRANSFER', 'DELEGATE', 'ADD_BEFORE',
    'ADD_AFTER', 'REMOVE_SIGN', 'ANSWER', 'TAKE_BACK', 'COPY', 'URGE', 'COMMENT', 'TERMINATE', 'AUTO', 'TIMEOUT', 'HAND_OVER', 'ENDED')),
  account_id uuid not null,
  actor text not null,
  -- Whom they acted for.
  on_behalf text not null default '',
  -- Whom it was given to or taken from, where it was returned to, or what was answered.
  about text not null default '',
  opinion text not null default '',
  files jsonb not null default '[]',
  signature text not null default '',
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references wf_instance (tenant_id, id)
);
create index wf_action_log_instance on wf_action_log (tenant_id, instance_id, at, id);
create index wf_action_log_actor on wf_action_log (tenant_id, account_id, at desc);
create index wf_action_log_customer on wf_action_log (tenant_id, customer_id) where customer_id is not null;
call guard_table('wf_action_log', 'customer_id');

-- Nothing of it is changed or removed; merging customers moves whom it is about.
create function wf_action_log_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'customer_id' = to_jsonb(old) - 'customer_id' then return new; end if;
  raise exception 'what was done in an approval is never changed';
end $$;
create trigger wf_action_log_stays before update or delete on wf_action_log for each row execute function wf_action_log_stays();

create table wf_timer (
  tenant_id bigint not null,
  id uuid not null,
  instance_id uuid not null,
  task_id uuid not null,
  fire_at timestamptz not null,
  action text not null check (action in ('REMIND', 'PASS', 'REJECT', 'ESCALATE')),
  fired_at timestamptz,
  attempts int not null default 0,
  error text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references wf_instance (tenant_id, id),
  foreign key (tenant_id, task_id) references wf_task (tenant_id, id)
);
create index wf_timer_due on wf_timer (fire_at) where fired_at is null;
create index wf_timer_task on wf_timer (tenant_id, task_id);
call guard_table('wf_timer');

-- Out of office: what would come to the member comes to the agent meanwhile.
create table wf_delegation (
  tenant_id bigint not null,
  id uuid not null,
  member_id uuid not null,
  agent_id uuid not null,
  -- Which approvals; none: all of them.
  keys text[] not null default '{}',
  from_at timestamptz not null,
  to_at timestamptz not null,
  reason text not null default '',
  created_at timestamptz not null,
  created_by text not null default '',
  -- Ended before its time.
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references member (tenant_id, id),
  foreign key (tenant_id, agent_id) references member (tenant_id, id),
  check (member_id <> agent_id),
  check (from_at < to_at)
);
create index wf_delegation_member on wf_delegation (tenant_id, member_id, to_at);
create index wf_delegation_agent on wf_delegation (tenant_id, agent_id, to_at);
call guard_table('wf_delegation');

revoke delete on wf_process, wf_instance, wf_node_run, wf_task, wf_action_log, wf_delegation from portal_app;
revoke update on wf_action_log from portal_app;
