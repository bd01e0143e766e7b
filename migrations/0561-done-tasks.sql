-- What a person decided is narrowed by how its process stands, off the one index its list is read from.
alter table wf_task add column instance_status text not null default 'RUNNING';
update wf_task t set instance_status = i.status from wf_instance i where i.tenant_id = t.tenant_id and i.id = t.instance_id and i.status <> 'RUNNING';
create function wf_task_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update wf_task set instance_status = new.status where tenant_id = new.tenant_id and instance_id = new.id and instance_status <> new.status;
  return null;
end $$;
create trigger wf_task_follows after update of status on wf_instance for each row when (old.status is distinct from new.status) execute function wf_task_follows();
drop index wf_task_handled;
create index wf_task_handled on wf_task (tenant_id, acted_by, acted_at desc, id desc) include (key, node_name, starter, amount, instance_status)
  where status in ('APPROVED', 'REJECTED', 'RETURNED', 'TRANSFERRED', 'DELEGATED');
