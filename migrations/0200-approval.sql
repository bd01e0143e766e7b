-- What somebody decides on, whatever kind of document it is. The document and where it stands are its own domain's; what hangs on it while
-- it waits, and what was decided, is kept here by subject: the kind of approval and the id of the document.

-- What colleagues are given: the decision itself (转交) or a question (加签).
create table approval_task (
  tenant_id bigint not null,
  id uuid not null,
  subject_type text not null,
  subject_id uuid not null,
  subject_no text not null default '',
  customer_id uuid,
  -- Which time the document waits for a decision, from 1.
  round int not null check (round > 0),
  kind text not null check (kind in ('TRANSFER', 'OPINION')),
  giver_id uuid not null,
  giver text not null,
  member_id uuid not null,
  -- The transfer this one passed on: taking this one back opens that one again.
  passed_from uuid,
  -- Why it is handed over, or what is asked.
  words text not null default '',
  given_at timestamptz not null,
  answer text check (answer in ('AGREE', 'DISAGREE')),
  reply text not null default '',
  answered_at timestamptz,
  ended text check (ended in ('DECIDED', 'TAKEN_BACK', 'PASSED_ON', 'ASKED_AGAIN')),
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, giver_id) references member (tenant_id, id),
  foreign key (tenant_id, member_id) references member (tenant_id, id),
  foreign key (tenant_id, passed_from) references approval_task (tenant_id, id),
  check ((answer is null) = (answered_at is null)),
  check ((ended is null) = (ended_at is null)),
  check (kind = 'OPINION' or answer is null)
);

-- Who did what with which opinion. Names as they were then; nothing is changed or removed.
create table approval_log (
  tenant_id bigint not null,
  id uuid not null,
  subject_type text not null,
  subject_id uuid not null,
  subject_no text not null default '',
  customer_id uuid,
  round int not null check (round > 0),
  action text not null check (action in ('PASS', 'REJECT', 'RETURN', 'WITHDRAW', 'TRANSFER', 'ASK', 'ANSWER', 'TAKE_BACK')),
  account_id uuid not null,
  actor text not null,
  -- Whom it was given to or taken from, or what was answered.
  about text not null default '',
  opinion text not null default '',
  at timestamptz not null,
  primary key (tenant_id, id)
);

-- An order and its pending change were told apart by what waited then; how often each was decided stands in the order's own events.
insert into approval_task (tenant_id, id, subject_type, subject_id, subject_no, customer_id, round, kind, giver_id, giver, member_id, passed_from,
  words, given_at, answer, reply, answered_at, ended, ended_at)
select t.tenant_id, t.id,
  case when exists (
    select from order_version v where v.tenant_id = t.tenant_id and v.order_id = t.order_id and v.kind = 'CHANGE'
      and v.created_at <= t.given_at and (v.decided_at is null or t.given_at <= v.decided_at)
  ) then 'orderChange' else 'order' end,
  t.order_id, coalesce(o.no, ''), t.customer_id, 1, t.kind, t.giver_id, t.giver, t.member_id, t.passed_from,
  t.words, t.given_at, t.answer, t.reply, t.answered_at, t.ended, t.ended_at
from order_audit_task t join sales_order o on o.tenant_id = t.tenant_id and o.id = t.order_id;
drop table order_audit_task;

create unique index approval_task_holder on approval_task (tenant_id, subject_type, subject_id) where kind = 'TRANSFER' and ended is null;
create index approval_task_subject on approval_task (tenant_id, subject_id, given_at);
create index approval_task_waiting on approval_task (tenant_id, member_id) where ended is null and answer is null;
create index approval_task_customer on approval_task (tenant_id, customer_id) where customer_id is not null;
create index approval_log_subject on approval_log (tenant_id, subject_id, at);
create index approval_log_customer on approval_log (tenant_id, customer_id) where customer_id is not null;
create index approval_log_actor on approval_log (tenant_id, account_id, at desc);
call guard_table('approval_task', 'customer_id');
call guard_table('approval_log', 'customer_id');
revoke delete on approval_task from portal_app;
revoke update, delete on approval_log from portal_app;
