-- A dealer's own page of prices.
create index project_price_line_customer on project_price_line (tenant_id, customer_id, valid_to) where status = 'ACTIVE';
