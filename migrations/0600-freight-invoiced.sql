-- Freight of an order stands on invoices as well: what of it is applied for and issued counts on the order, as that of goods counts on their lines.
alter table sales_order
  add column freight_invoicing bigint not null default 0 check (freight_invoicing >= 0),
  add column freight_invoiced bigint not null default 0 check (freight_invoiced >= 0);
create index sales_order_freight_to_invoice on sales_order (tenant_id, customer_id) where freight > freight_invoiced + freight_invoicing;

-- A line of an invoice without an order line is the freight of its order.
alter table billing_line alter column order_line_id drop not null;

create function order_invoice_state_of(tenant bigint, order_ids uuid[]) returns void language sql as $$
  update sales_order o set invoice_state = s.state
  from (select l.tenant_id, l.order_id, case
          when coalesce(sum(l.invoiced_amount), 0) = 0 and h.freight_invoiced = 0 then 'NONE'
          when h.freight_invoiced >= h.freight and bool_and(l.invoiced_amount >= case when l.qty > l.closed
            then round((l.amount - l.discount_alloc - l.expense_alloc - l.closed_amount)::numeric * (l.qty - l.closed - l.returned) / nullif(l.qty - l.closed, 0))
            else 0 end) then 'ALL'
          else 'PART' end as state
        from order_line l join sales_order h on h.tenant_id = l.tenant_id and h.id = l.order_id
        where l.tenant_id = tenant and l.order_id = any(order_ids)
        group by l.tenant_id, l.order_id, h.freight, h.freight_invoiced) s
  where o.tenant_id = s.tenant_id and o.id = s.order_id and o.invoice_state <> s.state;
$$;
create or replace function order_invoice_state() returns trigger language plpgsql as $$
begin
  perform order_invoice_state_of(new.tenant_id, array[new.order_id]);
  return null;
end $$;
create function order_freight_state() returns trigger language plpgsql as $$
begin
  perform order_invoice_state_of(new.tenant_id, array[new.id]);
  return null;
end $$;
create trigger order_freight_state after update of freight_invoiced on sales_order for each row
  when (old.freight_invoiced <> new.freight_invoiced) execute function order_freight_state();
update sales_order set invoice_state = 'PART' where invoice_state = 'ALL' and freight > 0;
