-- Money that came in is asked for by the state that is common to its kinds (money_in), which nearly all of it shares: what waits or was reversed
-- is found off an index instead of among all of it.
create index receipt_money_state on receipt
  (tenant_id, (case status when 'REVERSED' then 'REVERSED' when 'DRAFT' then 'WAITING' else 'CONFIRMED' end), created_at desc, id desc)
  where (case status when 'REVERSED' then 'REVERSED' when 'DRAFT' then 'WAITING' else 'CONFIRMED' end) <> 'CONFIRMED';
create index enter_money_state on enter_account
  (tenant_id, (case status when 'CONFIRMED' then 'CONFIRMED' when 'PENDING' then 'WAITING' when 'DRAFT' then 'WAITING' else 'REVERSED' end), created_at desc, id desc)
  where (case status when 'CONFIRMED' then 'CONFIRMED' when 'PENDING' then 'WAITING' when 'DRAFT' then 'WAITING' else 'REVERSED' end) <> 'CONFIRMED';

-- What was written down days after its money came, which says where a list newest first begins that asks by the day it came (daysAfter in search.server.ts).
create index receipt_late on receipt (tenant_id, ((created_at at time zone 'Asia/Shanghai')::date - (received_at at time zone 'Asia/Shanghai')::date) desc)
  where (created_at at time zone 'Asia/Shanghai')::date > (received_at at time zone 'Asia/Shanghai')::date;
create index enter_late on enter_account (tenant_id, ((created_at at time zone 'Asia/Shanghai')::date - (paid_at at time zone 'Asia/Shanghai')::date) desc)
  where (created_at at time zone 'Asia/Shanghai')::date > (paid_at at time zone 'Asia/Shanghai')::date;
