-- Flow numbers of payments are compared as half-width upper case without spaces and invisible characters; stored ones become that too,
-- except where two documents would then have the same number: those stay as they were entered, for people to look at.
create function plain_identity(typed text) returns text language sql immutable as
$$ select upper(regexp_replace(normalize(typed, nfkc), '[\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]', '', 'g')) $$;

update enter_account set bank_flow_no = plain_identity(bank_flow_no)
where bank_flow_no <> plain_identity(bank_flow_no)
  and not exists (select 1 from enter_account other where other.tenant_id = enter_account.tenant_id and other.id <> enter_account.id
    and plain_identity(other.bank_flow_no) = plain_identity(enter_account.bank_flow_no));
update receipt set bank_flow_no = plain_identity(bank_flow_no)
where bank_flow_no <> plain_identity(bank_flow_no)
  and not exists (select 1 from receipt other where other.tenant_id = receipt.tenant_id and other.id <> receipt.id
    and plain_identity(other.bank_flow_no) = plain_identity(receipt.bank_flow_no));
update bank_line set flow_no = plain_identity(flow_no)
where flow_no <> plain_identity(flow_no)
  and not exists (select 1 from bank_line other where other.tenant_id = bank_line.tenant_id and other.id <> bank_line.id
    and plain_identity(other.flow_no) = plain_identity(bank_line.flow_no));
drop function plain_identity(text);
