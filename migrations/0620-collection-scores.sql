-- The day's work list is read off an index: what the score of a case is made of and no day changes is kept on the row (case.ts, scoreOf),
-- and cases of the same points follow each other by the day of their oldest debt.
alter table urge_case add column base_points smallint not null generated always as (
  least(40, overdue_amount / 1000000) + least(20, broken * 10) + case when status in ('DISPUTED', 'ESCALATED') then -20 else 0 end
) stored;
create index urge_case_points on urge_case (tenant_id, base_points, oldest_on, id) include (owner_id, follow_on, promised_until)
  where status not in ('CLEARED', 'BAD') and overdue_amount > 0;
create index urge_case_promised on urge_case (tenant_id, promised_until, id) where status not in ('CLEARED', 'BAD') and promised_until is not null;
-- Whether a bank flow number is entered already is asked without its channel.
create index repay_payment_flow on repay_payment (tenant_id, bank_ref) where bank_ref is not null;
-- Cases that broke a promise, for the list and whoever is asked about them in the morning.
create index urge_case_broken on urge_case (tenant_id, created_at desc, id desc) where broken > 0 and status not in ('CLEARED', 'BAD');
