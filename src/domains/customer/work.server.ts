import { sql } from 'kysely';
import { audit } from '~/server/audit.server';
import { defineWork, raisedNow } from '~/server/work.server';
import { customer } from './subjects';

export const work = defineWork({
  key: 'customer',
  label: '负责的客户',
  place: 1,
  table: 'customer',
  person: 'sales_member_id',
  open: sql`true`,
  name: sql`name`,
  customer: sql`id`,
  touch: raisedNow(),
  async moved(tx, me, ids, { from, to }) {
    for (const id of ids) await audit(tx, me, { action: '转移业务员', subject: customer, id, before: { 业务员: from }, after: { 业务员: to } });
  },
});
