import { sql } from 'kysely';
import { defineWork, raisedNow } from '~/server/work.server';

export const work = defineWork({
  key: 'contract',
  label: '经办的合同',
  place: 8,
  table: 'ct_contract',
  person: 'owner_id',
  open: sql`status in ('DRAFT', 'REVIEWING', 'SIGNING')`,
  name: sql`no || ' ' || title`,
  customer: sql`customer_id`,
  touch: raisedNow(),
});
