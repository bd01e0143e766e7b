-- Money of a customer that settles nothing yet, as automatic matching reads it: the oldest first.
create index receipt_free on receipt (tenant_id, customer_id, received_at, no) include (id, version, unapplied) where status = 'CONFIRMED' and unapplied > 0;
