-- Ends what an account of this tenant has open here; with a hash its password too, so that it is set anew by SMS code. The password of an account that acts
-- for another company as well is not this one's to take, and -1 says so: whoever registers a company can give it a member by any mobile number.
create or replace function end_member_sessions(member_account uuid, new_hash text default null) returns int language plpgsql security definer set search_path = public as $$
declare
  ended int;
begin
  if not exists (select from member where tenant_id = current_tenant() and account_id = member_account) then return 0; end if;
  if new_hash is not null then
    if exists (select from member where tenant_id <> current_tenant() and account_id = member_account and status = 'ACTIVE')
      or exists (select from customer_member where tenant_id <> current_tenant() and account_id = member_account and status = 'ACTIVE') then
      return -1;
    end if;
    update account set password_hash = new_hash, password_strong = true, failed_logins = 0, locked_until = null, updated_at = now() where id = member_account;
    delete from session where account_id = member_account;
  else
    delete from session where account_id = member_account and tenant_id = current_tenant();
  end if;
  get diagnostics ended = row_count;
  return ended;
end $$;
