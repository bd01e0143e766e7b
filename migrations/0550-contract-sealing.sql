-- A seal may be an uploaded picture, a permission may let the system seal by itself, and a certificate may be kept by an outside provider.

-- The picture as it stands in files: PNG with a clear background. Null: drawn from the name.
alter table ct_seal add column picture bytea;

-- Silent: the system seals in this person's name when the turn comes, contracts of these kinds (none named: all) up to this amount.
alter table ct_seal_auth add column silent boolean not null default false;
alter table ct_seal_auth add column kinds text[] not null default '{}';
alter table ct_seal_auth add column most bigint check (most > 0);
create index ct_seal_auth_silent on ct_seal_auth (tenant_id, seal_id, to_day) where silent and revoked_at is null;

-- Empty: kept here. Else the provider's own name of the certificate; its key never leaves the provider.
alter table ct_identity add column provider_ref text not null default '';
-- Up to the root, the certificate itself left out.
alter table ct_identity add column chain bytea[] not null default '{}';
alter table ct_identity add column revoke_reason text not null default '';
alter table ct_identity add column revoked_by text not null default '';
alter table ct_identity add column expiry_told boolean not null default false;
create index ct_identity_ends on ct_identity (tenant_id, valid_to, id);
create index ct_identity_created on ct_identity (tenant_id, created_at desc, id desc);

-- A signature whose provider has not answered yet: proven and decided on, tried again until it stands or is given up.
alter table ct_signer drop constraint ct_signer_status_check;
alter table ct_signer add constraint ct_signer_status_check check (status in ('WAITING', 'TURN', 'SEALING', 'SIGNED', 'REFUSED', 'ENDED'));
alter table ct_signer add column sealing_at timestamptz;
alter table ct_signer add column sealing_next timestamptz;
alter table ct_signer add column sealing_tries int not null default 0;
alter table ct_signer add column sealing_error text not null default '';
create index ct_signer_sealing on ct_signer (tenant_id, sealing_next) where status = 'SEALING';
create index ct_signer_ours on ct_signer (tenant_id, seal_kind, id) where status = 'TURN' and side = 'OURS';
-- How often a certificate was used.
create index ct_signer_cert on ct_signer (tenant_id, cert_id) where cert_id is not null;

-- Contracts belong to the work of these roles, which every company begins with; who renamed theirs gives the rights by hand.
update role set permissions = permissions
  || array(select code from unnest(array['PTN:SUPPLIER:CONTRACT:MANAGE', 'PTN:SUPPLIER:CONTRACT:CREATE']) code where not code = any(permissions))
  where name in ('订单专员', '业务员', '销售经理') and 'PTN:SUPPLIER:CHAIN_ORDER:MANAGE' = any(permissions);
update role set permissions = permissions
  || array(select code from unnest(array['PTN:SUPPLIER:CONTRACT:MANAGE', 'PTN:SUPPLIER:CONTRACT:AUDIT', 'PTN:SUPPLIER:CONTRACT:SIGN', 'PTN:SUPPLIER:CONTRACT:SEAL']) code
    where not code = any(permissions))
  where name = '财务' and 'PTN:SUPPLIER:CHAIN_FUND:MANAGE' = any(permissions);
