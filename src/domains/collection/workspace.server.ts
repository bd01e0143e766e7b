import { sql } from 'kysely';
import type { z } from 'zod';
import { daysOf } from '~/domains/receivable/ageing';
import { agedCustomers, agesOn } from '~/domains/receivable/ageing.server';
import { arConfigOf } from '~/domains/receivablePlan/config.server';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { URGE_LEAD } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { addDays, endOfDay, shanghaiDate, startOfDay } from '~/shared/dates';
import { isDue, scoreOf, TASKS_SHOWN } from './case';
import type { CaseRow } from './case.schema';
import { stillOpen } from './caseStore.server';
import { agesOf, bucketIn, caseColumns, caseRows, monthStart, nextWords, taskRows } from './caseViews.server';
import { firstCases } from './firstCases.server';
import { listPromises } from './promiseViews.server';
import { versionsById } from './strategyStore.server';
import { PromiseQuery, type Workspace } from './workspace.schema';

const ARM = '/portal/receiveAdmin';

/** The day of whoever collects: what to do first, why, and how things stand. */
export async function workspace(tx: Tx, me: Me, query: { mine: string }, now: Date): Promise<z.output<typeof Workspace>> {
  const today = shanghaiDate(now);
  const leads = me.permissions.has(URGE_LEAD) || me.isAdmin;
  const mine = query.mine === 'true' || (query.mine === '' && !leads);
  const ownerId = mine ? me.memberId : null;
  const [list, tasks, promises] = [
    await todayList(tx, me, ownerId, today),
    await taskRows(tx, me, { assigneeId: ownerId }, TASKS_SHOWN),
    await duePromises(tx, me, { ownerId: ownerId ?? '', dueEnd: addDays(today, PROMISED_AHEAD) }),
  ];
  const figures = await figuresOf(tx, me, leads, now);
  return { today, mine, ...figures, list, tasks, promises };
}

const KEPT_MS = 30_000;
const MOST_KEPT = 500;
type Figures = Pick<z.output<typeof Workspace>, 'cards' | 'ages' | 'team' | 'asOf'>;
const kept = new Map<string, { at: number; figures: Promise<Figures> }>();
/** Sums over everything that is owed, as this person sees it: kept for half a minute, and reckoned once for all who ask meanwhile, since they read every open debt. */
async function figuresOf(tx: Tx, me: Me, leads: boolean, now: Date): Promise<Figures> {
  const key = `${me.tenantId}/${me.memberId}/${leads}`;
  const found = kept.get(key);
  const age = found ? now.getTime() - found.at : -1;
  if (found && age >= 0 && age < KEPT_MS) {
    const figures = await found.figures.catch(() => null);
    if (figures) return figures;
  }
  const figures = reckon(tx, me, leads, now);
  kept.delete(key);
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string);
  kept.set(key, { at: now.getTime(), figures });
  return figures;
}
async function reckon(tx: Tx, me: Me, leads: boolean, now: Date): Promise<Figures> {
  const today = shanghaiDate(now);
  const owed = await owedOf(tx, me, today);
  return { asOf: now, cards: await cardsOf(tx, me, today, owed), ages: owed.ages, team: leads ? await teamOf(tx, me, today) : [] };
}

async function todayList(tx: Tx, me: Me, ownerId: string | null, today: string): Promise<z.output<typeof Workspace>['list']> {
  const first = await firstCases(tx, me, ownerId, today);
  if (first.length === 0) return [];
  const rows = await caseRows(tx, me)
    .select(caseColumns(today))
    .select(['urge_case.version_id as versionId', 'urge_case.next_step as nextStep'])
    .where('urge_case.id', '=', anyOf(first))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const buckets = await agesOf(tx, me);
  const versions = await versionsById(
    tx,
    me,
    rows.flatMap((row) => row.versionId ?? []),
  );
  return first
    .flatMap((id) => byId.get(id) ?? [])
    .map(({ versionId, nextStep, ...row }) => ({
      ...(row as unknown as z.output<typeof CaseRow>),
      ...scoreOf({ overdue: row.overdueAmount, days: row.overdueDays, broken: row.broken, status: row.status, dueToday: isDue(row, today) }),
      bucket: bucketIn(buckets, row.overdueDays),
      next: nextWords(versionId ? versions.get(versionId)?.strategy : undefined, nextStep, row.nextOn, row.paused),
    }));
}

const PROMISED_AHEAD = 3;
const PROMISES_SHOWN = 10;
/** Promises that fall due soonest: how many, the first ones, and the query by which the list shows them all. */
async function duePromises(tx: Tx, me: Me, query: { ownerId: string; dueEnd: string }): Promise<z.output<typeof Workspace>['promises']> {
  const asked = PromiseQuery.parse({ ...query, status: 'OPEN', pageSize: PROMISES_SHOWN, ascs: 'dueOn' });
  const { pagedRecords, totalCount, capped } = await listPromises(tx, me, asked);
  return { query, first: pagedRecords, count: totalCount, capped: capped ?? false };
}

const monthEnd = (first: string): string => new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 0)).toISOString().slice(0, 10);

/** What is owed, in all and by classes of age, each with the rows it is made of. */
async function owedOf(tx: Tx, me: Me, today: string) {
  const ages = await agesOn(tx, me, today);
  const classes = ages.buckets.map((_, at) => sql`coalesce(sum(a.ages[${sql.lit(at + 1)}]::bigint), 0)`);
  const { rows } = await sql<{ open: string; overdue: string; ages: string[] }>`
    select coalesce(sum(a.open), 0)::text as open, coalesce(sum(a.overdue), 0)::text as overdue, array[${sql.join(classes)}]::text[] as ages
    from ${agedCustomers(ages)} a`.execute(tx);
  const [all] = rows;
  return {
    open: BigInt(all?.open ?? '0'),
    overdue: BigInt(all?.overdue ?? '0'),
    ages: ages.buckets.flatMap((bucket, at) =>
      bucket.from === 0 ? [] : { title: bucket.label, amount: BigInt(all?.ages[at] ?? '0'), href: href(`${ARM}/overInfo`, daysOf(bucket)) },
    ),
  };
}

async function cardsOf(tx: Tx, me: Me, today: string, { open, overdue }: { open: bigint; overdue: bigint }): Promise<z.output<typeof Workspace>['cards']> {
  const start = monthStart(today);
  const first = `${today.slice(0, 7)}-01`;
  const { monthTarget } = await arConfigOf(tx, me);
  const { rows } = await sql<{ received: string; due: string; raised: string; cases: number; kept: number; ended: number }>`
    select (select coalesce(sum(o.amount), 0)::text from money_in o where o.tenant_id = ${me.tenantId} and o.status = 'CONFIRMED'
        and o.came_at >= ${startOfDay(first)} and o.came_at < ${endOfDay(today)}) as received,
      (select coalesce(sum(r.amount), 0)::text from receivable r where r.tenant_id = ${me.tenantId} and r.status <> 'REVERSED' and r.due_date between ${first}::date and (${first}::date + interval '1 month - 1 day')) as due,
      (select coalesce(sum(r.amount), 0)::text from receivable r where r.tenant_id = ${me.tenantId} and r.status <> 'REVERSED' and r.biz_date > ${addDays(today, -90)}::date and r.biz_date <= ${today}::date) as raised,
      (select count(*)::int from urge_case c where c.tenant_id = ${me.tenantId} and ${stillOpen('c')}) as cases,
      (select count(*)::int from urge_promise p where p.tenant_id = ${me.tenantId} and p.status = 'KEPT' and p.decided_at >= ${start}) as kept,
      (select count(*)::int from urge_promise p where p.tenant_id = ${me.tenantId} and p.status in ('KEPT', 'PARTIAL', 'BROKEN') and p.decided_at >= ${start}) as ended`.execute(
    tx,
  );
  const [one] = rows;
  const raised = BigInt(one?.raised ?? '0');
  const tenths = open > 0n ? (overdue * 1000n) / open : 0n;
  return {
    openAmount: { amount: open, href: `${ARM}/comInfo` },
    overdueAmount: { amount: overdue, href: `${ARM}/overInfo` },
    overduePct: `${tenths / 10n}.${tenths % 10n}`,
    // Days of sales that are still owed, by what was raised in 90 days.
    dso: raised > 0n ? Number((open * 90n) / raised) : null,
    receivedMonth: { amount: BigInt(one?.received ?? '0'), href: href(`${ARM}/payInfo`, { receivedStart: first, receivedEnd: today }) },
    dueMonth: { amount: BigInt(one?.due ?? '0'), href: href(`${ARM}/receiveInfo`, { dueStart: first, dueEnd: monthEnd(first) }) },
    targetMonth: monthTarget,
    promisesKept: one?.kept ?? 0,
    promisesEnded: one?.ended ?? 0,
    openCases: one?.cases ?? 0,
  };
}

/** What each colleague has in hand and brought this month. */
async function teamOf(tx: Tx, me: Me, today: string): Promise<z.output<typeof Workspace>['team']> {
  const start = monthStart(today);
  const { rows } = await sql<{ member_id: string; name: string; cases: number; overdue: string }>`
    select m.id as member_id, m.name, count(c.id)::int as cases, coalesce(sum(c.overdue_amount), 0)::text as overdue
    from urge_case c join member m on m.tenant_id = c.tenant_id and m.id = c.owner_id
    where c.tenant_id = ${me.tenantId} and ${stillOpen('c')} group by m.id, m.name order by sum(c.overdue_amount) desc limit 30`.execute(tx);
  if (rows.length === 0) return [];
  const ids = anyOf(rows.map((row) => row.member_id));
  const { rows: done } = await sql<{ id: string; contacts: number; tasks: number; received: string; kept: number; ended: number }>`
    select m.id,
      (select count(*)::int from urge_record r where r.tenant_id = m.tenant_id and r.actor_id = m.id and r.kind = 'CONTACT' and r.created_at >= ${start}) as contacts,
      (select count(*)::int from urge_send s where s.tenant_id = m.tenant_id and s.assignee_id = m.id and s.status = 'TASK') as tasks,
      (select coalesce(sum(s.amount), 0)::text from urge_stage_return s where s.tenant_id = m.tenant_id and s.member_id = m.id and s.status = 'PASSED' and s.received_on >= ${`${today.slice(0, 7)}-01`}::date) as received,
      (select count(*)::int from urge_promise p join urge_case c on c.tenant_id = p.tenant_id and c.id = p.case_id where p.tenant_id = m.tenant_id and c.owner_id = m.id and p.status = 'KEPT' and p.decided_at >= ${start}) as kept,
      (select count(*)::int from urge_promise p join urge_case c on c.tenant_id = p.tenant_id and c.id = p.case_id where p.tenant_id = m.tenant_id and c.owner_id = m.id and p.status in ('KEPT', 'PARTIAL', 'BROKEN') and p.decided_at >= ${start}) as ended
    from member m where m.tenant_id = ${me.tenantId} and m.id = ${ids}`.execute(tx);
  const byId = new Map(done.map((one) => [one.id, one]));
  return rows.map((row) => {
    const own = byId.get(row.member_id);
    return {
      memberId: row.member_id,
      name: row.name,
      cases: row.cases,
      overdueAmount: BigInt(row.overdue),
      contacts: own?.contacts ?? 0,
      tasks: own?.tasks ?? 0,
      receivedAmount: BigInt(own?.received ?? '0'),
      promisesKept: own?.kept ?? 0,
      promisesEnded: own?.ended ?? 0,
    };
  });
}
