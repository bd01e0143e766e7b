-- Unread messages of one kind are shown as one, the newest: whether a newer one is waiting is one look into this index.
drop index message_unread;
create index message_unread on message (tenant_id, account_id, kind, created_at desc, id desc) where read_at is null;
