import { sql } from 'kysely';
import { DEPARTMENT_MANAGE } from '~/portal/permissions';
import { defineWork, raisedNow } from '~/server/work.server';

export const work = defineWork({
  key: 'department',
  label: '担任负责人的部门',
  place: 4,
  table: 'department',
  person: 'leader_id',
  open: sql`true`,
  name: sql`name`,
  namedBy: { code: DEPARTMENT_MANAGE, name: '组织架构' },
  touch: raisedNow(),
});
