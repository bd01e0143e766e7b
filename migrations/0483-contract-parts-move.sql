-- Revisions and events go along when customers are merged: moved rows are known by an id.
alter table ct_revision add column id uuid not null default gen_random_uuid();
alter table ct_event add column id uuid not null default gen_random_uuid();
create unique index ct_revision_id on ct_revision (tenant_id, id);
create unique index ct_event_id on ct_event (tenant_id, id);
