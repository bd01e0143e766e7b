-- Statements of customers (对账单): what one owed when a period began, every posting to account 1122 in it, and what it owed at the end.
-- Amounts in 分.

create table statement (
  tenant_id bigint not null,
  id uuid not null,
  -- Given when it is sent, so that numbers have no gaps.
  no text,
  -- Whose books. Like the ledger entries it lists, a statement stays with the record it was made for when customers are merged: it is no `customer_id`.
  debtor_id uuid not null,
  debtor_name text not null,
  period_start date not null,
  period_end date not null,
  opening bigint not null default 0,
  debit bigint not null default 0,
  credit bigint not null default 0,
  closing bigint not null generated always as (opening + debit - credit) stored,
  line_count int not null default 0,
  open_disputes int not null default 0,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SENT', 'DISPUTED', 'CONFIRMED', 'WITHDRAWN')),
  -- Of what was sent (`statement_seal`), and of the statement before it: a chain.
  hash text not null default '',
  prev_hash text not null default '',
  -- Read by the customer.
  remark text not null default '',
  monthly boolean not null default false,
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null,
  sent_by uuid,
  sender text not null default '',
  sent_at timestamptz,
  told_at timestamptz,
  confirmed_by uuid,
  confirmer text not null default '',
  confirmed_at timestamptz,
  -- The customer itself, or the factory for it, with a reason and files.
  confirmed_for boolean not null default false,
  confirm_ip text not null default '',
  confirm_note text not null default '',
  confirm_files text[] not null default '{}',
  withdrawn_at timestamptz,
  withdraw_reason text not null default '',
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check (period_start <= period_end),
  check (status in ('DRAFT') or no is not null),
  foreign key (tenant_id, debtor_id) references customer (tenant_id, id),
  constraint statement_overlap exclude using gist (tenant_id with =, debtor_id with =, daterange(period_start, period_end, '[]') with &&)
    where (status <> 'WITHDRAWN')
);
create index statement_period on statement (tenant_id, period_end desc, id desc) include (status);
create index statement_status on statement (tenant_id, status, period_end desc, id desc);
create index statement_debtor on statement (tenant_id, debtor_id, period_end desc, id desc);
create index statement_sent on statement (tenant_id, sent_at desc nulls last, id desc);
create index statement_confirmed on statement (tenant_id, confirmed_at desc nulls last, id desc);
create index statement_closing on statement (tenant_id, closing, id);
create index statement_disputed on statement (tenant_id, period_end desc, id desc) where open_disputes > 0;
create index statement_search on statement using gin (lined(no) gin_trgm_ops);
create view statement_text as select id, lined(no) as no from statement where tenant_id = (select current_tenant());
grant select on statement_text to portal_app;
call guard_table('statement', 'debtor_id');

-- What was sent is not rewritten: corrections are postings of a later period.
create function statement_stands() returns trigger language plpgsql as $$
begin
  if old.status <> 'DRAFT' and (old.no, old.debtor_id, old.period_start, old.period_end, old.opening, old.debit, old.credit, old.line_count, old.hash, old.prev_hash)
    is distinct from (new.no, new.debtor_id, new.period_start, new.period_end, new.opening, new.debit, new.credit, new.line_count, new.hash, new.prev_hash) then
    raise exception 'statement % was sent and stands', old.no using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger statement_stands before update on statement for each row execute function statement_stands();

-- A line is one ledger entry on 1122, as it stood; in one statement at most that was not withdrawn.
create table statement_line (
  tenant_id bigint not null,
  statement_id uuid not null,
  seq int not null,
  debtor_id uuid not null,
  entry_id uuid not null,
  live boolean not null default true,
  biz_date date not null,
  kind text not null,
  biz_id uuid not null,
  biz_no text not null,
  memo text not null,
  debit bigint not null check (debit >= 0),
  credit bigint not null check (credit >= 0),
  balance bigint not null,
  primary key (tenant_id, statement_id, seq),
  foreign key (tenant_id, statement_id) references statement (tenant_id, id)
);
create unique index statement_line_once on statement_line (tenant_id, entry_id) where live;
call guard_table('statement_line', 'debtor_id');
revoke update on statement_line from portal_app;
grant update (live) on statement_line to portal_app;

-- What the customer does not agree with: a line, or something that is missing altogether (no `seq`).
create table statement_dispute (
  tenant_id bigint not null,
  id uuid not null,
  statement_id uuid not null,
  debtor_id uuid not null,
  seq int,
  reason text not null check (reason in ('AMOUNT', 'MISSING', 'DUPLICATE', 'NOT_RECEIVED', 'NOT_MINE', 'OTHER')),
  note text not null,
  -- What it should be, as the customer says.
  claimed bigint,
  status text not null default 'OPEN' check (status in ('OPEN', 'CORRECTING', 'CORRECTED', 'EXPLAINED', 'TAKEN_BACK')),
  raiser text not null,
  raised_by uuid not null,
  raised_at timestamptz not null,
  reply text not null default '',
  replier text not null default '',
  replied_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, statement_id) references statement (tenant_id, id)
);
create index statement_dispute_of on statement_dispute (tenant_id, statement_id, seq);
create unique index statement_dispute_open on statement_dispute (tenant_id, statement_id, seq) where seq is not null and status in ('OPEN', 'CORRECTING');
call guard_table('statement_dispute', 'debtor_id');

-- A correction waits for somebody else than its maker, and then becomes a receivable of the open period (less than 0: owed less).
create table statement_adjust (
  tenant_id bigint not null,
  id uuid not null,
  no text not null,
  statement_id uuid not null,
  dispute_id uuid,
  customer_id uuid not null,
  amount bigint not null check (amount <> 0),
  reason text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DONE', 'REJECTED', 'WITHDRAWN')),
  opinion text not null default '',
  receivable_id uuid,
  receivable_no text not null default '',
  created_by uuid,
  creator text not null default '',
  created_at timestamptz not null,
  decider text not null default '',
  decided_at timestamptz,
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  foreign key (tenant_id, statement_id) references statement (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create index statement_adjust_of on statement_adjust (tenant_id, statement_id, created_at);
create index statement_adjust_waiting on statement_adjust (tenant_id, created_at) where status = 'PENDING';
call guard_table('statement_adjust', 'customer_id');

-- What a statement says, in one hash, over the hash of the one before.
create function statement_seal(of_statement uuid) returns text language sql stable set search_path = public as $$
  select encode(sha256(convert_to(
    concat_ws('|', s.no, s.debtor_id, to_char(s.period_start, 'YYYYMMDD'), to_char(s.period_end, 'YYYYMMDD'), s.opening, s.debit, s.credit, s.closing, s.prev_hash)
    || E'\n' || coalesce((
      select string_agg(concat_ws('|', l.seq, to_char(l.biz_date, 'YYYYMMDD'), l.kind, l.biz_no, l.memo, l.debit, l.credit, l.balance, l.entry_id), E'\n' order by l.seq)
      from statement_line l where l.tenant_id = s.tenant_id and l.statement_id = s.id), ''), 'UTF8')), 'hex')
  from statement s where s.tenant_id = current_tenant() and s.id = of_statement
$$;

-- The nightly proofs: each run of each, and the rows that differ.
create table proof_run (
  tenant_id bigint not null,
  id uuid not null,
  key text not null,
  day date not null,
  compared bigint not null default 0,
  differing int not null default 0,
  failure text not null default '',
  took_ms int not null,
  ran_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, key, day)
);
create index proof_run_day on proof_run (tenant_id, day desc);
call guard_table('proof_run');
create table proof_row (
  tenant_id bigint not null,
  run_id uuid not null,
  seq int not null,
  subject_id uuid,
  name text not null,
  figure text not null,
  balance text not null,
  proof text not null,
  primary key (tenant_id, run_id, seq),
  foreign key (tenant_id, run_id) references proof_run (tenant_id, id) on delete cascade
);
call guard_table('proof_row');
delete from tenant_setting where key = 'books.proof';
