-- Tabs count the late orders of each state; what still holds credit, and what was decided in a month, is listed by itself.
create index credit_order_late_status on credit_order (tenant_id, status, overdue_from) where overdue_from is not null;
create index credit_order_holding on credit_order (tenant_id, created_at desc, id desc) where held > 0;
create index credit_apply_decided on credit_apply (tenant_id, decided_at desc, id desc) where decided_at is not null;
