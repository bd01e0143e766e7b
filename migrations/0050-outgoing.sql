-- What leaves the house: SMS, mail, DingTalk and WeChat, each letter with its state, in one table.

drop table sms_outbox;

create table outgoing (
  -- 0: the platform itself (login codes, registration), which no tenant may read.
  tenant_id bigint not null default coalesce(current_tenant(), 0),
  id uuid not null,
  channel text not null check (channel in ('SMS', 'MAIL', 'DINGTALK', 'WECHAT')),
  -- Mobile number, mail address, or the vendor's id of the person.
  address text not null,
  account_id uuid,
  kind text not null default '',
  title text not null default '',
  body text not null,
  link text not null default '',
  -- Holds a code or a link that opens something: blanked once sent, hidden from readers.
  secret boolean not null default false,
  -- KEPT: the channel is not configured. COLLECTED waits for the daily digest, MERGED went with one.
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'KEPT', 'FAILED', 'EXPIRED', 'COLLECTED', 'MERGED')),
  attempts int not null default 0,
  last_error text not null default '',
  due_at timestamptz not null default now(),
  expires_at timestamptz,
  sent_at timestamptz,
  -- Which notice made it: delivering that again makes no second letter.
  outbox_id uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index outgoing_due on outgoing (due_at) where state = 'WAITING';
create index outgoing_digest on outgoing (due_at) where state = 'COLLECTED';
create index outgoing_newest on outgoing (tenant_id, created_at desc, id desc);
create index outgoing_platform on outgoing (address, created_at desc) where tenant_id = 0;
create unique index outgoing_once on outgoing (tenant_id, outbox_id, account_id, channel) where outbox_id is not null;
call guard_table('outgoing');
