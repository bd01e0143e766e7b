-- What files are verified against is no secret: a dealer's own evidence says it, too, though the rows are the factory's.
create function ct_trust() returns table (kind text, serial text, certificate bytea, revoked_at timestamptz) language sql stable security definer set search_path = public as $$
  select kind, serial, certificate, revoked_at from ct_identity where tenant_id = current_tenant();
$$;
revoke all on function ct_trust() from public;
grant execute on function ct_trust() to portal_app;
