-- What an order has held and paid stands on the order itself, so that lists filter by it; the database derives it from holds and receivables.

alter table sales_order
  add column held bigint not null default 0 check (held >= 0),
  add column paid bigint not null default 0 check (paid >= 0),
  -- Billed and not paid yet.
  add column owed bigint not null default 0;
alter table sales_order add column pay_state text not null generated always as (
  case
    when status in ('DRAFT', 'REJECTED', 'CANCELLED') or payable = 0 then 'NONE'
    when paid > 0 and owed = 0 and (shipped_qty + closed_qty >= total_qty or paid >= payable) then 'PAID'
    when paid > 0 then 'PART'
    when held > 0 then 'HELD'
    else 'UNPAID'
  end) stored;
create index sales_order_pay on sales_order (tenant_id, pay_state, created_at desc, id desc);
create index sales_order_sales on sales_order (tenant_id, sales_member_id, created_at desc, id desc);
create index sales_order_region on sales_order (tenant_id, province, created_at desc, id desc);
create index receivable_order on receivable (tenant_id, order_id) where order_id is not null;

-- A hold may be written before its order, in the same transaction.
create function order_money_at_start() returns trigger language plpgsql as $$
begin
  select coalesce(sum(amount - captured - released), 0) into new.held from fund_hold where tenant_id = new.tenant_id and biz_id = new.id;
  return new;
end $$;
create trigger order_money_at_start before insert on sales_order for each row execute function order_money_at_start();

create function order_held() returns trigger language plpgsql as $$
begin
  update sales_order o set held = s.held
  from (select h.tenant_id, h.biz_id, sum(h.amount - h.captured - h.released) as held
        from fund_hold h join (select distinct tenant_id, biz_id from changed) c on h.tenant_id = c.tenant_id and h.biz_id = c.biz_id
        group by h.tenant_id, h.biz_id) s
  where o.tenant_id = s.tenant_id and o.id = s.biz_id and o.held <> s.held;
  return null;
end $$;
create trigger order_held_added after insert on fund_hold referencing new table as changed for each statement execute function order_held();
create trigger order_held_moved after update on fund_hold referencing new table as changed for each statement execute function order_held();

create function order_paid() returns trigger language plpgsql as $$
begin
  update sales_order o set paid = s.paid, owed = s.owed
  from (select r.tenant_id, r.order_id, coalesce(sum(r.settled) filter (where r.status <> 'REVERSED'), 0) as paid,
          coalesce(sum(r.amount - r.settled - r."offset") filter (where r.status <> 'REVERSED'), 0) as owed
        from receivable r join (select distinct tenant_id, order_id from changed where order_id is not null) c on r.tenant_id = c.tenant_id and r.order_id = c.order_id
        group by r.tenant_id, r.order_id) s
  where o.tenant_id = s.tenant_id and o.id = s.order_id and (o.paid <> s.paid or o.owed <> s.owed);
  return null;
end $$;
create trigger order_paid_added after insert on receivable referencing new table as changed for each statement execute function order_paid();
create trigger order_paid_moved after update on receivable referencing new table as changed for each statement execute function order_paid();

update sales_order o set held = h.held
from (select tenant_id, biz_id, sum(amount - captured - released) as held from fund_hold group by tenant_id, biz_id) h
where h.tenant_id = o.tenant_id and h.biz_id = o.id;
update sales_order o set paid = r.paid, owed = r.owed
from (select tenant_id, order_id, sum(settled) as paid, sum(amount - settled - "offset") as owed from receivable
      where order_id is not null and status <> 'REVERSED' group by tenant_id, order_id) r
where r.tenant_id = o.tenant_id and r.order_id = o.id;

-- Every sheet that went to a printer.
create table print_log (
  tenant_id bigint not null,
  id uuid not null,
  doc_type text not null check (doc_type in ('ORDER', 'DELIVERY', 'LABEL')),
  doc_id uuid not null,
  paper text not null check (paper in ('A4', 'TRIPLE', 'LABEL')),
  actor text not null,
  at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index print_log_doc on print_log (tenant_id, doc_id);
call guard_table('print_log');
revoke update, delete on print_log from portal_app;
