-- What each customer owes, kept with the debts themselves: lists of customers by age no longer add up every open debt for each page.
-- A row holds from `as_of` until the day before `turns_on`, on which the first of its debts falls late or passes into the next class of age;
-- a reader to whom any row does not hold adds up the debts instead (ageing.server.ts), until the chore has had its turn.
create table customer_owing (
  tenant_id bigint not null,
  customer_id uuid not null,
  as_of date not null,
  -- Null: no day changes it any more.
  turns_on date,
  -- Where the classes end, in days overdue; `ages` begins with what is not late.
  ends int[] not null,
  debts int not null,
  open bigint not null,
  overdue bigint not null,
  -- The due day of the oldest debt that is late.
  oldest_on date,
  ages bigint[] not null,
  primary key (tenant_id, customer_id)
);
call guard_table('customer_owing', 'customer_id');
revoke insert, update, delete on customer_owing from portal_app;

create function age_ends(of_tenant bigint) returns int[] language sql stable set search_path = public as $$
  select coalesce((select array_agg(distinct d::int order by d::int) from ar_config c cross join jsonb_array_elements_text(c.content -> 'buckets') d
    where c.tenant_id = of_tenant and c.version = (select max(version) from ar_config where tenant_id = of_tenant)), '{30,60,90,180,365}')
$$;

-- Whoever changes a debt may not see all of the customer's, so as the owner. The rows are locked before the debts are read: what another has just added counts.
create function keep_customer_owing(of_tenant bigint, these uuid[], day date default (now() at time zone 'Asia/Shanghai')::date)
returns void language plpgsql security definer set search_path = public as $$
declare
  bounds constant int[] := age_ends(of_tenant);
begin
  insert into customer_owing (tenant_id, customer_id, as_of, ends, debts, open, overdue, ages)
    select distinct of_tenant, id, day, bounds, 0, 0, 0, array_fill(0::bigint, array[cardinality(bounds) + 2]) from unnest(these) id order by id
    on conflict do nothing;
  perform from customer_owing where tenant_id = of_tenant and customer_id = any (these) order by customer_id for no key update;
  update customer_owing k set as_of = day, turns_on = s.turns_on, ends = bounds, debts = s.debts, open = s.open, overdue = s.overdue, oldest_on = s.oldest_on, ages = s.ages
  from unnest(these) wanted (id) cross join lateral (
    select count(*)::int as debts, coalesce(sum(o.outstanding), 0)::bigint as open, coalesce(sum(o.outstanding) filter (where o.late_on < day), 0)::bigint as overdue,
      min(o.due_date) filter (where o.late_on < day and o.outstanding > 0) as oldest_on,
      min(least(case when o.late_on >= day then o.late_on + 1 end, (select min(o.due_date + e + 1) from unnest(bounds) e where o.due_date + e + 1 > day))) as turns_on,
      (select array_agg(coalesce(c.amount, 0) order by n) from generate_series(0, cardinality(bounds) + 1) n left join (
        select case when p.late_on < day then 1 + width_bucket(day - p.due_date - 1, bounds) else 0 end as class, sum(p.outstanding)::bigint as amount
        from owing p where p.tenant_id = of_tenant and p.customer_id = wanted.id group by 1) c on c.class = n) as ages
    from owing o where o.tenant_id = of_tenant and o.customer_id = wanted.id and o.outstanding <> 0) s
  where k.tenant_id = of_tenant and k.customer_id = wanted.id;
end $$;

-- Some of those that no longer hold on that day; how many they were.
create function turn_customer_owing(on_day date, most int) returns int language plpgsql security definer set search_path = public as $$
declare
  of_tenant constant bigint := current_tenant();
  stale uuid[];
begin
  select array_agg(customer_id) into stale from (
    select customer_id from customer_owing where tenant_id = of_tenant and (turns_on <= on_day or as_of > on_day or ends <> age_ends(of_tenant)) limit most) s;
  if stale is null then
    return 0;
  end if;
  perform keep_customer_owing(of_tenant, stale, on_day);
  return cardinality(stale);
end $$;

-- Whose debts a statement touched. Of an update those alone of which something changed that the argument names.
create function debts_changed() returns trigger language plpgsql security definer set search_path = public as $$
declare
  one record;
begin
  for one in execute format('select tenant_id, array_agg(distinct customer_id) as ids from (%s) x group by tenant_id order by tenant_id',
    case tg_op when 'INSERT' then 'select * from came' when 'DELETE' then 'select * from went'
    else format('(select %1$s from went except all select %1$s from came) union all (select %1$s from came except all select %1$s from went)', tg_argv[0]) end) loop
    perform keep_customer_owing(one.tenant_id, one.ids);
  end loop;
  return null;
end $$;
create trigger keep_owing_came after insert on receivable referencing new table as came for each statement execute function debts_changed();
create trigger keep_owing_went after delete on receivable referencing old table as went for each statement execute function debts_changed();
create trigger keep_owing_changed after update on receivable referencing old table as went new table as came for each statement
  execute function debts_changed('tenant_id, id, customer_id, due_date, open, status, credit_order_id');
create trigger keep_owing_came after insert on repay_item referencing new table as came for each statement execute function debts_changed();
create trigger keep_owing_went after delete on repay_item referencing old table as went for each statement execute function debts_changed();
create trigger keep_owing_changed after update on repay_item referencing old table as went new table as came for each statement
  execute function debts_changed('tenant_id, id, customer_id, due_on, grace_end, open_principal, settled_on');

do $$
declare
  one record;
begin
  for one in select tenant_id, array_agg(distinct customer_id) as ids from owing group by tenant_id loop
    perform keep_customer_owing(one.tenant_id, one.ids);
  end loop;
end $$;
revoke all on function keep_customer_owing(bigint, uuid[], date), turn_customer_owing(date, int), age_ends(bigint) from public;
grant execute on function turn_customer_owing(date, int) to portal_app;
