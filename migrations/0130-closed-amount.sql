-- What was closed is never billed, so an order is payable for what its lines keep; the closed part stands beside it.
alter table sales_order add column closed_amount bigint not null default 0 check (closed_amount >= 0);
update sales_order o set closed_amount = c.closed, payable = o.payable - c.closed
from (
  select tenant_id, order_id, sum(net - round(net::numeric * (qty - closed) / qty)::bigint)::bigint as closed
  from (select tenant_id, order_id, qty, closed, amount - discount_alloc - expense_alloc as net from order_line where closed > 0) l
  group by tenant_id, order_id) c
where c.tenant_id = o.tenant_id and c.order_id = o.id and c.closed > 0;
