-- What else belongs to a customer: contacts, invoice titles, its sales area, people who help, its states; and two records of one company made one.

alter table customer drop constraint customer_status_check;
alter table customer
  add constraint customer_status_check check (status in ('POTENTIAL', 'ACTIVE', 'DISABLED', 'ENDED', 'MERGED')),
  add column state_reason text not null default '',
  -- The main contact stands on the customer itself; others in customer_contact.
  add column contact_role text not null default '',
  add column merged_into uuid,
  add constraint customer_merged_fk foreign key (tenant_id, merged_into) references customer (tenant_id, id),
  add constraint customer_merged_state check ((status = 'MERGED') = (merged_into is not null));

-- Names and numbers are one per living customer: the record that was merged away keeps its own.
drop index customer_uscc;
drop index customer_name;
drop index customer_id_card;
create unique index customer_uscc on customer (tenant_id, uscc) where uscc is not null and merged_into is null;
create unique index customer_name on customer (tenant_id, name) where merged_into is null;
create unique index customer_id_card on customer (tenant_id, id_card_hash) where id_card_hash is not null and merged_into is null;
create index customer_merged on customer (tenant_id, merged_into) where merged_into is not null;

create table customer_contact (
  tenant_id bigint not null,
  id uuid not null,
  customer_id uuid not null,
  name text not null,
  role text not null default '',
  mobile text not null default '',
  email text not null default '',
  remark text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id) on delete cascade
);
create index customer_contact_customer on customer_contact (tenant_id, customer_id);
create index customer_contact_mobile on customer_contact (tenant_id, mobile) where mobile <> '';
call guard_table('customer_contact', 'customer_id');

create table customer_invoice_title (
  tenant_id bigint not null,
  id uuid not null,
  customer_id uuid not null,
  title text not null,
  tax_no text not null default '',
  bank text not null default '',
  -- Sealed.
  bank_account text not null default '',
  address text not null default '',
  phone text not null default '',
  email text not null default '',
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id) on delete cascade
);
create index customer_invoice_title_customer on customer_invoice_title (tenant_id, customer_id);
call guard_table('customer_invoice_title', 'customer_id');

-- Who besides the salesperson works on a customer.
create table customer_helper (
  tenant_id bigint not null,
  id uuid not null,
  customer_id uuid not null,
  member_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, customer_id, member_id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id) on delete cascade,
  foreign key (tenant_id, member_id) references member (tenant_id, id) on delete cascade
);
create index customer_helper_member on customer_helper (tenant_id, member_id);
call guard_table('customer_helper', 'customer_id');

create table sales_area (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  parent_id uuid,
  name text not null,
  sort int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, parent_id, name),
  foreign key (tenant_id, parent_id) references sales_area (tenant_id, id)
);
call guard_table('sales_area');

-- Every factory starts with the six areas people expect, and may change them.
create function first_sales_areas() returns trigger language plpgsql as $$
begin
  insert into sales_area (tenant_id, id, name, sort)
    select new.id, gen_random_uuid(), name, n from unnest(array['南区', '东区', '北区', '西区', '中区', '特区']) with ordinality as a (name, n);
  return null;
end $$;
create trigger first_sales_areas after insert on tenant for each row execute function first_sales_areas();
insert into sales_area (tenant_id, id, name, sort)
  select t.id, gen_random_uuid(), a.name, a.n from tenant t, unnest(array['南区', '东区', '北区', '西区', '中区', '特区']) with ordinality as a (name, n);

alter table customer
  -- The area itself, of any depth; region_label is the name of its topmost area.
  add column sales_area_id uuid,
  add constraint customer_area_fk foreign key (tenant_id, sales_area_id) references sales_area (tenant_id, id);
update customer c set sales_area_id = a.id from sales_area a where a.tenant_id = c.tenant_id and a.parent_id is null and a.name = c.region_label;
create index customer_area on customer (tenant_id, sales_area_id) where sales_area_id is not null;

-- Customers that may be the same one, whoever looks after them: the caller masks what lies outside the asking person's scope.
create function customer_twins(wanted_name text, wanted_core text, wanted_uscc text, wanted_mobile text, wanted_hash text, except_id uuid)
returns table (id uuid, code text, name text, why text, status text, sales_name text) language sql stable security definer set search_path = public as $$
  select distinct on (c.id) c.id, c.code, c.name, f.why, c.status, coalesce(m.name, '')
  from (
    select t.id, 1 as rank, '统一社会信用代码相同' as why from customer t
      where t.tenant_id = current_tenant() and wanted_uscc <> '' and t.uscc = wanted_uscc
    union all
    select t.id, 1, '身份证号相同' from customer t where t.tenant_id = current_tenant() and wanted_hash <> '' and t.id_card_hash = wanted_hash
    union all
    (select t.id, 2, '名称相近' from customer t
      where t.tenant_id = current_tenant() and wanted_core <> '' and t.name_grams && bigrams(wanted_core)
      order by cardinality(array(select unnest(t.name_grams) intersect select unnest(bigrams(wanted_core)))) desc, t.id limit 20)
    union all
    select t.id, 2, '名称相同' from customer t where t.tenant_id = current_tenant() and t.name = wanted_name
    union all
    select t.id, 3, '手机号相同' from customer t where t.tenant_id = current_tenant() and wanted_mobile <> '' and t.contact_mobile = wanted_mobile
    union all
    select k.customer_id, 3, '手机号相同' from customer_contact k where k.tenant_id = current_tenant() and wanted_mobile <> '' and k.mobile = wanted_mobile
  ) f
  join customer c on c.tenant_id = current_tenant() and c.id = f.id and c.merged_into is null and c.id is distinct from except_id
  left join member m on m.tenant_id = c.tenant_id and m.id = c.sales_member_id
  order by c.id, f.rank, f.why desc
$$;
revoke all on function customer_twins(text, text, text, text, text, uuid) from public;
grant execute on function customer_twins(text, text, text, text, text, uuid) to portal_app;
