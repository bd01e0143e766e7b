-- Sign-ins and what concerns the security of a tenant's people, for its system log. Events belong to accounts, not to tenants:
-- the view reads them as the owner and keeps to the members of the tenant at work.
create view member_security_event as
  select m.tenant_id, e.id, m.name as actor, e.kind, e.detail, e.address, e.agent, e.new_device, e.at
  from security_event e join member m on m.account_id = e.account_id
  where m.tenant_id = current_tenant();
grant select on member_security_event to portal_app;
