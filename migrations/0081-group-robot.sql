-- DingTalk group robots a tenant lets tell chosen events to a group. Token and signing secret are sealed.
create table group_robot (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  name text not null,
  token text not null,
  secret text not null,
  events text[] not null default '{}',
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call guard_table('group_robot');

-- The address of such a letter is the robot's id.
alter table outgoing drop constraint outgoing_channel_check;
alter table outgoing add constraint outgoing_channel_check check (channel in ('SMS', 'MAIL', 'DINGTALK', 'WECHAT', 'ROBOT'));
