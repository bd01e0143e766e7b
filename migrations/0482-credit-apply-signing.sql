-- An application that passed may wait for its agreement to be signed, and ends without effect when it is not.
alter table credit_apply drop constraint credit_apply_status_check;
alter table credit_apply add constraint credit_apply_status_check check (status in ('DRAFT', 'REVIEWING', 'SIGNING', 'EFFECTIVE', 'REJECTED', 'RETURNED', 'WITHDRAWN', 'LAPSED'));
drop index credit_apply_open;
create unique index credit_apply_open on credit_apply (tenant_id, customer_id, credit_type_id, kind_group) where status in ('DRAFT', 'REVIEWING', 'RETURNED', 'SIGNING');
