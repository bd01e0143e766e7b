-- The to-do page of one process, and one step's tasks: among fifty thousand that wait for the same people these were read one by one.
create index wf_task_pending_key on wf_task (tenant_id, holder, key, created_at desc, id desc) include (barred) where status = 'PENDING';
create index wf_task_pending_step on wf_task (tenant_id, holder, node_name, created_at desc, id desc) where status = 'PENDING';
