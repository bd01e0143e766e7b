-- A case is as many days late as its oldest debt is in every other list: since the day it was due, once its days of grace are over.
update urge_case c set oldest_on = late.since from (
  select o.tenant_id, o.customer_id, min(o.due_date) as since from open_item o
  where o.outstanding > 0 and o.late_on < (now() at time zone 'Asia/Shanghai')::date group by o.tenant_id, o.customer_id) late
where late.tenant_id = c.tenant_id and late.customer_id = c.customer_id and c.status not in ('CLEARED', 'BAD') and c.oldest_on > late.since;
