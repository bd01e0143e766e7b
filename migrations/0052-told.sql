-- Messages in the order people got them, what each person wants to be told where, and the tenant's own wording.

alter table message add column seq bigint;
-- What the tabs of the message centre show: todo, alert or system.
alter table message add column type text not null default 'system' check (type in ('todo', 'alert', 'system'));
-- Not marked read with all others by one click.
alter table message add column important boolean not null default false;

update message m set seq = numbered.n
  from (select tenant_id, id, row_number() over (partition by tenant_id, account_id order by created_at, id) as n from message) numbered
  where m.tenant_id = numbered.tenant_id and m.id = numbered.id;
update message set type = 'todo' where kind in ('order.submitted', 'order.change', 'order.cancel', 'stockIn.submitted', 'fund.registered');
alter table message alter column seq set not null;
create unique index message_seq on message (tenant_id, account_id, seq);
create index message_newest on message (tenant_id, created_at desc, id desc);

-- The last message's number of a person. The row is locked until the message commits: a larger number is never seen before a smaller one.
create table message_counter (
  tenant_id bigint not null,
  account_id uuid not null,
  seq bigint not null,
  primary key (tenant_id, account_id)
);
call guard_table('message_counter');
insert into message_counter select tenant_id, account_id, max(seq) from message group by tenant_id, account_id;

create table subscription (
  tenant_id bigint not null,
  account_id uuid not null,
  -- Event kind to the channels wanted; an event not named has the product's default.
  choices jsonb not null default '{}',
  -- 'HH:mm' in Asia/Shanghai, '' for none; may pass midnight.
  quiet_from text not null default '',
  quiet_to text not null default '',
  urgent_through boolean not null default true,
  mail_digest boolean not null default false,
  digest_at text not null default '09:00',
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, account_id)
);
call guard_table('subscription');

create table message_template (
  tenant_id bigint not null references tenant (id),
  kind text not null,
  title text not null,
  body text not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, kind)
);
call guard_table('message_template');
