-- The ledger's sequence lives on the balance row: its lock already orders the writers, and a number read under the lock is never stale.
alter table stock_balance add column seq bigint not null default 0;
