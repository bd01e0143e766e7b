-- Words a factory sorts its customers by besides level and area, joined by 、; one or none of each.
alter table customer add column tags text not null default '' check (length(tags) <= 130);
create index customer_tagged on customer (tenant_id, tags) where tags <> '';
