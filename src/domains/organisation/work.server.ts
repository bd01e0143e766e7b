import { sql } from 'kysely';
import { defineWork } from '~/server/work.server';

export const work = defineWork({
  key: 'department',
  label: '担任负责人的部门',
  place: 4,
  table: 'department',
  person: 'leader_id',
  open: sql`true`,
  name: sql`name`,
  touch: sql`version = version + 1, updated_at = now()`,
});
