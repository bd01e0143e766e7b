-- The messages of one business or kind, newest first: the part of the kind before its dot is the business.
create index message_business on message (tenant_id, account_id, (split_part(kind, '.', 1)), created_at desc, id desc);
