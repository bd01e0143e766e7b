-- What approvers grant of an application for credit, who was refused by which rule, and prepaid money that is given back. Amounts in 分.

-- What is granted instead of what was asked for; null as long as nobody says otherwise.
alter table credit_apply add column granted bigint check (granted >= 0);
alter table credit_apply add column granter text not null default '';
alter table credit_apply add column granted_by uuid;
alter table credit_apply add column granted_at timestamptz;
alter table credit_apply add column grant_reason text not null default '';

-- Checks by time, and by what was said; those a rule hit, by the rule.
create index credit_trace_created on credit_trace (tenant_id, created_at desc, id desc);
create index credit_trace_verdict on credit_trace (tenant_id, verdict, created_at desc, id desc);
create index credit_trace_account on credit_trace (tenant_id, account_id, created_at desc, id desc) where account_id is not null;
create table credit_rule_hit (
  tenant_id bigint not null,
  -- The check it belongs to has the same id in `credit_trace`.
  id uuid not null,
  rule_id uuid not null,
  customer_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id, rule_id)
);
create index credit_rule_hit_rule on credit_rule_hit (tenant_id, rule_id, created_at desc, id desc);
create index credit_rule_hit_customer on credit_rule_hit (tenant_id, customer_id);
call guard_table('credit_rule_hit', 'customer_id');
revoke update, delete on credit_rule_hit from portal_app;
insert into credit_rule_hit (tenant_id, id, rule_id, customer_id, created_at)
select distinct t.tenant_id, t.id, (r->>'ruleId')::uuid, t.customer_id, t.created_at from credit_trace t cross join jsonb_array_elements(t.rules) r
where r->>'outcome' = 'HIT' and r->>'ruleId' ~ '^[0-9a-f-]{36}$';

-- 退预收: prepaid money goes back to the bank, to the customer's own funds, or to what another customer owes.
alter table repay_payment drop constraint repay_payment_kind_check;
alter table repay_payment add constraint repay_payment_kind_check check (kind in ('MONEY', 'PREPAID', 'WAIVE', 'WRITE_OFF', 'REFUND'));
alter table repay_payment add column refund_to text check (refund_to in ('BANK', 'FUND', 'CUSTOMER'));
alter table repay_payment add constraint repay_payment_refund check ((kind = 'REFUND') = (refund_to is not null));
alter table repay_payment add column to_customer_id uuid;
-- Of money that came from another customer's prepaid money: by which document.
alter table repay_payment add column from_payment_id uuid;
-- Kept by the replay: what was given back of this money.
alter table repay_payment add column refunded bigint not null default 0 check (refunded >= 0);
alter table repay_payment add constraint repay_payment_within check (unapplied + refunded <= amount);
create index repay_payment_from on repay_payment (tenant_id, from_payment_id) where from_payment_id is not null;
create index repay_payment_to on repay_payment (tenant_id, to_customer_id) where to_customer_id is not null;
-- 承兑汇票: due when; whether it was paid then.
alter table repay_payment add column dishonoured boolean not null default false;
create index repay_payment_bill on repay_payment (tenant_id, bill_due_on, id) where bill_due_on is not null;
