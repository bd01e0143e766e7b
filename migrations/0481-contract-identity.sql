-- Certificates that contracts are signed with: one authority a factory, one certificate a company. The key is sealed under the installation's data key.

create table ct_identity (
  tenant_id bigint not null,
  id uuid not null,
  -- Of the factory's authority, of the factory itself, or of a customer.
  kind text not null check (kind in ('AUTHORITY', 'OURS', 'THEIRS')),
  customer_id uuid,
  name text not null,
  serial text not null,
  certificate bytea not null,
  key_sealed text not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, serial),
  check ((kind = 'THEIRS') = (customer_id is not null)),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create index ct_identity_of on ct_identity (tenant_id, kind, customer_id, valid_to desc);
call guard_table('ct_identity', 'customer_id');
