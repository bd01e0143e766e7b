-- The to-do list by starter or amount looked at the process of every task that waits: half a second beside 50,000 of which few fit.
alter table wf_task add column starter text not null default '', add column amount bigint;
update wf_task t set starter = i.starter, amount = case when i.vars->>'amount' ~ '^-?\d{1,15}(\.\d{1,2})?$' then ((i.vars->>'amount')::numeric * 100)::bigint end
from wf_instance i where i.tenant_id = t.tenant_id and i.id = t.instance_id;
create index wf_task_pending_starter on wf_task (tenant_id, holder, starter, created_at desc, id desc) where status = 'PENDING';
create index wf_task_pending_amount on wf_task (tenant_id, holder, amount) where status = 'PENDING' and amount is not null;
