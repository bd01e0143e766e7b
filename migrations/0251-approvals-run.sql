-- Every decision runs by a process: each tenant begins with one published simple process per kind, what waits runs by it from now on, and
-- what colleagues were given or did stands in the engine's tables.

alter table wf_task
  -- What became of a transfer or an opinion besides its answer.
  add column ended text check (ended in ('DECIDED', 'TAKEN_BACK', 'PASSED_ON', 'ASKED_AGAIN')),
  add column ended_at timestamptz;
create index wf_task_subject on wf_task (tenant_id, subject_id) where giver_id is not null;
create index wf_action_log_subject on wf_action_log (tenant_id, subject_id, at);

create temporary table kind (type text, key text, title text) on commit drop;
insert into kind values ('order', 'orderProcess', '订单审核'), ('orderChange', 'orderProcessVersion', '订单变更审批'), ('stock_doc', 'stockIn', '入库单审核'),
  ('enter_account', 'fundEnter', '入账确认'), ('export', 'dataExport', '导出审批');

insert into wf_process (tenant_id, id, key, name, status, created_at, updated_at, updated_by)
select t.id, gen_random_uuid(), k.key, k.title, 'ENABLED', now(), now(), '系统' from tenant t cross join kind k;
insert into wf_version (tenant_id, id, process_id, ver, tree, simple, status, notes, created_at, updated_at, updated_by, published_at, published_by)
select tenant_id, gen_random_uuid(), id, 1, '{"nodes": [
  {"kind": "START", "id": "start", "name": "发起"},
  {"kind": "APPROVE", "candidates": [{"kind": "PERMISSION"}], "mode": {"kind": "ANY"}, "onEmpty": {"kind": "ADMIN"}, "onSelf": "ALLOW", "onRepeated": "ASK",
   "onDeparted": "ADMIN", "onReject": {"kind": "END"}, "mayReturn": true, "mayBatch": true, "opinionRequired": false, "signatureRequired": false, "fields": {},
   "timeOut": null, "id": "audit", "name": "待审核"},
  {"kind": "END", "id": "end", "name": "结束"}]}', true, 'PUBLISHED', '系统预置：有审核权限的人审批一次', now(), now(), '系统', now(), '系统'
from wf_process;
update wf_process p set version_id = v.id from wf_version v where v.tenant_id = p.tenant_id and v.process_id = p.id;

-- Rounds: what waits now, and what has a trace of earlier decisions.
create temporary table round on commit drop as
with waits (tenant_id, type, id, no, customer_id, warehouse_id, starter_id, starter, at) as (
  select tenant_id, 'order', id, coalesce(no, ''), customer_id, warehouse_id, coalesce(submitted_by, created_by), creator, coalesce(submitted_at, created_at)
    from sales_order where status = 'PENDING_AUDIT'
  union all
  select o.tenant_id, 'orderChange', o.id, coalesce(o.no, ''), o.customer_id, o.warehouse_id, v.created_by, v.actor, v.created_at
    from sales_order o join order_version v on v.tenant_id = o.tenant_id and v.id = o.pending_version_id
  union all
  select tenant_id, 'stock_doc', id, no, null, warehouse_id, created_by, creator, created_at from stock_doc where status = 'PENDING_AUDIT'
  union all
  select tenant_id, 'enter_account', id, no, customer_id, null, created_by, creator, created_at from enter_account where status = 'PENDING'
  union all
  select tenant_id, 'export', id, title, null, null, requested_by, requester, created_at from export_job where status = 'PENDING_APPROVAL'
), closed as (
  select tenant_id, subject_type, subject_id, round, max(at) as at, (array_agg(action order by at desc, id desc))[1] as action from approval_log
  where action in ('PASS', 'REJECT', 'RETURN', 'WITHDRAW') and subject_type in (select type from kind) group by 1, 2, 3, 4
), traced as (
  select tenant_id, subject_type, subject_id, round, max(subject_no) as no, (array_agg(customer_id))[1] as customer_id, min(at) as at from (
    select tenant_id, subject_type, subject_id, round, subject_no, customer_id, given_at as at from approval_task
    union all select tenant_id, subject_type, subject_id, round, subject_no, customer_id, at from approval_log) a
  where subject_type in (select type from kind) group by 1, 2, 3, 4
), known as (
  select t.tenant_id, t.subject_type as type, t.subject_id as id, t.no, t.customer_id, w.warehouse_id, w.starter_id, w.starter, t.round, t.at, c.at as ended_at,
    case c.action when 'PASS' then 'PASSED' when 'REJECT' then 'REJECTED' when 'RETURN' then 'REJECTED' when 'WITHDRAW' then 'WITHDRAWN' end as status,
    w.id is not null and c.at is null and t.round = max(t.round) over (partition by t.tenant_id, t.subject_type, t.subject_id) as waits
  from traced t
  left join closed c using (tenant_id, subject_type, subject_id, round)
  left join waits w on w.tenant_id = t.tenant_id and w.type = t.subject_type and w.id = t.subject_id
)
select tenant_id, type, id, no, customer_id, warehouse_id, starter_id, starter, round, at, case when waits then null else coalesce(ended_at, at) end as ended_at,
  case when waits then 'RUNNING' else coalesce(status, 'TERMINATED') end as status
from known
union all
select w.tenant_id, w.type, w.id, w.no, w.customer_id, w.warehouse_id, w.starter_id, w.starter,
  1 + coalesce((select max(k.round) from known k where k.tenant_id = w.tenant_id and k.type = w.type and k.id = w.id), 0), w.at, null, 'RUNNING'
from waits w
where not exists (select from known k where k.tenant_id = w.tenant_id and k.type = w.type and k.id = w.id and k.waits);

insert into wf_instance (tenant_id, id, process_id, version_id, key, subject_type, subject_id, subject_no, subject_name, title, customer_id, warehouse_id,
  starter_id, starter_member_id, starter, status, round, node_seq, at_node, started_at, updated_at, ended_at)
select r.tenant_id, gen_random_uuid(), p.id, p.version_id, k.key, r.type, r.id, r.no,
  case r.type when 'stock_doc' then '入库单' when 'enter_account' then '入账单' when 'export' then '导出' else '订单' end || r.no, k.title, r.customer_id, r.warehouse_id,
  coalesce(r.starter_id, '00000000-0000-0000-0000-000000000000'), m.id, coalesce(r.starter, ''), r.status, r.round, 1,
  case when r.ended_at is null then '待审核' else '' end, r.at, r.at, r.ended_at
from round r join kind k on k.type = r.type join wf_process p on p.tenant_id = r.tenant_id and p.key = k.key
left join member m on m.tenant_id = r.tenant_id and m.account_id = r.starter_id;
insert into wf_node_run (tenant_id, id, instance_id, node_id, node_name, kind, seq, round, status, opened_at, closed_at)
select tenant_id, gen_random_uuid(), id, 'audit', '待审核', 'APPROVE', 1, round,
  case status when 'RUNNING' then 'OPEN' when 'PASSED' then 'PASSED' when 'REJECTED' then 'REJECTED' else 'CANCELLED' end, started_at, ended_at from wf_instance;

-- The step itself: with whoever may, until somebody handed it over.
insert into wf_task (tenant_id, id, instance_id, run_id, key, subject_type, subject_id, customer_id, warehouse_id, node_id, node_name, pool, why, status, created_at,
  acted_at, acted_by, actor, opinion)
select i.tenant_id, gen_random_uuid(), i.id, r.id, i.key, i.subject_type, i.subject_id, i.customer_id, i.warehouse_id, 'audit', '待审核', i.subject_type,
  '有“' || i.title || '”权限',
  case when h.member_id is not null then 'TRANSFERRED' when i.ended_at is null then 'PENDING' when l.action = 'PASS' then 'APPROVED'
    when l.action in ('REJECT', 'RETURN') then 'REJECTED' else 'CANCELLED' end,
  i.started_at, case when h.member_id is not null then h.given_at else l.at end,
  case when h.member_id is not null then h.account_id else l.account_id end, coalesce(case when h.member_id is not null then h.giver else l.actor end, ''),
  case when h.member_id is not null then '' else coalesce(l.opinion, '') end
from wf_instance i join wf_node_run r on r.tenant_id = i.tenant_id and r.instance_id = i.id
left join lateral (select t.member_id, t.given_at, t.giver, m.account_id from approval_task t join member m on m.tenant_id = t.tenant_id and m.id = t.giver_id
  where t.tenant_id = i.tenant_id and t.subject_type = i.subject_type and t.subject_id = i.subject_id and t.round = i.round and t.kind = 'TRANSFER'
    and t.passed_from is null and t.ended is distinct from 'TAKEN_BACK' order by t.given_at limit 1) h on true
left join lateral (select * from approval_log l where l.tenant_id = i.tenant_id and l.subject_type = i.subject_type and l.subject_id = i.subject_id
  and l.round = i.round and l.action in ('PASS', 'REJECT', 'RETURN') order by l.at desc limit 1) l on true;

insert into wf_task (tenant_id, id, instance_id, run_id, key, subject_type, subject_id, customer_id, warehouse_id, node_id, node_name, kind, parent_id, assignee_id,
  giver_id, giver, words, why, status, created_at, acted_at, acted_by, actor, opinion, ended, ended_at)
select t.tenant_id, t.id, i.id, r.id, i.key, i.subject_type, i.subject_id, i.customer_id, i.warehouse_id, 'audit', '待审核',
  case t.kind when 'OPINION' then 'ADD_BEFORE' else 'NORMAL' end, coalesce(t.passed_from, s.id), t.member_id, t.giver_id, t.giver, t.words,
  '“' || t.giver || '”' || case t.kind when 'OPINION' then '请您加签' else '转交' end,
  case when t.answer = 'AGREE' then 'APPROVED' when t.answer = 'DISAGREE' then 'REJECTED' when t.ended = 'PASSED_ON' then 'TRANSFERRED'
    when t.ended is not null then 'CANCELLED' else 'PENDING' end,
  t.given_at, coalesce(t.answered_at, t.ended_at),
  case when t.answer is not null or t.ended = 'PASSED_ON' then m.account_id end, case when t.answer is not null or t.ended = 'PASSED_ON' then m.name else '' end,
  t.reply, t.ended, t.ended_at
from approval_task t
join wf_instance i on i.tenant_id = t.tenant_id and i.subject_type = t.subject_type and i.subject_id = t.subject_id and i.round = t.round
join wf_node_run r on r.tenant_id = i.tenant_id and r.instance_id = i.id
join wf_task s on s.tenant_id = i.tenant_id and s.instance_id = i.id and s.giver_id is null
join member m on m.tenant_id = t.tenant_id and m.id = t.member_id;

insert into wf_action_log (tenant_id, id, instance_id, node_name, subject_type, subject_id, customer_id, round, action, account_id, actor, about, opinion, at)
select l.tenant_id, l.id, i.id, '待审核', l.subject_type, l.subject_id, l.customer_id, l.round, case l.action when 'ASK' then 'ADD_BEFORE' else l.action end,
  l.account_id, l.actor, l.about, l.opinion, l.at
from approval_log l
join wf_instance i on i.tenant_id = l.tenant_id and i.subject_type = l.subject_type and i.subject_id = l.subject_id and i.round = l.round;
delete from approval_log where subject_type in (select type from kind);
drop table approval_task;
