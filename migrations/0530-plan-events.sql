-- What makes an item of a plan due: the contract it is for, the deliveries of its order, the end of the warranty. And debts divided by stages of payment.
alter table ar_plan
  add column contract_id uuid,
  add column bank_line_id uuid,
  -- What came by the bank line when the plan was started.
  add column receipt_id uuid,
  add column warranty_days int not null default 365 check (warranty_days between 0 and 3650),
  -- Of an order: [{nature, ppm, dueBy, dueDays}], the stages each of its deliveries is paid in; none: as the customer pays otherwise.
  add column stages jsonb not null default '[]';
alter table ar_plan add constraint ar_plan_of_bank check ((source = 'BANK') = (bank_line_id is not null));
alter table ar_plan add foreign key (tenant_id, bank_line_id) references bank_line (tenant_id, id);
create unique index ar_plan_bank on ar_plan (tenant_id, bank_line_id) where bank_line_id is not null and status <> 'STOPPED';
create index ar_plan_contract on ar_plan (tenant_id, contract_id) where contract_id is not null;
create index ar_plan_collector on ar_plan (tenant_id, collector_id) where collector_id is not null;

-- The document by which it is known that it happened; '' where a person said so.
alter table ar_plan_item add column happened_by text not null default '';
create index ar_plan_item_event on ar_plan_item (tenant_id, due_by, plan_id) where happened_on is null and due_by <> 'DATE';

-- A part of another receivable, paid at another stage; both are of the same delivery.
alter table receivable add column split_of uuid;
alter table receivable add foreign key (tenant_id, split_of) references receivable (tenant_id, id);
create index receivable_split on receivable (tenant_id, split_of) where split_of is not null;
drop index receivable_delivery;
create unique index receivable_delivery on receivable (tenant_id, delivery_id, order_id)
  where delivery_id is not null and status <> 'REVERSED' and split_of is null;
create index receivable_of_delivery on receivable (tenant_id, delivery_id) where delivery_id is not null;

-- The bank's charge taken off what arrived.
alter table ar_adjust drop constraint ar_adjust_kind_check;
alter table ar_adjust add constraint ar_adjust_kind_check
  check (kind in ('DISCOUNT', 'ROUNDING', 'FEE', 'BAD_DEBT', 'RECLASS', 'RESCHEDULE', 'RESTORE'));
alter table ar_adjust drop constraint ar_adjust_check;
alter table ar_adjust add constraint ar_adjust_check check ((kind in ('DISCOUNT', 'ROUNDING', 'FEE', 'BAD_DEBT', 'RESTORE')) = (amount > 0));

-- Told once: that a debt falls due, is due, is late. A new due day is told anew.
create table ar_notice (
  tenant_id bigint not null,
  receivable_id uuid not null,
  due_date date not null,
  step text not null check (step in ('SOON', 'DUE', 'LATE')),
  told_at timestamptz not null,
  primary key (tenant_id, receivable_id, due_date, step),
  foreign key (tenant_id, receivable_id) references receivable (tenant_id, id) on delete cascade
);
call guard_table('ar_notice');

-- Money of a customer, whichever app took it in: receipts, repayments of credit, entries into the fund account. `on_way`: nobody has confirmed it yet.
create index repay_payment_came on repay_payment (tenant_id, ((value_on::timestamp at time zone 'Asia/Shanghai')), id) where kind = 'MONEY';
create index repay_payment_amount on repay_payment (tenant_id, amount, id) where kind = 'MONEY';
create index repay_payment_of on repay_payment (tenant_id, customer_id, created_at desc, id desc);
create view money_in with (security_invoker = true) as
  select r.tenant_id, r.id, 'RECEIPT' as kind, r.no, r.customer_id, r.amount, r.unapplied, r.pay_way, coalesce(r.bank_flow_no, '') as flow_no, r.payer,
    r.received_at as came_at, case r.status when 'REVERSED' then 'REVERSED' when 'DRAFT' then 'WAITING' else 'CONFIRMED' end as status, r.creator, r.created_at
  from receipt r
  union all
  select p.tenant_id, p.id, 'REPAYMENT', p.no, p.customer_id, p.amount, case when p.applied_at is null then p.amount else p.unapplied end, p.channel,
    coalesce(p.bank_ref, ''), p.payer, p.value_on::timestamp at time zone 'Asia/Shanghai',
    case p.status when 'REVIEWING' then 'WAITING' when 'CONFIRMED' then 'CONFIRMED' when 'REVERSING' then 'CONFIRMED' else 'REVERSED' end, p.creator, p.created_at
  from repay_payment p where p.kind = 'MONEY'
  union all
  select e.tenant_id, e.id, 'DEPOSIT', e.no, e.customer_id, e.amount, e.amount, e.pay_way, coalesce(e.bank_flow_no, ''), e.payer, e.paid_at,
    case e.status when 'CONFIRMED' then 'CONFIRMED' when 'PENDING' then 'WAITING' when 'DRAFT' then 'WAITING' else 'REVERSED' end, e.creator, e.created_at
  from enter_account e;
grant select on money_in to portal_app;

-- Who worked on receivables of orders works on them here too.
update role set permissions = permissions || '{PTN:SUPPLIER:ARM_PLAN:MANAGE}'
  where permissions @> '{PTN:SUPPLIER:CHAIN_FUND:MANAGE}' and not permissions @> '{PTN:SUPPLIER:ARM_PLAN:MANAGE}';
update role set permissions = permissions || '{PTN:SUPPLIER:ARM_PLAN:EDIT}'
  where permissions @> '{PTN:SUPPLIER:CHAIN_FUND:ENTER}' and not permissions @> '{PTN:SUPPLIER:ARM_PLAN:EDIT}';
update role set permissions = permissions || '{PTN:SUPPLIER:ARM_PAY:ENTER}'
  where permissions @> '{PTN:SUPPLIER:CHAIN_FUND:ENTER}' and not permissions @> '{PTN:SUPPLIER:ARM_PAY:ENTER}';
update role set permissions = permissions || '{PTN:SUPPLIER:ARM_PAY:MATCH}'
  where permissions @> '{PTN:SUPPLIER:CHAIN_FUND:WRITE_OFF}' and not permissions @> '{PTN:SUPPLIER:ARM_PAY:MATCH}';
update role set permissions = permissions || '{PTN:SUPPLIER:ARM_ADJUST:ENTER}'
  where permissions @> '{PTN:SUPPLIER:CHAIN_FUND:WRITE_OFF}' and not permissions @> '{PTN:SUPPLIER:ARM_ADJUST:ENTER}';
update role set permissions = permissions || '{PTN:SUPPLIER:ARM_ADJUST:AUDIT}'
  where permissions @> '{PTN:SUPPLIER:CHAIN_FUND:CONFIRM}' and not permissions @> '{PTN:SUPPLIER:ARM_ADJUST:AUDIT}';
