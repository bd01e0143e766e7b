-- Files know the customer whose people uploaded them.

alter table stored_file add column customer_id uuid;
update stored_file f set customer_id = m.customer_id
from customer_member m
where m.tenant_id = f.tenant_id and m.account_id = f.owner_user and not f.public_in_tenant and f.customer_id is null
  and not exists (select from member s where s.tenant_id = f.tenant_id and s.account_id = f.owner_user);
