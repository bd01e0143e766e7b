-- What the list of contracts counts and sorts by, read off indexes alone: the guard asks for the customer, so each carries it.
create index ct_contract_tally on ct_contract (tenant_id, status) include (customer_id, started_at);
create index ct_contract_kind_tally on ct_contract (tenant_id, kind, status) include (customer_id, started_at);
drop index ct_contract_created;
create index ct_contract_created on ct_contract (tenant_id, created_at desc, id desc) include (status, customer_id);
drop index ct_contract_customer;
create index ct_contract_customer on ct_contract (tenant_id, customer_id, created_at desc, id desc) include (status, started_at);
drop index ct_contract_deadline;
create index ct_contract_deadline on ct_contract (tenant_id, deadline, id) include (status, customer_id, created_at);
drop index ct_contract_turn;
create index ct_contract_turn on ct_contract (tenant_id, turn, created_at desc, id desc) include (customer_id) where turn is not null;
-- Rising, with what is empty last.
create index ct_contract_amount_rising on ct_contract (tenant_id, amount, id);
create index ct_contract_ended_rising on ct_contract (tenant_id, ended_at, id);
-- How many were drawn up from a template.
create index ct_contract_template on ct_contract (tenant_id, template_id) where template_id is not null;
