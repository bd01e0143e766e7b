-- Files attached to documents and master data. Who may see the subject may open its files: `customer_id` is set
-- when the dealers of that customer may, and stays null for what only the factory sees.

create table attachment (
  tenant_id bigint not null references tenant (id),
  id uuid not null,
  subject_type text not null,
  subject_id uuid not null,
  file_key text not null,
  customer_id uuid,
  sort int not null default 0,
  added_by uuid,
  added_by_name text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, subject_type, subject_id, file_key),
  foreign key (tenant_id, file_key) references stored_file (tenant_id, key),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create index attachment_file on attachment (tenant_id, file_key);
create index attachment_customer on attachment (tenant_id, customer_id) where customer_id is not null;
call guard_table('attachment', 'customer_id');
