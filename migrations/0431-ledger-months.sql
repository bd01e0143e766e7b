-- What was posted to a customer's account by month and kind, kept with the ledger itself: openings and sums of a period no longer add up every entry there ever was.
create table ledger_month (
  tenant_id bigint not null,
  account_code text not null,
  customer_id uuid not null,
  -- The first day of the month of business.
  month date not null,
  kind text not null,
  dr bigint not null default 0,
  cr bigint not null default 0,
  primary key (tenant_id, account_code, customer_id, month, kind)
);
call guard_table('ledger_month', 'customer_id');
revoke insert, update, delete on ledger_month from portal_app;

insert into ledger_month (tenant_id, account_code, customer_id, month, kind, dr, cr)
select e.tenant_id, e.account_code, e.customer_id, date_trunc('month', t.biz_date)::date, t.kind, sum(e.dr), sum(e.cr)
from ledger_entry e join ledger_txn t on t.tenant_id = e.tenant_id and t.id = e.txn_id
where e.customer_id is not null and e.account_code = '1122'
group by 1, 2, 3, 4, 5;

-- As the owner: nobody else writes these sums, and whoever posts for a customer may not see all of the customer's.
create function add_to_ledger_month() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into ledger_month as kept (tenant_id, account_code, customer_id, month, kind, dr, cr)
  select e.tenant_id, e.account_code, e.customer_id, date_trunc('month', t.biz_date)::date, t.kind, sum(e.dr), sum(e.cr)
  from posted e join ledger_txn t on t.tenant_id = e.tenant_id and t.id = e.txn_id
  where e.customer_id is not null and e.account_code = '1122'
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (tenant_id, account_code, customer_id, month, kind) do update set dr = kept.dr + excluded.dr, cr = kept.cr + excluded.cr;
  return null;
end $$;
create trigger add_to_ledger_month after insert on ledger_entry referencing new table as posted
  for each statement execute function add_to_ledger_month();
