-- Making two records of one customer one, and taking that back.

create table customer_merge (
  tenant_id bigint not null,
  id uuid not null,
  from_id uuid not null,
  into_id uuid not null,
  status text not null default 'DONE' check (status in ('DONE', 'UNDONE')),
  -- The ledger transaction that moved balances, if there was anything to move.
  txn_id uuid,
  -- Rows of both customers as they were, the versions they have now, and what else was changed on moved rows.
  before jsonb not null,
  actor_id uuid not null,
  actor text not null,
  at timestamptz not null,
  undo_until timestamptz not null,
  undone_at timestamptz,
  undone_by text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, from_id) references customer (tenant_id, id),
  foreign key (tenant_id, into_id) references customer (tenant_id, id),
  foreign key (tenant_id, txn_id) references ledger_txn (tenant_id, id)
);
create unique index customer_merge_from on customer_merge (tenant_id, from_id) where status = 'DONE';
create index customer_merge_into on customer_merge (tenant_id, into_id, at desc);
call guard_table('customer_merge');

-- What went along, a row a table; `print` is a fingerprint of the moved rows, by which undo sees whether any was touched since.
create table customer_merge_part (
  tenant_id bigint not null,
  id uuid not null default gen_random_uuid(),
  merge_id uuid not null,
  table_name text not null,
  column_name text not null,
  moved uuid[] not null,
  -- Rows that clash with one the other customer has (the same price, the same helper): they stay with the merged record.
  kept int not null default 0,
  print text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, merge_id, table_name, column_name),
  foreign key (tenant_id, merge_id) references customer_merge (tenant_id, id)
);
call guard_table('customer_merge_part');

-- Every column that says whose a row is. The ledger and the accounts are not among them: entries are never rewritten, balances move by a posting.
create function customer_columns() returns table (table_name text, column_name text, extra text, clashing boolean)
language sql stable security definer set search_path = public as $$
  select c.relname::text, a.attname::text, '',
    exists (select from pg_index i where i.indrelid = c.oid and (i.indisunique or i.indisexclusion) and not i.indisprimary and a.attnum = any (i.indkey::int2[]))
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not in ('ledger_entry', 'fund_account')
    and exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'id' and not x.attisdropped)
  union all values
    ('attachment', 'subject_id', 'subject_type = ''customer''', true),
    ('product_visibility', 'scope_id', 'scope = ''CUSTOMER''', true)
$$;

-- Moves the rows of one customer to another under a merge. The application role may not rewrite events and could not see what lies outside a person's scope.
create function move_customer_rows(this_merge uuid) returns void language plpgsql security definer set search_path = public as $$
declare
  tenant constant bigint := current_tenant();
  merge customer_merge;
  one record;
  row_id uuid;
  ids uuid[];
  clashes int;
begin
  select * into strict merge from customer_merge where tenant_id = tenant and id = this_merge and status = 'DONE';
  for one in select * from customer_columns() order by table_name, column_name loop
    ids := '{}';
    clashes := 0;
    if one.clashing then
      for row_id in execute format('select id from %I where tenant_id = $1 and %I = $2 %s order by id', one.table_name, one.column_name,
          case one.extra when '' then '' else 'and ' || one.extra end) using tenant, merge.from_id loop
        begin
          execute format('update %I set %I = $3 where tenant_id = $1 and id = $2', one.table_name, one.column_name) using tenant, row_id, merge.into_id;
          ids := ids || row_id;
        exception when unique_violation or exclusion_violation then
          -- Documents never stay behind: what is owed and held goes along as a whole.
          if one.table_name in ('sales_order', 'delivery', 'receivable', 'receipt', 'enter_account', 'fund_hold') then
            raise;
          end if;
          clashes := clashes + 1;
        end;
      end loop;
    else
      execute format('with m as (update %I set %I = $3 where tenant_id = $1 and %I = $2 returning id) select coalesce(array_agg(id order by id), ''{}'') from m',
        one.table_name, one.column_name, one.column_name) using tenant, merge.from_id, merge.into_id into ids;
    end if;
    if cardinality(ids) > 0 or clashes > 0 then
      insert into customer_merge_part (tenant_id, merge_id, table_name, column_name, moved, kept)
        values (tenant, this_merge, one.table_name, one.column_name, ids, clashes);
    end if;
  end loop;
end $$;

create function print_of_rows(wanted_table text, ids uuid[]) returns text language plpgsql stable security definer set search_path = public as $$
declare
  print text;
begin
  execute format('select md5(coalesce(string_agg(md5(t::text), '','' order by t.id), '''')) from %I t where tenant_id = $1 and id = any ($2)',
    (select c.table_name from customer_columns() c where c.table_name = wanted_table limit 1)) using current_tenant(), ids into print;
  return print;
end $$;

-- The last step of a merge: from here on a change of a moved row shows.
create function seal_merge(this_merge uuid) returns void language sql security definer set search_path = public as $$
  update customer_merge_part set print = print_of_rows(table_name, moved) where tenant_id = current_tenant() and merge_id = this_merge
$$;

create function touched_since_merge(this_merge uuid) returns table (table_name text) language sql stable security definer set search_path = public as $$
  select p.table_name from customer_merge_part p
  where p.tenant_id = current_tenant() and p.merge_id = this_merge and p.print <> print_of_rows(p.table_name, p.moved)
$$;

create function move_customer_rows_back(this_merge uuid) returns void language plpgsql security definer set search_path = public as $$
declare
  merge customer_merge;
  one record;
begin
  select * into strict merge from customer_merge where tenant_id = current_tenant() and id = this_merge and status = 'DONE';
  for one in select * from customer_merge_part where tenant_id = merge.tenant_id and merge_id = this_merge loop
    execute format('update %I set %I = $3 where tenant_id = $1 and id = any ($2)', one.table_name, one.column_name) using merge.tenant_id, one.moved, merge.from_id;
  end loop;
end $$;

revoke all on function customer_columns(), move_customer_rows(uuid), print_of_rows(text, uuid[]), seal_merge(uuid), touched_since_merge(uuid), move_customer_rows_back(uuid) from public;
grant execute on function move_customer_rows(uuid), seal_merge(uuid), touched_since_merge(uuid), move_customer_rows_back(uuid) to portal_app;

-- A document begun for a customer that is being merged away at this moment waits, and then starts over and sees it.
create function not_for_merged_customer() returns trigger language plpgsql security definer set search_path = public as $$
declare
  elsewhere uuid;
begin
  select merged_into into elsewhere from customer where tenant_id = new.tenant_id and id = new.customer_id for key share;
  if elsewhere is not null then
    raise exception 'customer % was merged into another', new.customer_id using errcode = 'serialization_failure';
  end if;
  return new;
end $$;
do $$
declare
  name text;
begin
  foreach name in array array['sales_order', 'delivery', 'receivable', 'receipt', 'enter_account', 'fund_hold', 'customer_price', 'project'] loop
    execute format('create trigger %1$I_not_merged before insert on %1$I for each row execute function not_for_merged_customer()', name);
  end loop;
end $$;
