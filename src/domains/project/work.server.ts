import { sql } from 'kysely';
import { defineWork, raisedNow } from '~/server/work.server';

export const work = defineWork({
  key: 'project',
  label: '跟进的项目',
  place: 3,
  table: 'project',
  person: 'sales_member_id',
  open: sql`true`,
  name: sql`name`,
  customer: sql`customer_id`,
  touch: raisedNow(),
});
