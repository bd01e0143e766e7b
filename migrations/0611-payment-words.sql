-- Each is searched by itself: an index over all three together answers none of them.
drop index repay_payment_search;
create index repay_payment_no_search on repay_payment using gin (lined(no) gin_trgm_ops);
create index repay_payment_payer_search on repay_payment using gin (lined(payer) gin_trgm_ops);
create index repay_payment_ref_search on repay_payment using gin (lined(bank_ref) gin_trgm_ops);
