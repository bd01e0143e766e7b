-- A letter the customer may read in its account; until then it is the factory's own.
alter table urge_letter add column shown_at timestamptz;
create index urge_letter_shown on urge_letter (tenant_id, customer_id, created_at desc, id desc) where shown_at is not null;
