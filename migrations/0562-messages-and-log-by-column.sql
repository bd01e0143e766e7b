-- An index over a function helps nobody who reads under row-level security: the business of a message and the subject of an entry are columns.
drop index message_business;
alter table message add column business text not null generated always as (split_part(kind, '.', 1)) stored;
create index message_business on message (tenant_id, account_id, business, created_at desc, id desc);
create index message_kind on message (tenant_id, account_id, kind, created_at desc, id desc);
alter table audit_log add column subject text not null generated always as (split_part(subject_type, ':', 1)) stored;
create index audit_log_subject on audit_log (tenant_id, subject, at desc, id desc);
