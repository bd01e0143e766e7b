-- What is open by customer and age is summed off the index alone.
drop index receivable_open;
create index receivable_open on receivable (tenant_id, customer_id, due_date) include (open) where status in ('OPEN', 'PART');
