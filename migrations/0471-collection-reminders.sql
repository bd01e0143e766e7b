-- Reminders by hand stand in the case; what was said before cases stays readable beside them. Templates of letters keep their versions.

alter table urge_record add column template_name text not null default '';
alter table urge_record add column note text not null default '';
-- As they stood when it was said; null where nothing was said of sums. Amounts in 分.
alter table urge_record add column open_amount bigint;
alter table urge_record add column overdue_amount bigint;
alter table urge_record add column overdue_days int;
alter table urge_record add column items int;
create index urge_record_told on urge_record (tenant_id, created_at desc, id desc) where kind = 'TOLD';
create index urge_record_told_overdue on urge_record (tenant_id, overdue_amount, id) where kind = 'TOLD';
alter table urge_record drop constraint urge_record_kind_check;
alter table urge_record add constraint urge_record_kind_check check (kind in ('CONTACT', 'TOLD', 'SEND', 'TASK', 'PROMISE', 'STATE', 'NOTE', 'LETTER', 'RETURN'));

-- Whoever was reminded by hand, before there were cases and since.
create view urge_told with (security_invoker = true) as
  select tenant_id, id, customer_id, null::uuid as case_id, open, overdue, overdue_days, receivables, template_name, way, note, body, actor, created_at from dunning_log
  union all
  select tenant_id, id, customer_id, case_id, open_amount, overdue_amount, overdue_days, items, template_name, channel, note, content, actor, created_at from urge_record where kind = 'TOLD';
grant select on urge_told to portal_app;

-- What was given up is not taken up again by itself.
create index urge_case_item_debt on urge_case_item (tenant_id, item_id);

alter table urge_promise add column told_on date;

create table urge_template_version (
  tenant_id bigint not null,
  id uuid not null default gen_random_uuid(),
  template_id uuid not null,
  ver int not null check (ver > 0),
  name text not null,
  body text not null,
  actor text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, template_id, ver),
  foreign key (tenant_id, template_id) references urge_template (tenant_id, id)
);
call guard_table('urge_template_version');
revoke update, delete on urge_template_version from portal_app;
alter table urge_template add column enabled boolean not null default true;
-- What a letter was drawn up from; null: from a built-in wording.
alter table urge_letter add column template_id uuid;
alter table urge_letter add column template_ver int;
