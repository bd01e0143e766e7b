-- What is owed by the day, narrow: sums by customer and age are read off two indexes alone.
create index receivable_owing on receivable (tenant_id, customer_id, due_date) include (open) where status in ('OPEN', 'PART') and credit_order_id is null;
create view owing with (security_invoker = true) as
  select tenant_id, customer_id, due_date, due_date as late_on, open as outstanding
  from receivable where status in ('OPEN', 'PART') and credit_order_id is null
  union all
  select tenant_id, customer_id, due_on, grace_end, open_principal from repay_item where settled_on is null;
grant select on owing to portal_app;

-- Which of the two halves a row is of: a query for one reads nothing of the other.
create or replace view open_item with (security_invoker = true) as
  select r.tenant_id, r.id as item_id, r.id as receivable_id, null::uuid as repay_item_id, r.no, r.customer_id, r.customer_name, r.sales_member_id,
    r.source, r.nature, r.biz_date, r.due_date, r.due_date as late_on, r.amount, r.open as outstanding,
    least(r.disputed, greatest(r.open, 0)) as disputed, r.open - least(r.disputed, greatest(r.open, 0)) as running, r.credit_order_id, r.order_id, r.order_no,
    false as on_credit
  from receivable r where r.status in ('OPEN', 'PART') and r.open <> 0 and r.credit_order_id is null
  union all
  select i.tenant_id, i.id, r.id, i.id, i.no, i.customer_id, r.customer_name, r.sales_member_id,
    'CREDIT', coalesce(r.nature, 'DELIVERY'), i.start_on, i.due_on, i.grace_end, i.principal, i.open_principal,
    least(coalesce(r.disputed, 0), i.open_principal), i.open_principal - least(coalesce(r.disputed, 0), i.open_principal), i.credit_order_id, r.order_id, r.order_no,
    true
  from repay_item i
  left join lateral (
    select v.id, v.customer_name, v.sales_member_id, v.nature, v.disputed, v.order_id, v.order_no from receivable v
    where v.tenant_id = i.tenant_id and v.credit_order_id = i.credit_order_id and v.delivery_id is not distinct from i.delivery_id and v.status <> 'REVERSED'
    order by v.open desc, v.id limit 1) r on true
  where i.settled_on is null and i.open_principal > 0;

-- Money a bank line brought and a receipt took in: the line leads to it.
alter table bank_line add column receipt_id uuid;
alter table bank_line drop constraint bank_line_check;
alter table bank_line add constraint bank_line_entered check ((status = 'ENTERED') = (enter_id is not null or receipt_id is not null));
create index bank_line_receipt on bank_line (tenant_id, receipt_id) where receipt_id is not null;
