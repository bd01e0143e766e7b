-- The platform's items keep the platform's words: a tenant orders them and switches them off.
update dict_item own set name = offered.name, color = offered.color, version = own.version + 1, updated_at = now()
  from dict_platform_item offered
  where offered.category = own.category and offered.code = own.code and (own.name, own.color) <> (offered.name, offered.color)
    and not exists (select from dict_item twin where twin.tenant_id = own.tenant_id and twin.category = own.category and twin.name = offered.name and twin.id <> own.id);

-- Which words of a dictionary documents name, without reading every event and line there is.
create index order_event_reason on order_event (tenant_id, note) where action in ('取消', '申请取消', '驳回') and note <> '';
create index order_version_reason on order_version (tenant_id, reason) where kind = 'CLOSE' and reason <> '';
create index delivery_line_said on delivery_line (tenant_id, sign_note) where sign_note <> '';
