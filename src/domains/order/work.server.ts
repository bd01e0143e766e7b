import { sql } from 'kysely';
import { defineWork, raisedNow } from '~/server/work.server';

export const work = defineWork({
  key: 'order',
  label: '未完成的订单',
  place: 2,
  table: 'sales_order',
  person: 'sales_member_id',
  open: sql`status not in ('COMPLETED', 'CANCELLED', 'CLOSED')`,
  name: sql`coalesce(no, '草稿 ' || customer_name)`,
  customer: sql`customer_id`,
  touch: raisedNow('row_version'),
});
