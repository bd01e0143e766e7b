-- What was posted to a customer's account by day and kind, beside the sums by month: a period that cuts a month adds up its days instead of every entry of the customer.
create table ledger_day (
  tenant_id bigint not null,
  account_code text not null,
  customer_id uuid not null,
  -- Of business.
  day date not null,
  kind text not null,
  dr bigint not null default 0,
  cr bigint not null default 0,
  -- By day first: a list asks for the few days of a cut month, of all customers or of a page of them.
  primary key (tenant_id, account_code, day, customer_id, kind)
);
call guard_table('ledger_day', 'customer_id');
revoke insert, update, delete on ledger_day from portal_app;

insert into ledger_day (tenant_id, account_code, customer_id, day, kind, dr, cr)
select e.tenant_id, e.account_code, e.customer_id, t.biz_date, t.kind, sum(e.dr), sum(e.cr)
from ledger_entry e join ledger_txn t on t.tenant_id = e.tenant_id and t.id = e.txn_id
where e.customer_id is not null and e.account_code = '1122'
group by 1, 2, 3, 4, 5;

-- As the owner, as before: nobody else writes these sums, and whoever posts for a customer may not see all of the customer's.
create function add_to_ledger_sums() returns trigger language plpgsql security definer set search_path = public as $$
begin
  with days as (
    select e.tenant_id, e.account_code, e.customer_id, t.biz_date as day, t.kind, sum(e.dr)::bigint as dr, sum(e.cr)::bigint as cr
    from posted e join ledger_txn t on t.tenant_id = e.tenant_id and t.id = e.txn_id
    where e.customer_id is not null and e.account_code = '1122'
    group by 1, 2, 3, 4, 5
  ), months as (
    insert into ledger_month as kept (tenant_id, account_code, customer_id, month, kind, dr, cr)
    select tenant_id, account_code, customer_id, date_trunc('month', day)::date, kind, sum(dr), sum(cr) from days group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (tenant_id, account_code, customer_id, month, kind) do update set dr = kept.dr + excluded.dr, cr = kept.cr + excluded.cr
  )
  insert into ledger_day as kept (tenant_id, account_code, customer_id, day, kind, dr, cr)
  select tenant_id, account_code, customer_id, day, kind, dr, cr from days order by 1, 2, 4, 3, 5
  on conflict (tenant_id, account_code, day, customer_id, kind) do update set dr = kept.dr + excluded.dr, cr = kept.cr + excluded.cr;
  return null;
end $$;
drop trigger add_to_ledger_month on ledger_entry;
drop function add_to_ledger_month();
create trigger add_to_ledger_sums after insert on ledger_entry referencing new table as posted
  for each statement execute function add_to_ledger_sums();
