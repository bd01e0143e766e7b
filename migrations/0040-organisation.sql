-- Departments, what rows a role may see, and the role a person previews.

create table department (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  parent_id uuid,
  name text not null,
  sort int not null default 0,
  leader_id uuid,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, parent_id, name),
  foreign key (tenant_id, parent_id) references department (tenant_id, id),
  foreign key (tenant_id, leader_id) references member (tenant_id, id)
);
call guard_table('department');

create table member_department (
  tenant_id bigint not null,
  member_id uuid not null,
  department_id uuid not null,
  is_primary boolean not null default false,
  primary key (tenant_id, member_id, department_id),
  foreign key (tenant_id, member_id) references member (tenant_id, id) on delete cascade,
  foreign key (tenant_id, department_id) references department (tenant_id, id)
);
create index on member_department (tenant_id, department_id);
call guard_table('member_department');

alter table role
  add column built_in boolean not null default false,
  add column data_scope text not null default 'ALL' check (data_scope in ('ALL', 'DEPARTMENT', 'SELF', 'REGION', 'WAREHOUSE')),
  -- Business regions, provinces, or province and city (and district) written together: 华东区, 浙江省, 浙江省杭州市.
  add column scope_regions text[] not null default '{}',
  add column scope_warehouses uuid[] not null default '{}',
  add column hidden_fields text[] not null default '{}',
  add column version int not null default 1,
  add column updated_by text not null default '',
  add column updated_at timestamptz not null default now();
create index member_role_of on member_role (tenant_id, role_id);

alter table member
  add column version int not null default 1,
  add column updated_at timestamptz not null default now();
create index customer_sales on customer (tenant_id, sales_member_id);

alter table account add column last_login_at timestamptz;
alter table session add column preview_role_id uuid;

-- People whose roles limit the rows they see act under this role; everybody else stays portal_app and pays no predicate at all.
do $$ begin
  if not exists (select from pg_roles where rolname = 'portal_scoped') then
    begin
      create role portal_scoped nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
end $$;
grant portal_app to portal_scoped;
grant portal_scoped to current_user;

-- THE data scope. A customer is in scope by its salesperson or its region; a document by its customer; stock and whatever leaves
-- a warehouse by the warehouse. A missing setting shows nothing. `src/portal/scope.ts` says the same for one given row.
create procedure scope_table(name regclass, customer_column text, warehouse_column text) language plpgsql as $$
declare
  open constant text := '(select current_setting(''app.scope_%s'', true) = ''all'')';
  listed constant text := '(select string_to_array(coalesce(current_setting(''app.scope_%s'', true), ''''), ''|''))';
begin
  execute format('drop policy if exists customer_scope on %s', name);
  execute format('drop policy if exists warehouse_scope on %s', name);
  if name = 'customer'::regclass then
    execute format('create policy customer_scope on customer as restrictive to portal_scoped using (
        %1$s or sales_member_id = any (%2$s::uuid[]) or region_label = any (%3$s::text[]) or province = any (%3$s::text[])
        or province || city = any (%3$s::text[]) or province || city || district = any (%3$s::text[]))',
      format(open, 'customers'), format(listed, 'owners'), format(listed, 'regions'));
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

-- As before, and from now on the scope comes with it: by the customer column named, and by warehouse_id where the table has one.
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
      'create policy customer on %1$s as restrictive using (
         nullif(current_setting(''app.customer_id'', true), '''') is null
         or %2$I = nullif(current_setting(''app.customer_id'', true), '''')::uuid)', name, customer_column);
  end if;
  execute format('grant select, insert, update, delete on %s to portal_app', name);
  select attname into warehouse_column from pg_attribute where attrelid = name and attname = 'warehouse_id' and not attisdropped;
  call scope_table(name, customer_column, warehouse_column);
end $$;

-- Every table there is already. Order lines follow their order, whose warehouse decides.
do $$
declare
  one record;
begin
  for one in
    select c.oid::regclass as name,
      (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attname = case c.relname when 'customer' then 'id' else 'customer_id' end and not a.attisdropped) as customer_column,
      case c.relname when 'warehouse' then 'id' when 'order_line' then null else
        (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attname = 'warehouse_id' and not a.attisdropped) end as warehouse_column
    from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relrowsecurity
  loop
    call scope_table(one.name, one.customer_column, one.warehouse_column);
  end loop;
end $$;

-- The factory account of a mobile number, made when there is none. Accounts belong to no tenant, so the application role may not
-- write them itself. A dealer's account that joins a factory becomes type 3 and switches between the two sides.
create function account_for_member(wanted_mobile text, new_id uuid, new_name text, new_hash text)
returns table (account_id uuid, created boolean) language plpgsql security definer set search_path = public as $$
begin
  insert into account (id, login_account, mobile, name, user_type, password_hash, password_strong)
    values (new_id, wanted_mobile, wanted_mobile, new_name, 1, new_hash, true)
    on conflict do nothing;
  created := found;
  update account set user_type = 3, updated_at = now() where mobile = wanted_mobile and user_type = 2;
  select a.id into account_id from account a where a.mobile = wanted_mobile and a.status = 'ACTIVE';
  return next;
end $$;
revoke all on function account_for_member(text, uuid, text, text) from public;
grant execute on function account_for_member(text, uuid, text, text) to portal_app;

-- Ends what an account of this tenant has open here; with a hash its password too, so that it is set anew by SMS code.
create function end_member_sessions(member_account uuid, new_hash text default null) returns int language plpgsql security definer set search_path = public as $$
declare
  ended int;
begin
  if not exists (select from member where tenant_id = current_tenant() and account_id = member_account) then return 0; end if;
  if new_hash is not null then
    update account set password_hash = new_hash, password_strong = true, failed_logins = 0, locked_until = null, updated_at = now() where id = member_account;
    delete from session where account_id = member_account;
  else
    delete from session where account_id = member_account and tenant_id = current_tenant();
  end if;
  get diagnostics ended = row_count;
  return ended;
end $$;
revoke all on function end_member_sessions(uuid, text) from public;
grant execute on function end_member_sessions(uuid, text) to portal_app;
