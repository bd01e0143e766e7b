-- Since when the oldest late part of an account is late: asked of each account of a page, and by lists of those that are.
create index credit_order_late on credit_order (tenant_id, account_id, overdue_from) where overdue_from is not null;
