-- Accounts made for somebody by a factory have a password nobody knows; their person sets the first one by a link sent to the mobile number.
alter table account add column password_set boolean not null default true;
grant select (password_set) on account to portal_app;

create or replace function account_for_customer(wanted_mobile text, new_id uuid, new_name text, new_hash text)
returns table (account_id uuid, created boolean) language plpgsql security definer set search_path = public as $$
begin
  insert into account (id, login_account, mobile, name, user_type, password_hash, password_strong, password_set)
    values (new_id, wanted_mobile, wanted_mobile, new_name, 2, new_hash, true, false)
    on conflict do nothing;
  created := found;
  update account set user_type = 3, updated_at = now() where mobile = wanted_mobile and user_type = 1;
  select a.id into account_id from account a where a.mobile = wanted_mobile and a.status = 'ACTIVE';
  return next;
end $$;

create or replace function account_for_member(wanted_mobile text, new_id uuid, new_name text, new_hash text)
returns table (account_id uuid, created boolean) language plpgsql security definer set search_path = public as $$
begin
  insert into account (id, login_account, mobile, name, user_type, password_hash, password_strong, password_set)
    values (new_id, wanted_mobile, wanted_mobile, new_name, 1, new_hash, true, false)
    on conflict do nothing;
  created := found;
  update account set user_type = 3, updated_at = now() where mobile = wanted_mobile and user_type = 2;
  select a.id into account_id from account a where a.mobile = wanted_mobile and a.status = 'ACTIVE';
  return next;
end $$;

-- Leave to set the first password of an account of this tenant, in place of any given before: ISSUED; SET when there is a password, SOON within a minute of the last.
create function issue_first_password(hash text, wanted_account uuid, until timestamptz) returns text language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from customer_member c where c.tenant_id = current_tenant() and c.account_id = wanted_account)
    and not exists (select from member m where m.tenant_id = current_tenant() and m.account_id = wanted_account) then
    return 'SET';
  end if;
  perform from account a where a.id = wanted_account and a.status = 'ACTIVE' and not a.password_set for update;
  if not found then return 'SET'; end if;
  if exists (select from account_ticket t where t.purpose = 'SET_PASSWORD' and t.account_id = wanted_account and t.expires_at > until - interval '1 minute') then
    return 'SOON';
  end if;
  delete from account_ticket t where t.purpose = 'SET_PASSWORD' and t.account_id = wanted_account;
  insert into account_ticket (token_hash, purpose, account_id, expires_at) values (hash, 'SET_PASSWORD', wanted_account, until);
  return 'ISSUED';
end $$;
revoke all on function issue_first_password(text, uuid, timestamptz) from public;
grant execute on function issue_first_password(text, uuid, timestamptz) to portal_app;
