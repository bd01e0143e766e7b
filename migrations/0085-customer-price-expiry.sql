-- The last day people were told a price ends on: a price that is extended is told again before its new end.
alter table customer_price add column expiry_told date;
create index customer_price_ends on customer_price (tenant_id, valid_to) where status = 'ACTIVE' and valid_to is not null;
