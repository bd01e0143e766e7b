-- What was told of a limit or of credit set aside that ends soon: each step of each day once, whenever and however often it runs.
create table credit_notice (
  tenant_id bigint not null,
  id uuid not null default gen_random_uuid(),
  -- A credit account, or of a hold its credit order.
  subject_id uuid not null,
  customer_id uuid not null,
  kind text not null check (kind in ('EXPIRY', 'HOLD')),
  -- The day, or of a hold the moment, that was told of.
  ends_at timestamptz not null,
  -- Days before it.
  step int not null,
  told_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, subject_id, kind, ends_at, step)
);
call guard_table('credit_notice', 'customer_id');
create index credit_account_ends on credit_account (tenant_id, valid_to) where status in ('ACTIVE', 'FROZEN') and valid_to is not null;
