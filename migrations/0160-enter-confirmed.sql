-- The workbench sums confirmed deposits by day.
create index enter_account_confirmed on enter_account (tenant_id, confirmed_at) where confirmed_at is not null;
