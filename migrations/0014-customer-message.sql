-- Finding twins of a customer, giving a dealer its account, and delivering each notice once.

create index customer_mobile on customer (tenant_id, contact_mobile) where contact_mobile <> '';
create index customer_level_of on customer (tenant_id, level_id) where level_id is not null;

-- Which outbox row made a message: delivering that row again makes no second message.
alter table message add column outbox_id uuid;
create unique index message_outbox on message (tenant_id, outbox_id, account_id) where outbox_id is not null;

-- The account of a mobile number, made when there is none. Accounts belong to no tenant, so the application role may not
-- write them itself. A factory account that also acts for a customer becomes type 3 and switches between the two sides.
create function account_for_customer(wanted_mobile text, new_id uuid, new_name text, new_hash text)
returns table (account_id uuid, created boolean) language plpgsql security definer set search_path = public as $$
begin
  insert into account (id, login_account, mobile, name, user_type, password_hash, password_strong)
    values (new_id, wanted_mobile, wanted_mobile, new_name, 2, new_hash, true)
    on conflict do nothing;
  created := found;
  update account set user_type = 3, updated_at = now() where mobile = wanted_mobile and user_type = 1;
  select a.id into account_id from account a where a.mobile = wanted_mobile and a.status = 'ACTIVE';
  return next;
end $$;
revoke all on function account_for_customer(text, uuid, text, text) from public;
grant execute on function account_for_customer(text, uuid, text, text) to portal_app;

-- Today's and this month's amounts of the workbench.
create index sales_order_submitted on sales_order (tenant_id, submitted_at) where submitted_at is not null;
create index delivery_shipped on delivery (tenant_id, shipped_at) where shipped_at is not null;
