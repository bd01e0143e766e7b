-- Lists newest first begin where the days asked for begin, although they ask by another day than they are ordered by: nearly every debt falls due after
-- it arose and every order is expected after it was placed. These few rows say by how much that is ever wrong (daysAfter in search.server.ts).
create index receivable_due_before on receivable (tenant_id, (biz_date - due_date) desc) where biz_date > due_date;
create index sales_order_expected_before on sales_order (tenant_id, ((created_at at time zone 'Asia/Shanghai')::date - expect_date) desc)
  where (created_at at time zone 'Asia/Shanghai')::date > expect_date;

-- The log of sign-ins by address: from one address to the next, and the newest of each.
create index security_event_address on security_event (address, at desc, id desc) include (account_id);
