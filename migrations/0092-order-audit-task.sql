-- What colleagues are given while an order, or its pending change, waits for audit: the audit itself (转交) or a question (加签).

create table order_audit_task (
  tenant_id bigint not null,
  id uuid not null,
  order_id uuid not null,
  customer_id uuid not null,
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
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id) on delete cascade,
  foreign key (tenant_id, giver_id) references member (tenant_id, id),
  foreign key (tenant_id, member_id) references member (tenant_id, id),
  foreign key (tenant_id, passed_from) references order_audit_task (tenant_id, id),
  check ((answer is null) = (answered_at is null)),
  check ((ended is null) = (ended_at is null)),
  check (kind = 'OPINION' or answer is null)
);
create unique index order_audit_task_holder on order_audit_task (tenant_id, order_id) where kind = 'TRANSFER' and ended is null;
create index order_audit_task_order on order_audit_task (tenant_id, order_id, given_at);
create index order_audit_task_waiting on order_audit_task (tenant_id, member_id) where ended is null and answer is null;
call guard_table('order_audit_task', 'customer_id');
revoke delete on order_audit_task from portal_app;
