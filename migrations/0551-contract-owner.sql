-- Who answers for a contract until it is signed; goes to a colleague when they leave.
alter table ct_contract add column owner_id uuid;
update ct_contract c set owner_id = m.id from member m where m.tenant_id = c.tenant_id and m.account_id = c.created_by;
create index ct_contract_owner on ct_contract (tenant_id, owner_id, id desc) where status in ('DRAFT', 'REVIEWING', 'SIGNING');
