import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { defineWork, type Hands, raisedNow } from '~/server/work.server';
import { note, stillOpen } from './caseStore.server';

/** Whoever leaves hands over open cases with the tasks in them. */
export const work = defineWork({
  key: 'urgeCase',
  label: '负责的催收案件',
  place: 6,
  table: 'urge_case',
  person: 'owner_id',
  open: stillOpen(),
  name: sql`no`,
  customer: sql`customer_id`,
  touch: raisedNow(),
  moved: handOverTasks,
});

async function handOverTasks(tx: Tx, me: Me, ids: readonly string[], { from, to, fromId, toId }: Hands, now: Date): Promise<void> {
  // Theirs in other people's cases too; what others have to do in these stays with them.
  await tx
    .updateTable('urge_send')
    .set({ assignee_id: toId })
    .where('tenant_id', '=', me.tenantId)
    .where('assignee_id', '=', fromId)
    .where('status', '=', 'TASK')
    .execute();
  const cases = await tx.selectFrom('urge_case').select(['id', 'customer_id']).where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).execute();
  await note(
    tx,
    me,
    cases.map((one) => ({ caseId: one.id, customerId: one.customer_id, kind: 'STATE' as const, content: `工作交接：由${from}转给${to}` })),
    now,
  );
}
