-- The system log: calls that changed or refused something, and indexes to read every event of a tenant by time.

create table api_log (
  tenant_id bigint not null,
  id uuid not null,
  account_id uuid,
  actor text not null,
  method text not null,
  path text not null,
  code text not null,
  ms int not null,
  address text not null default '',
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index api_log_newest on api_log (tenant_id, at desc, id desc);
create index api_log_age on api_log (at);
call guard_table('api_log');
revoke update, delete on api_log from portal_app;

create index order_event_newest on order_event (tenant_id, at desc, id desc);
create index delivery_event_newest on delivery_event (tenant_id, at desc, id desc);
drop index audit_log_tenant_id_at_idx;
create index audit_log_newest on audit_log (tenant_id, at desc, id desc);
