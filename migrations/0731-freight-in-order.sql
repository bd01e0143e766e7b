-- Freight that may be invoiced, from the oldest order on: the list of what may be invoiced ends after some hundred.
drop index sales_order_freight_to_invoice;
create index sales_order_freight_to_invoice on sales_order (tenant_id, customer_id, created_at, id) where freight > freight_invoiced + freight_invoicing;
