-- Whoever helps with a customer sees it, and everything that hangs on it, whatever their roles limit them to.

-- The customers the limited person of this transaction helps with. As the owner: under the policies below it would ask itself.
create function helped_customers() returns setof uuid language sql stable security definer set search_path = public as $$
  select customer_id from customer_helper
  where tenant_id = current_tenant() and member_id = nullif(current_setting('app.scope_member', true), '')::uuid
$$;
revoke all on function helped_customers() from public;
grant execute on function helped_customers() to portal_app;

-- THE data scope. A customer is in scope by its salesperson, its helpers or its region; a document by its customer; stock and whatever
-- leaves a warehouse by the warehouse. A missing setting shows nothing. `src/portal/scope.ts` says the same for one given row.
create or replace procedure scope_table(name regclass, customer_column text, warehouse_column text) language plpgsql as $$
declare
  open constant text := '(select current_setting(''app.scope_%s'', true) = ''all'')';
  listed constant text := '(select string_to_array(coalesce(current_setting(''app.scope_%s'', true), ''''), ''|''))';
begin
  execute format('drop policy if exists customer_scope on %s', name);
  execute format('drop policy if exists warehouse_scope on %s', name);
  if name = 'customer'::regclass then
    execute format('create policy customer_scope on customer as restrictive to portal_scoped using (
        %1$s or sales_member_id = any (%2$s::uuid[]) or id in (select helped_customers())
        or (%4$s and (region_label = any (%3$s::text[]) or province = any (%3$s::text[])
          or province || city = any (%3$s::text[]) or province || city || district = any (%3$s::text[]))))',
      format(open, 'customers'), format(listed, 'owners'), format(listed, 'regions'),
      '(select coalesce(current_setting(''app.scope_regions'', true), '''') <> '''')');
  elsif customer_column is not null then
    execute format('create policy customer_scope on %1$s as restrictive to portal_scoped using (%3$s or %2$I is null or %2$I in (
        select c.id from customer c where c.tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint))',
      name, customer_column, format(open, 'customers'));
  end if;
  if warehouse_column is not null then
    execute format('create policy warehouse_scope on %1$s as restrictive to portal_scoped using (%3$s or %2$I = any (%4$s::uuid[]))',
      name, warehouse_column, format(open, 'warehouses'), format(listed, 'warehouse_ids'));
  end if;
end $$;
call scope_table('customer', 'id', null);
