-- The workspace begins with the oldest open tasks of everybody; each person's own have urge_send_task.
create index urge_send_open on urge_send (tenant_id, created_at) where status = 'TASK';
