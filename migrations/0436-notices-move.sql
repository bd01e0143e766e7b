-- What was told of a due day goes along when two records of a customer become one.
alter table repay_notice add column id uuid not null default gen_random_uuid();
create unique index repay_notice_id on repay_notice (tenant_id, id);
