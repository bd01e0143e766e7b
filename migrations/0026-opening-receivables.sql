-- What customers owed before the books began here: source 'OPENING', posted Dr1122 Cr3901.

alter table receivable add column source_no text not null default '';
create unique index receivable_opening on receivable (tenant_id, customer_id, source_no)
  where source = 'OPENING' and status <> 'REVERSED' and source_no <> '';
alter table ledger_entry drop constraint ledger_entry_account_code_check;
alter table ledger_entry add constraint ledger_entry_account_code_check
  check (account_code in ('1002', '1122', '2203', '2241', '3901', '6601', '6001', '6603'));
