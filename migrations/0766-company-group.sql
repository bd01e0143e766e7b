-- The company a company belongs to, as the platform's operator knows it from their papers.
alter table tenant add column parent_id bigint references tenant (id), add constraint tenant_not_its_own_parent check (parent_id <> id);
create index tenant_parent on tenant (parent_id) where parent_id is not null;
