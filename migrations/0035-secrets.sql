-- Identity card numbers at rest: sealed in id_card, found and kept unique by a keyed hash. Rows from before are sealed at the next start.

create table data_key_check (
  only_row boolean primary key default true check (only_row),
  sealed text not null
);

alter table customer add column id_card_hash text;
create unique index customer_id_card on customer (tenant_id, id_card_hash) where id_card_hash is not null;
