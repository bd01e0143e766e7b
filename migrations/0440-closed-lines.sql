-- What the closed part of a line would have cost, fixed when it is closed: the rest of the line is billed, invoiced and deducted by itself, whatever is
-- added to the line or reversed afterwards.
alter table order_line add column closed_amount bigint not null default 0 check (closed_amount >= 0);
update order_line set closed_amount = case when shipped >= qty - closed then net - shipped_amount else net - round(net::numeric * (qty - closed) / qty)::bigint end
from (select tenant_id as tenant, id as line, amount - discount_alloc - expense_alloc as net from order_line where closed > 0) n
where n.tenant = tenant_id and n.line = id and net > case when shipped >= qty - closed then shipped_amount else round(net::numeric * (qty - closed) / qty)::bigint end;

alter table order_line drop column to_invoice, drop column red_due;
alter table order_line
  add column to_invoice boolean not null generated always as (
    qty > closed and round((amount - discount_alloc - expense_alloc - closed_amount)::numeric * (signed - returned) / nullif(qty - closed, 0))
      > invoiced_amount + invoicing_amount) stored,
  add column red_due boolean not null generated always as (
    invoiced > signed - returned
      or qty > closed and invoiced_amount
        > round((amount - discount_alloc - expense_alloc - closed_amount)::numeric * (signed - returned) / nullif(qty - closed, 0))) stored;
create index order_line_to_invoice on order_line (tenant_id, customer_id, order_id) where to_invoice;
create index order_line_red_due on order_line (tenant_id, customer_id, id) where red_due;

create or replace function order_invoice_state() returns trigger language plpgsql as $$
begin
  update sales_order o set invoice_state = s.state
  from (select case
          when coalesce(sum(l.invoiced_amount), 0) = 0 then 'NONE'
          when bool_and(l.invoiced_amount >= case when l.qty > l.closed then round((l.amount - l.discount_alloc - l.expense_alloc - l.closed_amount)::numeric
            * (l.qty - l.closed - l.returned) / nullif(l.qty - l.closed, 0)) else 0 end) then 'ALL'
          else 'PART' end as state
        from order_line l where l.tenant_id = new.tenant_id and l.order_id = new.order_id) s
  where o.tenant_id = new.tenant_id and o.id = new.order_id and o.invoice_state <> s.state;
  return null;
end $$;
