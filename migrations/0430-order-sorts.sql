-- The order list's sorts that read and sorted every order: by customer, by quantity, and by the day wanted, last first.
create index sales_order_customer_name on sales_order (tenant_id, customer_name, id);
create index sales_order_total_qty on sales_order (tenant_id, total_qty, id);
create index sales_order_expected_last on sales_order (tenant_id, expect_date desc nulls last, id desc);
