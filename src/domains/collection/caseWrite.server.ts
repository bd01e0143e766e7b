import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { nextNumber } from '~/server/numbers.server';
import { publishAll } from '~/server/outbox.server';
import { nextVersion, raised } from '~/server/versioned.server';
import type { Assessed } from './assess';
import type { Case } from './caseStore.server';
import { tellOwners } from './notices.server';
import * as subjects from './subjects';

/** Writes what became of cases: all of a run together, since a statement for each is what a run of thousands would wait for. */

const columnsOf = ({ status, chosen, course, nextStep, nextOn, checkOn, sums }: Assessed) => ({
  status,
  strategy_id: chosen?.strategyId ?? null,
  version_id: chosen?.versionId ?? null,
  cycle_no: course.cycle,
  carrying_id: course.carrying,
  anchor: course.anchor,
  step_no: course.step,
  repeat_no: course.repeat,
  last_step_on: course.lastStepOn,
  last_contact_on: course.lastContactOn,
  promised_until: course.promisedUntil,
  next_step: nextStep,
  next_on: nextOn,
  check_on: checkOn,
  open_amount: sums.open,
  overdue_amount: sums.overdue,
  disputed_amount: sums.disputed,
  items: sums.items,
  oldest_on: sums.oldest,
});
type Columns = ReturnType<typeof columnsOf>;
const json = (rows: readonly object[]): string => JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? value.toString() : value));

/** Writes what differs and answers the cases as they are then. A strategy chosen by hand stays. */
export async function saveCases(tx: Tx, me: Me, all: readonly { row: Case; assessed: Assessed }[], now: Date): Promise<Case[]> {
  const looked = all.map(({ row, assessed }) => {
    const columns: Columns = columnsOf(assessed);
    if (row.locked && assessed.chosen === null) Object.assign(columns, { strategy_id: row.strategy_id, version_id: row.version_id });
    return { row, columns, changed: Object.entries(columns).some(([key, value]) => row[key as keyof Case] !== value) };
  });
  const changed = looked.filter((one) => one.changed);
  if (changed.length) await update(tx, me, changed, now);
  const cleared = changed.filter(({ columns }) => columns.status === 'CLEARED').map(({ row }) => row);
  if (cleared.length) await tellCleared(tx, me, cleared, now);
  const first = changed.filter(({ row, columns }) => row.overdue_amount === 0n && columns.overdue_amount > 0n);
  await publishAll(
    tx,
    me,
    'collection.firstOverdue',
    first.map(({ row }) => ({ caseId: row.id, customerId: row.customer_id })),
  );
  return looked.map(({ row, columns, changed: written }) => {
    if (!written) return row;
    const closed = columns.status === 'CLEARED' ? { closed_at: now, paused: false, follow_on: null } : {};
    return { ...row, ...columns, ...closed, updated_at: now, version: nextVersion(row) };
  });
}

async function update(tx: Tx, me: Me, changed: readonly { row: Case; columns: Columns }[], now: Date): Promise<void> {
  await sql`
    update urge_case c set status = n.status, strategy_id = n.strategy_id, version_id = n.version_id, cycle_no = n.cycle_no, carrying_id = n.carrying_id,
      anchor = n.anchor, step_no = n.step_no, repeat_no = n.repeat_no, last_step_on = n.last_step_on, last_contact_on = n.last_contact_on,
      promised_until = n.promised_until, next_step = n.next_step, next_on = n.next_on, check_on = n.check_on, open_amount = n.open_amount,
      overdue_amount = n.overdue_amount, disputed_amount = n.disputed_amount, items = n.items, oldest_on = n.oldest_on,
      closed_at = case when n.status = 'CLEARED' then ${now} else c.closed_at end, paused = c.paused and n.status <> 'CLEARED',
      follow_on = case when n.status = 'CLEARED' then null else c.follow_on end, updated_at = ${now}, version = ${raised('c.version')}
    from jsonb_to_recordset(${json(changed.map(({ row, columns }) => ({ id: row.id, ...columns })))}::jsonb) as n(id uuid, status text, strategy_id uuid,
      version_id uuid, cycle_no int, carrying_id uuid, anchor date, step_no int, repeat_no int, last_step_on date, last_contact_on date, promised_until date,
      next_step int, next_on date, check_on date, open_amount bigint, overdue_amount bigint, disputed_amount bigint, items int, oldest_on date)
    where c.tenant_id = ${me.tenantId} and c.id = n.id`.execute(tx);
}

async function tellCleared(tx: Tx, me: Me, cleared: readonly Case[], now: Date): Promise<void> {
  await tx
    .updateTable('urge_send')
    .set({ status: 'SKIPPED', done_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('case_id', '=', anyOf(cleared.map((row) => row.id)))
    .where('status', '=', 'TASK')
    .execute();
  await publishAll(
    tx,
    me,
    'collection.cleared',
    cleared.map((row) => ({ caseId: row.id, customerId: row.customer_id })),
  );
  await tellOwners(
    tx,
    me,
    cleared.map((row) => ({
      row,
      said: { kind: 'collection.cleared', title: `催收案件${row.no}已结清`, body: '欠款已全部结清或不再逾期，案件自动结束' },
    })),
  );
}

export interface Opening {
  customerId: string;
  salesId: string | null;
  assessed: Assessed;
}
/** By customer. Whoever has a case already, opened meanwhile by another process, is left out. */
export async function openCases(tx: Tx, me: Me, all: readonly Opening[], now: Date): Promise<Map<string, Case>> {
  if (all.length === 0) return new Map();
  const nos = await nextNumber(tx, me, subjects.urgeCase, now, all.length);
  const rows = await tx
    .insertInto('urge_case')
    .values(
      all.map(({ customerId, salesId, assessed }, at) => ({
        tenant_id: me.tenantId,
        id: newId(),
        no: nos[at] as string,
        customer_id: customerId,
        owner_id: salesId,
        sales_member_id: salesId,
        ...columnsOf(assessed),
        creator: '系统',
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((on) => on.doNothing())
    .returningAll()
    .execute();
  const late = rows.filter((row) => row.overdue_amount > 0n);
  await publishAll(
    tx,
    me,
    'collection.firstOverdue',
    late.map((row) => ({ caseId: row.id, customerId: row.customer_id })),
  );
  return new Map(rows.map((row) => [row.customer_id, row]));
}
