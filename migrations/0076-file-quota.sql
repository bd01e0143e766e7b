-- What a tenant's files take of its storage_quota_mb, the same content once; one row, so that uploads at the same moment wait for each other.

create table file_storage (
  tenant_id bigint primary key references tenant (id),
  bytes bigint not null default 0 check (bytes >= 0)
);
call guard_table('file_storage');
insert into file_storage (tenant_id, bytes)
  select tenant_id, sum(size) from (select distinct on (tenant_id, sha256) tenant_id, size from stored_file order by tenant_id, sha256) one group by tenant_id;

-- Takes room for a content that is about to get its row, unless the tenant keeps it already. Not taken: nothing has changed.
-- As the owner, for files of other people count as well.
create function take_storage(content text, size bigint) returns table (taken boolean, used bigint, quota bigint)
language plpgsql security definer set search_path = public as $$
declare
  tenant constant bigint := current_tenant();
begin
  insert into file_storage (tenant_id) values (tenant) on conflict do nothing;
  select f.bytes into used from file_storage f where f.tenant_id = tenant for update;
  select t.storage_quota_mb * 1048576::bigint into strict quota from tenant t where t.id = tenant;
  taken := exists (select from stored_file s where s.tenant_id = tenant and s.sha256 = content);
  if not taken and used + size <= quota then
    update file_storage f set bytes = f.bytes + size where f.tenant_id = tenant;
    taken := true;
  end if;
  return next;
end $$;
revoke all on function take_storage(text, bigint) from public;
grant execute on function take_storage(text, bigint) to portal_app;
