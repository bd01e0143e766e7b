-- Photos of a signing hang on their delivery, so that factory and dealer open each other's. gen_random_uuid: nothing refers to these ids.
insert into attachment (tenant_id, id, subject_type, subject_id, file_key, customer_id, sort, added_by, added_by_name, created_at)
  select d.tenant_id, gen_random_uuid(), 'delivery', d.id, f.key, d.customer_id, min(p.place)::int, f.owner_user, coalesce(max(a.name), ''), coalesce(min(l.signed_at), now())
  from delivery_line l
  join delivery d on d.tenant_id = l.tenant_id and d.id = l.delivery_id
  cross join unnest(l.sign_photos) with ordinality as p (key, place)
  join stored_file f on f.tenant_id = l.tenant_id and f.key = p.key
  left join account a on a.id = f.owner_user
  group by d.tenant_id, d.id, f.key, d.customer_id, f.owner_user
  on conflict do nothing;
