import { sql } from 'kysely';
import { tagsIn } from '~/domains/customer/customerTags';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { publish } from '~/server/outbox.server';
import { shanghaiDate } from '~/shared/dates';
import { saidYuan } from '~/shared/said';
import { type Assessed, assess, type Looked, noRhythm } from './assess';
import { bounded, boundsOf } from './bounds.server';
import { type CaseState, caseStates, promiseStates } from './case';
import { type Case, courseOf, type Noted, note, stillOpen } from './caseStore.server';
import { openCases, saveCases } from './caseWrite.server';
import { tellOwner } from './notices.server';
import { collectible, type Debt, freshCourse, inReach, type PromiseState } from './rhythm';
import { enabledStrategies, versionsById } from './strategyStore.server';

export interface DebtRow extends Debt {
  since: string;
  customerId: string;
  no: string;
}
export interface Standing {
  row: Case;
  assessed: Assessed;
  debts: readonly DebtRow[];
}

/** Everything the customers owe: instalments of credit are late from the end of their grace, and then since they were due. */
async function debtsOf(tx: Tx, me: Pick<Me, 'tenantId'>, customerIds: readonly string[]): Promise<DebtRow[]> {
  const { rows } = await sql<{ id: string; customer_id: string; no: string; due: string; since: string; open: string; disputed: string }>`
    select o.item_id as id, o.customer_id, o.no, o.late_on::text as due, o.due_date::text as since, o.outstanding::text as open, o.disputed::text as disputed
    from open_item o where o.tenant_id = ${me.tenantId} and o.customer_id = ${anyOf(customerIds)}`.execute(tx);
  return rows.map(({ customer_id: customerId, open, disputed, ...row }) => ({ ...row, customerId, open: BigInt(open), disputed: BigInt(disputed) }));
}

/** What the customers' cases are about: all they owe, without what an earlier case gave up as bad; a case opened by hand takes up that too. */
export async function caseDebts(tx: Tx, me: Pick<Me, 'tenantId'>, customerIds: readonly string[], byHand: (customerId: string) => boolean): Promise<DebtRow[]> {
  const owed = await debtsOf(tx, me, customerIds);
  const given = await givenUp(
    tx,
    me,
    customerIds.filter((id) => !byHand(id)),
  );
  return owed.filter(({ id }) => !given.has(id));
}

/**
 * Looks at the customers' cases again: opens one where something fell due, follows the carrying item, ends promises, clears what is paid. Called in the
 * transaction of every change of debt, where the customers' money is locked already, and by the dispatcher. Cases are locked in order of their ids, last of all.
 */
export async function reassess(tx: Tx, me: Me, customerIds: readonly string[], now: Date): Promise<Standing[]> {
  const ids = [...new Set(customerIds)];
  if (ids.length === 0) return [];
  const today = shanghaiDate(now);
  const open = await tx
    .selectFrom('urge_case')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', anyOf(ids))
    .where(stillOpen())
    .orderBy('id')
    .forUpdate()
    .execute();
  const rows = new Map(open.map((row) => [row.customer_id, row]));
  const debts = Map.groupBy(await caseDebts(tx, me, ids, (id) => rows.get(id)?.source === 'MANUAL'), (one) => one.customerId);
  // Nearly everybody who pays has no case and owes nothing that is due.
  const wanted = ids.filter((id) => rows.has(id) || debts.get(id)?.some((one) => one.open > 0n));
  if (wanted.length === 0) return [];
  const bounds = await boundsOf(tx, me);
  const strategies = (await enabledStrategies(tx, me)).map((one) => bounded(one, bounds));
  const versions = await versionsById(
    tx,
    me,
    open.flatMap((row) => row.version_id ?? []),
  );
  const kept = new Map([...versions].map(([id, one]) => [id, bounded(one, bounds)]));
  const customers = await customersOf(tx, me, wanted);
  const promises = await promisesOf(tx, me, open);
  const looked = wanted.flatMap((id) => {
    const customer = customers.get(id);
    if (!customer) return [];
    const row = rows.get(id);
    const own = debts.get(id) ?? [];
    const promise = row ? promises.get(row.id) : undefined;
    const assessed = assess(lookAt(row, own, promise, customer), strategies, kept, today);
    return assessed ? [{ id, row, own, promise, assessed, salesId: customer.salesId }] : [];
  });
  const cases = await writeCases(tx, me, looked, now);
  const standings = looked.flatMap(({ id, own, assessed }) => {
    const row = cases.get(id);
    return row ? [{ row, assessed, debts: own }] : [];
  });
  const notes: Noted[] = [];
  for (const { id, row: before, promise, assessed } of looked) {
    const row = cases.get(id);
    if (!row) continue;
    if (promise && assessed.promise) await endPromise(tx, me, row, promise, assessed.promise, notes, now);
    if (before && before.status !== assessed.status) notes.push(moved(row, before.status as CaseState, assessed));
  }
  await followItems(tx, me, standings, today);
  await note(tx, me, notes, now);
  return standings;
}

function lookAt(row: Case | undefined, debts: readonly DebtRow[], promise: PromiseRow | undefined, customer: CustomerRow): Looked {
  const contact = [row?.last_contact_on, customer.told].reduce<string | null>((last, one) => (one && (last === null || one > last) ? one : last), null);
  return {
    status: (row?.status as CaseState | undefined) ?? null,
    manual: row?.source === 'MANUAL',
    locked: row?.locked ?? false,
    strategyId: row?.strategy_id ?? null,
    versionId: row?.version_id ?? null,
    course: { ...(row ? courseOf(row) : freshCourse), lastContactOn: contact },
    debts,
    promise: promise ? { amount: promise.amount, due: promise.due_on, until: promise.until_on, received: promise.received } : null,
    customer,
  };
}

/** Cases that stood are written over, the others opened; by customer. */
async function writeCases(
  tx: Tx,
  me: Me,
  looked: readonly { id: string; row: Case | undefined; assessed: Assessed; salesId: string | null }[],
  now: Date,
): Promise<Map<string, Case>> {
  const stood = looked.flatMap(({ row, assessed }) => (row ? [{ row, assessed }] : []));
  const fresh = looked.flatMap(({ id, row, assessed, salesId }) => (row ? [] : [{ customerId: id, salesId, assessed }]));
  const saved = await saveCases(tx, me, stood, now);
  return new Map([...saved.map((row) => [row.customer_id, row] as const), ...(await openCases(tx, me, fresh, now))]);
}

/** What stood in a case that ended as bad is not taken up again by the clock, nor by the case another debt opens; whoever opens one by hand takes up everything. */
async function givenUp(tx: Tx, me: Pick<Me, 'tenantId'>, customerIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (customerIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('urge_case as c')
    .innerJoin('urge_case_item as i', (on) => on.onRef('i.tenant_id', '=', 'c.tenant_id').onRef('i.case_id', '=', 'c.id'))
    .select('i.item_id')
    .where('c.tenant_id', '=', me.tenantId)
    .where('c.customer_id', '=', anyOf(customerIds))
    .where('c.status', '=', 'BAD')
    .execute();
  return new Set(rows.map((row) => row.item_id));
}

const moved = (row: Case, before: CaseState, { status, sums }: Assessed): Noted => ({
  caseId: row.id,
  customerId: row.customer_id,
  kind: 'STATE',
  content:
    status === 'CLEARED' ? '欠款已全部结清或不再逾期，案件结束' : `由“${caseStates[before]}”变为“${caseStates[status]}”，逾期${saidYuan(sums.overdue)}元`,
});

interface CustomerRow {
  levelId: string | null;
  region: string;
  tags: string[];
  salesId: string | null;
  told: string | null;
}
/** With the last day anybody reminded them outside of cases: by hand from the book of receivables, or of an instalment. */
async function customersOf(tx: Tx, me: Pick<Me, 'tenantId'>, ids: readonly string[]): Promise<Map<string, CustomerRow>> {
  const { rows } = await sql<{ id: string; level_id: string | null; region: string; tags: string; sales_member_id: string | null; told: string | null }>`
    select c.id, c.level_id, c.region_label as region, c.tags, c.sales_member_id,
      greatest(
        (select max((d.created_at at time zone 'Asia/Shanghai')::date) from dunning_log d where d.tenant_id = c.tenant_id and d.customer_id = c.id),
        (select max((n.told_at at time zone 'Asia/Shanghai')::date) from repay_notice n where n.tenant_id = c.tenant_id and n.customer_id = c.id))::text as told
    from customer c where c.tenant_id = ${me.tenantId} and c.id = ${anyOf(ids)}`.execute(tx);
  return new Map(
    rows.map((row) => [row.id, { levelId: row.level_id, region: row.region, tags: tagsIn(row.tags), salesId: row.sales_member_id, told: row.told }]),
  );
}

interface PromiseRow {
  id: string;
  case_id: string;
  amount: bigint;
  due_on: string;
  until_on: string;
  received: bigint;
}
async function promisesOf(tx: Tx, me: Pick<Me, 'tenantId'>, open: readonly Case[]): Promise<Map<string, PromiseRow>> {
  const promised = open.filter((row) => row.promised_until !== null || row.status === 'PROMISED').map((row) => row.id);
  if (promised.length === 0) return new Map();
  const rows = await tx
    .selectFrom('urge_promise as p')
    .select(['p.id', 'p.case_id', 'p.amount', 'p.due_on', 'p.until_on'])
    .select(sql<bigint>`greatest(0, ${paidBy(sql.ref('p.customer_id'))} - p.paid_before)::bigint`.as('received'))
    .where('p.tenant_id', '=', me.tenantId)
    .where('p.case_id', '=', anyOf(promised))
    .where('p.status', '=', 'OPEN')
    .forUpdate('p')
    .execute();
  return new Map(rows.map((row) => [row.case_id, row]));
}
/** Whatever a customer ever paid of debts. */
export const paidBy = (customer: ReturnType<typeof sql.ref>) =>
  sql<bigint>`coalesce((select sum(r.settled - r.refunded) from receivable r where r.tenant_id = p.tenant_id and r.customer_id = ${customer} and r.status <> 'REVERSED'), 0)::bigint`;

async function endPromise(tx: Tx, me: Me, row: Case, promise: PromiseRow, state: PromiseState, notes: Noted[], now: Date): Promise<void> {
  await tx
    .updateTable('urge_promise')
    .set({ received: promise.received, ...(state === 'OPEN' ? {} : { status: state, decided_at: now }) })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', promise.id)
    .execute();
  if (state === 'OPEN') return;
  const broken = state === 'BROKEN' || state === 'PARTIAL';
  if (broken) await sql`update urge_case set broken = broken + 1 where tenant_id = ${me.tenantId} and id = ${row.id}`.execute(tx);
  const words = `承诺${promise.due_on}还${saidYuan(promise.amount)}元${promiseStates[state]}，实还${saidYuan(promise.received)}元`;
  notes.push({ caseId: row.id, customerId: row.customer_id, kind: 'PROMISE', result: state, content: words, refId: promise.id });
  if (broken) await tellOwner(tx, me, row, { kind: 'collection.broken', title: `承诺未兑现：案件${row.no}`, body: words });
  await publish(tx, me, broken ? 'collection.promiseBroken' : 'collection.promiseKept', { caseId: row.id, customerId: row.customer_id, promiseId: promise.id });
}

/** Debts enter a case when they come within reach and leave it when they are paid. */
async function followItems(tx: Tx, me: Pick<Me, 'tenantId'>, standings: readonly Standing[], today: string): Promise<void> {
  const now = standings.flatMap(({ row, assessed, debts }) => {
    const rhythm = { ...(assessed.chosen?.strategy ?? noRhythm), stopOn: [] };
    const within = new Set(inReach(debts, rhythm, today).map(({ id }) => id));
    return debts
      .filter((one) => within.has(one.id) || (row.source === 'MANUAL' && collectible(one, rhythm) > 0n))
      .map((one) => ({ case_id: row.id, customer_id: row.customer_id, item_id: one.id, no: one.no, due_on: one.due, amount: String(one.open) }));
  });
  const caseIds = standings.map(({ row }) => row.id);
  await sql`
    update urge_case_item i set left_on = ${today}::date
    where i.tenant_id = ${me.tenantId} and i.case_id = ${anyOf(caseIds)} and i.left_on is null
      and not exists (select 1 from jsonb_to_recordset(${JSON.stringify(now)}::jsonb) as n(case_id uuid, item_id uuid) where n.case_id = i.case_id and n.item_id = i.item_id)`.execute(
    tx,
  );
  if (now.length)
    await sql`
      insert into urge_case_item (tenant_id, case_id, item_id, customer_id, no, due_on, amount, entered_on)
      select ${me.tenantId}, n.case_id, n.item_id, n.customer_id, n.no, n.due_on, n.amount::bigint, ${today}::date
      from jsonb_to_recordset(${JSON.stringify(now)}::jsonb) as n(case_id uuid, item_id uuid, customer_id uuid, no text, due_on date, amount text)
      on conflict (tenant_id, case_id, item_id) do update set left_on = null, due_on = excluded.due_on
        where urge_case_item.left_on is not null or urge_case_item.due_on <> excluded.due_on`.execute(tx);
}
