-- A dealer's transactions run under a role of their own. What only dealers must be held to then costs factories nothing:
-- their lists are counted off an index alone, and the planner knows how many rows to expect.

do $$ begin
  if not exists (select from pg_roles where rolname = 'portal_dealer') then
    begin
      create role portal_dealer nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
end $$;
grant portal_app to portal_dealer;
grant portal_dealer to current_user;

-- Turns row-level security on for a table that begins with tenant_id. With a customer column, the role of dealers sees the rows of
-- the customer in app.customer_id alone, and the data scope of roles goes by it. No context, no rows.
create or replace procedure guard_table(name regclass, customer_column text default null) language plpgsql as $$
declare
  warehouse_column text;
begin
  execute format('alter table %s enable row level security', name);
  execute format(
    'create policy tenant on %s using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)
       with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)', name);
  if customer_column is not null then
    execute format(
      'create policy customer on %1$s as restrictive to portal_dealer using (
         %2$I = nullif(current_setting(''app.customer_id'', true), '''')::uuid)', name, customer_column);
  end if;
  execute format('grant select, insert, update, delete on %s to portal_app', name);
  select attname into warehouse_column from pg_attribute where attrelid = name and attname = 'warehouse_id' and not attisdropped;
  call scope_table(name, customer_column, warehouse_column);
end $$;

do $$
declare guarded record;
begin
  for guarded in select tablename from pg_policies where schemaname = 'public' and policyname = 'customer' loop
    execute format('drop policy customer on %I', guarded.tablename);
    execute format(
      'create policy customer on %1$I as restrictive to portal_dealer using (
         %2$I = nullif(current_setting(''app.customer_id'', true), '''')::uuid)',
      guarded.tablename, case when guarded.tablename = 'customer' then 'id' else 'customer_id' end);
  end loop;
end $$;

-- The default list and its count need nothing but this index.
drop index sales_order_created;
create index sales_order_created on sales_order (tenant_id, created_at desc, id desc) include (status, no, source);

-- Columns added to older tables since the data scope was made.
do $$
declare
  late record;
begin
  for late in
    select c.oid::regclass as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relrowsecurity
      and not exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.policyname = 'customer_scope')
  loop
    call scope_table(late.name, 'customer_id', null);
  end loop;
end $$;
