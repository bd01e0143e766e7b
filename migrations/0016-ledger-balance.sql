-- Double entry, held by the database too: a transaction whose entries do not balance cannot commit.
create function ledger_balances() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if (select sum(dr) <> sum(cr) from ledger_entry where tenant_id = new.tenant_id and txn_id = new.txn_id) then
    raise exception 'ledger transaction % does not balance', new.txn_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_balances after insert on ledger_entry deferrable initially deferred for each row execute function ledger_balances();
