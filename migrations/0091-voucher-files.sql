-- Which payments name a file, asked whenever one that nothing is attached to is opened.
create index enter_account_voucher on enter_account using gin (voucher);
create index receipt_voucher on receipt using gin (voucher);
