-- Lists find what is typed, filter and sort without reading their whole table.

-- Row-level security keeps LIKE away from indexes, because LIKE may tell what it was shown. These views are read as their owner and show
-- the current tenant's texts alone; whoever uses one asks the guarded table for the rows as well. The tenant comes from a subquery so that
-- the planner does not merge it with the guarded table's condition, which would keep LIKE away from the index again.
-- Numbers stand on lines of their own, so that a pattern can say where one begins and ends.
create function lined(variadic parts text[]) returns text language sql immutable parallel safe as $$ select E'\n' || array_to_string(parts, E'\n') || E'\n' $$;

-- One- and two-character grams, lower-cased: names and titles are searched from one character on.
create function grams(source text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(lower(source), i, n)), '{}') from generate_series(1, length(source)) i, generate_series(1, 2) n
$$;
-- What a text must have among its grams to hold a word.
create function grams_wanted(word text) returns text[] language sql immutable parallel safe as $$
  select case when length(word) < 2 then array[lower(word)] else bigrams(word) end
$$;

create index sales_order_search on sales_order using gin (lined(no) gin_trgm_ops);
create view sales_order_text as select id, lined(no) as no from sales_order where tenant_id = (select current_tenant());

create index delivery_search on delivery using gin (lined(no) gin_trgm_ops, lined(variadic order_nos) gin_trgm_ops, lined(variadic waybill_nos) gin_trgm_ops);
create view delivery_text as select id, lined(no) as no, lined(variadic order_nos) as order_nos, lined(variadic waybill_nos) as waybill_nos from delivery where tenant_id = (select current_tenant());

create index receivable_search on receivable using gin (lined(no) gin_trgm_ops, lined(delivery_no, order_no, source_no) gin_trgm_ops);
create view receivable_text as select id, lined(no) as no, lined(delivery_no, order_no, source_no) as sources from receivable where tenant_id = (select current_tenant());

create index receipt_search on receipt using gin (lined(no) gin_trgm_ops, lined(bank_flow_no) gin_trgm_ops);
create view receipt_text as select id, lined(no) as no, lined(bank_flow_no) as bank_flow_no from receipt where tenant_id = (select current_tenant());

create index enter_account_search on enter_account using gin (lined(no) gin_trgm_ops, lined(bank_flow_no) gin_trgm_ops);
create view enter_account_text as select id, lined(no) as no, lined(bank_flow_no) as bank_flow_no from enter_account where tenant_id = (select current_tenant());

create index fund_hold_search on fund_hold using gin (lined(no, biz_no) gin_trgm_ops);
create view fund_hold_text as select id, lined(no, biz_no) as nos from fund_hold where tenant_id = (select current_tenant());

create index bank_line_search on bank_line using gin (lined(flow_no) gin_trgm_ops, grams(payer));
create view bank_line_text as select id, lined(flow_no) as flow_no, payer, grams(payer) as payer_grams from bank_line where tenant_id = (select current_tenant());

create index stock_doc_search on stock_doc using gin (lined(no) gin_trgm_ops, lined(source_no) gin_trgm_ops);
create view stock_doc_text as select id, lined(no) as no, lined(source_no) as source_no from stock_doc where tenant_id = (select current_tenant());

create index audit_log_search on audit_log using gin (lined(subject_no) gin_trgm_ops);
create view audit_log_text as select id, lined(subject_no) as subject_no from audit_log where tenant_id = (select current_tenant());

create index message_search on message using gin (grams(title));
create view message_text as select id, title, grams(title) as title_grams from message where tenant_id = (select current_tenant());

create index outgoing_search on outgoing using gin (grams(title));
create view outgoing_text as select id, title, grams(title) as title_grams from outgoing where tenant_id = (select current_tenant());

grant select on sales_order_text, delivery_text, receivable_text, receipt_text, enter_account_text, fund_hold_text, bank_line_text, stock_doc_text, audit_log_text,
  message_text, outgoing_text to portal_app;

-- How far an order is shipped, as people filter by it: comparing quantities cannot use an index under row-level security.
alter table sales_order add column deliver_state text not null generated always as (
  case when shipped_qty <= 0 then 'NONE' when shipped_qty + closed_qty < total_qty then 'PART' else 'ALL' end) stored;

create index sales_order_deliver on sales_order (tenant_id, deliver_state, created_at desc, id desc);
create index sales_order_source on sales_order (tenant_id, source, created_at desc, id desc);
create index sales_order_method on sales_order (tenant_id, pay_method, created_at desc, id desc);
create index sales_order_city on sales_order (tenant_id, city, created_at desc, id desc);
create index sales_order_short on sales_order (tenant_id, created_at desc, id desc) where short;
create index sales_order_changing on sales_order (tenant_id, created_at desc, id desc) where pending_version_id is not null;
create index sales_order_approved on sales_order (tenant_id, approved_at, id) include (status, no, source);
create index sales_order_approved_last on sales_order (tenant_id, approved_at desc nulls last, id desc);
create index sales_order_expected on sales_order (tenant_id, expect_date, id) include (status, no, source);
create index sales_order_no_last on sales_order (tenant_id, no desc nulls last, id desc);
create index sales_order_payable on sales_order (tenant_id, payable, id);

create index delivery_warehouse on delivery (tenant_id, warehouse_id, created_at desc, id desc);
create index delivery_way on delivery (tenant_id, ship_way, created_at desc, id desc);
create index delivery_creator on delivery (tenant_id, creator, created_at desc, id desc);
drop index delivery_shipped;
create index delivery_shipped on delivery (tenant_id, shipped_at, id);
create index delivery_shipped_last on delivery (tenant_id, shipped_at desc nulls last, id desc);
create index delivery_signed on delivery (tenant_id, signed_at, id);
create index delivery_signed_last on delivery (tenant_id, signed_at desc nulls last, id desc);
create index delivery_amount on delivery (tenant_id, amount, id);

create index receivable_status on receivable (tenant_id, status, biz_date desc, id desc);
create index receivable_sales on receivable (tenant_id, sales_member_id, biz_date desc, id desc);
create index receivable_due on receivable (tenant_id, due_date, id);
create index receivable_due_open on receivable (tenant_id, due_date) where status in ('OPEN', 'PART');
create index receivable_amount on receivable (tenant_id, amount, id);
create index receivable_left on receivable (tenant_id, open, id);
create index receivable_left_last on receivable (tenant_id, open desc nulls last, id desc);

create index receipt_customer on receipt (tenant_id, customer_id, created_at desc, id desc);
create index receipt_way on receipt (tenant_id, pay_way, created_at desc, id desc);
create index receipt_status on receipt (tenant_id, status, created_at desc, id desc);
create index receipt_received on receipt (tenant_id, received_at, id);
create index receipt_amount on receipt (tenant_id, amount, id);
create index receipt_unapplied on receipt (tenant_id, unapplied, id);

create index enter_account_customer on enter_account (tenant_id, customer_id, created_at desc, id desc);
create index enter_account_account on enter_account (tenant_id, account_id, created_at desc, id desc);
create index enter_account_way on enter_account (tenant_id, pay_way, created_at desc, id desc);
create index enter_account_status on enter_account (tenant_id, status, created_at desc, id desc);
create index enter_account_paid on enter_account (tenant_id, paid_at, id);
create index enter_account_amount on enter_account (tenant_id, amount, id);

create index fund_hold_created on fund_hold (tenant_id, created_at desc, id desc);
create index fund_hold_state on fund_hold (tenant_id, state, created_at desc, id desc);
create index fund_hold_amount on fund_hold (tenant_id, amount, id);

create index bank_line_customer on bank_line (tenant_id, customer_id, traded_at desc, id desc) where customer_id is not null;
create index bank_line_basis on bank_line (tenant_id, basis, traded_at desc, id desc);
create index bank_line_status on bank_line (tenant_id, status, traded_at desc, id desc);
create index bank_line_amount on bank_line (tenant_id, amount, id);
create index bank_line_score on bank_line (tenant_id, score, id);
create index bank_line_named on bank_line (tenant_id, payer, id);

create index stock_doc_warehouse on stock_doc (tenant_id, direction, warehouse_id, created_at desc, id desc);
create index stock_doc_kind on stock_doc (tenant_id, direction, kind, created_at desc, id desc);
create index stock_doc_status on stock_doc (tenant_id, direction, status, created_at desc, id desc);
create index stock_doc_creator on stock_doc (tenant_id, creator, created_at desc, id desc);
create index stock_doc_date on stock_doc (tenant_id, direction, biz_date, id);
create index stock_doc_qty on stock_doc (tenant_id, direction, total_qty, id);
create index stock_doc_line_sku on stock_doc_line (tenant_id, sku_id, doc_id);

-- A movement of the goods on hand is in, out or, changing only what is promised, neither.
alter table stock_ledger add column direction text not null generated always as (
  case when d_on_hand > 0 then 'IN' when d_on_hand < 0 then 'OUT' else 'HOLD' end) stored;
create index stock_ledger_direction on stock_ledger (tenant_id, direction, at desc, id desc);
create index stock_ledger_type on stock_ledger (tenant_id, biz_type, at desc, id desc);
create index stock_ledger_warehouse on stock_ledger (tenant_id, warehouse_id, at desc, id desc);
create index stock_ledger_sku on stock_ledger (tenant_id, sku_id, at desc, id desc);
create index stock_ledger_no on stock_ledger (tenant_id, biz_no collate "C", at desc, id desc);
create index ledger_txn_no on ledger_txn (tenant_id, biz_no collate "C", id);

create index api_log_actor on api_log (tenant_id, actor, at desc, id desc);
create index api_log_path on api_log (tenant_id, path, at desc, id desc);
create index api_log_address on api_log (tenant_id, address, at desc, id desc);
create index api_log_refused on api_log (tenant_id, at desc, id desc) where code <> '0';
create index api_log_ms on api_log (tenant_id, ms, id);

create index audit_log_actor on audit_log (tenant_id, actor, at desc, id desc);
create index audit_log_action on audit_log (tenant_id, action, at desc, id desc);
create index order_event_actor on order_event (tenant_id, actor, at desc, id desc);
create index order_event_action on order_event (tenant_id, action, at desc, id desc);
create index delivery_event_actor on delivery_event (tenant_id, actor, at desc, id desc);
create index delivery_event_action on delivery_event (tenant_id, action, at desc, id desc);

create index message_read on message (tenant_id, account_id, type, created_at desc, id desc);
create index outgoing_channel on outgoing (tenant_id, channel, created_at desc, id desc);
create index outgoing_state on outgoing (tenant_id, state, created_at desc, id desc);
create index security_event_newest on security_event (at desc, id desc);
create index dunning_log_overdue on dunning_log (tenant_id, overdue, id);
