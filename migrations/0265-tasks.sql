-- To-do and done: what is searched for in them, and who may open them.

create index wf_instance_search on wf_instance using gin (lined(subject_no) gin_trgm_ops);
create view wf_instance_text as select id, lined(subject_no) as no from wf_instance where tenant_id = (select current_tenant());
grant select on wf_instance_text to portal_app;
create index wf_instance_by on wf_instance (tenant_id, starter, started_at desc, id);

-- Anybody may be asked to approve, as until now from the documents' own pages: roles there are open both lists.
update role set permissions = permissions
  || array(select code from unnest(array['PTN:SUPPLIER:FLOW_TODO:MANAGE', 'PTN:SUPPLIER:FLOW_DONE:MANAGE']) code where not code = any(permissions));
