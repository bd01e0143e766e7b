-- What waits in a pool is counted for every page of the to-do list: off the index alone, without a look at each task for whom it is barred to.
drop index wf_task_pending;
create index wf_task_pending on wf_task (tenant_id, holder, created_at desc, id desc) include (key, barred) where status = 'PENDING';
