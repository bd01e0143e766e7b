-- Sums of account 1122 over all customers, and of one period, without reading the whole ledger.
create index ledger_entry_receivable on ledger_entry (tenant_id, customer_id) include (dr, cr) where account_code = '1122';
create index ledger_txn_day on ledger_txn (tenant_id, biz_date);
