-- Whether readers found an answer of the help useful. The help belongs to the product, not to a tenant, and its readers need no account:
-- like sms_code it has no tenant, and only the system role reads or writes it.

create table help_vote (
  id uuid primary key,
  centre text not null,
  question text not null,
  -- Names a browser, not a person.
  voter text not null,
  helpful boolean not null,
  reason text not null default '',
  -- Hash of day and address: to count by, useless the day after.
  address_hash text not null,
  changed_at timestamptz not null default now(),
  unique (centre, question, voter)
);
create index on help_vote (address_hash, changed_at);
