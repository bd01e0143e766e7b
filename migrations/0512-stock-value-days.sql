-- What the goods of each warehouse were worth at the end of each day, in 元, exactly, with what came and went of that value during the day.
create table stock_value_day (
  tenant_id bigint not null,
  id uuid not null default gen_random_uuid(),
  day date not null,
  warehouse_id uuid not null,
  opening numeric(34,10) not null,
  came numeric(34,10) not null,
  went numeric(34,10) not null,
  closing numeric(34,10) not null check (closing = opening + came - went),
  primary key (tenant_id, id),
  unique (tenant_id, warehouse_id, day),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create index stock_value_day_day on stock_value_day (tenant_id, day desc, warehouse_id);
call guard_table('stock_value_day');
revoke update, delete on stock_value_day from portal_app;
