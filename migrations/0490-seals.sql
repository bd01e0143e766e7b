-- Seals of the factory and who may set them, until when. A kind without a registered seal is drawn from the company's name for whoever may sign.

create table ct_seal (
  tenant_id bigint not null,
  id uuid not null,
  kind text not null check (kind in ('COMPANY', 'CONTRACT', 'FINANCE', 'LEGAL')),
  -- Round: the name along the ring. Square: the person's name.
  name text not null,
  -- Below the star.
  label text not null default '',
  -- The number of the registered seal, at the lower edge.
  number text not null default '',
  enabled boolean not null default true,
  remark text not null default '',
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index ct_seal_kind on ct_seal (tenant_id, kind) where enabled;
call guard_table('ct_seal');

-- Never changed but for being taken back: what was signed under it stays explained.
create table ct_seal_auth (
  tenant_id bigint not null,
  id uuid not null,
  seal_id uuid not null,
  account_id uuid not null,
  person text not null,
  from_day date not null,
  to_day date not null,
  reason text not null,
  given_by text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_by text not null default '',
  check (to_day >= from_day),
  primary key (tenant_id, id),
  foreign key (tenant_id, seal_id) references ct_seal (tenant_id, id)
);
create index ct_seal_auth_seal on ct_seal_auth (tenant_id, seal_id, created_at desc);
create index ct_seal_auth_person on ct_seal_auth (tenant_id, account_id, seal_id) where revoked_at is null;
call guard_table('ct_seal_auth');
