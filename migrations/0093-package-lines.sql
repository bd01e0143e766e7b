-- What each package of a delivery holds and what was signed of it: rows, so that quantities are checked and refer to lines that exist.
create table package_line (
  tenant_id bigint not null,
  id uuid not null,
  package_id uuid not null,
  delivery_line_id uuid not null,
  customer_id uuid not null,
  qty numeric(18,4) not null check (qty > 0),
  signed numeric(18,4) not null default 0 check (signed >= 0),
  refused numeric(18,4) not null default 0 check (refused >= 0),
  damage numeric(18,4) not null default 0 check (damage >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, package_id, delivery_line_id),
  check (signed + refused <= qty),
  check (damage <= signed + refused),
  foreign key (tenant_id, package_id) references package (tenant_id, id) on delete cascade,
  foreign key (tenant_id, delivery_line_id) references delivery_line (tenant_id, id) on delete cascade
);
create index package_line_delivery_line on package_line (tenant_id, delivery_line_id);
call guard_table('package_line', 'customer_id');

-- Never written by anybody.
alter table package drop column lines;
alter table package drop constraint package_status_check;
alter table package add constraint package_status_check check (status in ('CREATED', 'IN_TRANSIT', 'ARRIVED', 'PART_SIGNED', 'SIGNED', 'REFUSED'));

-- The only package of a delivery holds all of it; where signing began that stands from now on. gen_random_uuid: nothing refers to these ids.
insert into package_line (tenant_id, id, package_id, delivery_line_id, customer_id, qty, signed, refused, damage)
  select l.tenant_id, gen_random_uuid(), p.id, l.id, l.customer_id, l.qty, l.signed, l.refused, l.damage
  from delivery d
  join package p on p.tenant_id = d.tenant_id and p.delivery_id = d.id
  join delivery_line l on l.tenant_id = d.tenant_id and l.delivery_id = d.id
  where d.status in ('PART_SIGNED', 'SIGNED')
    and not exists (select from package o where o.tenant_id = p.tenant_id and o.delivery_id = p.delivery_id and o.id <> p.id);
update package p
  set status = case when s.remaining > 0 then 'PART_SIGNED' when s.signed = 0 then 'REFUSED' else 'SIGNED' end
  from (select tenant_id, package_id, sum(qty - signed - refused) as remaining, sum(signed) as signed from package_line group by 1, 2) s
  where s.tenant_id = p.tenant_id and s.package_id = p.id;
