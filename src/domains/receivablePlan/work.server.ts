import { sql } from 'kysely';
import { defineWork, raisedNow } from '~/server/work.server';

const plan = {
  table: 'ar_plan',
  open: sql`status in ('DRAFT', 'RUNNING')`,
  name: sql`no || ' ' || title`,
  customer: sql`customer_id`,
  touch: raisedNow(),
};
/** Plans somebody answers for. */
export const work = defineWork({ ...plan, key: 'arPlan', label: '负责的应收计划', place: 7, person: 'owner_id' });
