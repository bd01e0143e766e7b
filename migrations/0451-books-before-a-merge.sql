-- What two records of one customer owed and paid before they became one stays apart: a payment made until then pays only what its own record owed.
-- Answers the merges that led to this customer, latest last, with the plans and payments each brought along.
create function repay_merges(of_customer uuid) returns table (at timestamptz, revisions uuid[], payments uuid[])
language sql stable security definer set search_path = public as $$
  with recursive merged as (
    select m.id, m.from_id, m.at from customer_merge m where m.tenant_id = current_tenant() and m.into_id = of_customer and m.status = 'DONE'
    union all
    select m.id, m.from_id, m.at from customer_merge m join merged up on m.into_id = up.from_id
    where m.tenant_id = current_tenant() and m.status = 'DONE'
  )
  select m.at,
    coalesce((select p.moved from customer_merge_part p where p.tenant_id = current_tenant() and p.merge_id = m.id and p.table_name = 'repay_revision'), '{}'),
    coalesce((select p.moved from customer_merge_part p where p.tenant_id = current_tenant() and p.merge_id = m.id and p.table_name = 'repay_payment'), '{}')
  from merged m order by m.at
$$;
revoke all on function repay_merges(uuid) from public;
grant execute on function repay_merges(uuid) to portal_app;
