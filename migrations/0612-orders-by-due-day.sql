-- The list of credit orders is sorted by the next due day both ways, orders without one last.
drop index credit_order_due;
create index credit_order_due on credit_order (tenant_id, next_due_on, id);
create index credit_order_due_last on credit_order (tenant_id, next_due_on desc nulls last, id desc);
