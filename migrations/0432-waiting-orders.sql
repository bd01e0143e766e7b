-- Orders that wait to go out, the most urgent first: read until the page is full instead of added up and sorted whole.
create index sales_order_waiting on sales_order (tenant_id, (coalesce(expect_date, '9999-12-31'::date)), approved_at, id)
  where status in ('PENDING_DELIVERY', 'PARTIAL_DELIVERED');
create index sales_order_waiting_approved on sales_order (tenant_id, approved_at, id)
  where status in ('PENDING_DELIVERY', 'PARTIAL_DELIVERED');
