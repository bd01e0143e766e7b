import { sql } from 'kysely';
import type { z } from 'zod';
import { arConfigOf } from '~/domains/receivablePlan/config.server';
import { bucketsOf } from '~/domains/receivablePlan/plan';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { holdsNumber } from '~/server/search.server';
import { tabsOf } from '~/server/tally.server';
import { addDays, daysBetween, instantRange, shanghaiDate } from '~/shared/dates';
import { maskMobile } from '~/shared/mask';
import { notFound } from '~/shared/refusal';
import { type CaseState, caseStates, contactResults, type StepState } from './case';
import type { CaseDetail, CaseQuery } from './case.schema';
import { stillOpen } from './caseStore.server';
import { dunningWays } from './dunning';
import { returnRows } from './returnViews.server';
import { channels, endActions, whenWords } from './strategy';
import { versionsById } from './strategyStore.server';

export const caseRows = (tx: Tx, me: Pick<Me, 'tenantId'>) =>
  tx
    .selectFrom('urge_case')
    // By left joins, so that counts read cases alone.
    .leftJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'urge_case.tenant_id').onRef('customer.id', '=', 'urge_case.customer_id'))
    .leftJoin('member', (on) => on.onRef('member.tenant_id', '=', 'urge_case.tenant_id').onRef('member.id', '=', 'urge_case.owner_id'))
    .leftJoin('urge_strategy', (on) => on.onRef('urge_strategy.tenant_id', '=', 'urge_case.tenant_id').onRef('urge_strategy.id', '=', 'urge_case.strategy_id'))
    .where('urge_case.tenant_id', '=', me.tenantId);

export const caseColumns = (today: string) =>
  [
    'urge_case.id',
    'urge_case.no',
    'urge_case.customer_id as customerId',
    sql<string>`coalesce(customer.name, '')`.as('customerName'),
    'urge_case.status',
    'urge_case.paused',
    'urge_case.owner_id as ownerId',
    sql<string>`coalesce(member.name, '')`.as('ownerName'),
    'urge_case.open_amount as openAmount',
    'urge_case.overdue_amount as overdueAmount',
    'urge_case.disputed_amount as disputedAmount',
    'urge_case.items',
    sql<number>`greatest(0, coalesce(${today}::date - urge_case.oldest_on, 0))::int`.as('overdueDays'),
    sql<string>`coalesce(urge_strategy.name, '')`.as('strategyName'),
    'urge_case.step_no as stepNo',
    'urge_case.cycle_no as cycleNo',
    'urge_case.last_contact_on as lastContactOn',
    'urge_case.next_on as nextOn',
    'urge_case.follow_on as followOn',
    'urge_case.promised_until as promisedUntil',
    'urge_case.promised_amount as promisedAmount',
    'urge_case.broken',
    'urge_case.created_at as createdAt',
    'urge_case.version',
  ] as const;

/** 账龄段 as 应收设置 says. */
export const agesOf = async (tx: Tx, me: Pick<Me, 'tenantId'>) => bucketsOf((await arConfigOf(tx, me)).buckets);
export const bucketIn = (buckets: Awaited<ReturnType<typeof agesOf>>, days: number): string =>
  days > 0 ? (buckets.find(({ from, to }) => from > 0 && days >= from && (to === null || days <= to))?.label ?? '') : '';

async function chosenBy(tx: Tx, me: Me, query: CaseQuery, today: string) {
  let rows = caseRows(tx, me);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'urge_case.id', 'urge_case_text', 'no', query.no));
  if (query.customerId) rows = rows.where('urge_case.customer_id', '=', query.customerId);
  if (query.ownerId) rows = rows.where('urge_case.owner_id', '=', query.ownerId);
  if (query.strategyId) rows = rows.where('urge_case.strategy_id', '=', query.strategyId);
  if (query.overdueDaysMin !== undefined) rows = rows.where('urge_case.oldest_on', '<=', addDays(today, -query.overdueDaysMin));
  if (query.overdueDaysMax !== undefined) rows = rows.where('urge_case.oldest_on', '>=', addDays(today, -query.overdueDaysMax));
  if (typeof query.overdueStart === 'bigint') rows = rows.where('urge_case.overdue_amount', '>=', query.overdueStart);
  if (typeof query.overdueEnd === 'bigint') rows = rows.where('urge_case.overdue_amount', '<=', query.overdueEnd);
  if (query.followStart) rows = rows.where('urge_case.follow_on', '>=', query.followStart);
  if (query.followEnd) rows = rows.where('urge_case.follow_on', '<=', query.followEnd);
  if (query.promised) rows = rows.where('urge_case.promised_until', query.promised === 'true' ? 'is not' : 'is', null);
  if (query.disputed) rows = rows.where('urge_case.disputed_amount', query.disputed === 'true' ? '>' : '=', 0n);
  if (query.broken) rows = rows.where('urge_case.broken', query.broken === 'true' ? '>' : '=', 0);
  if (query.closed !== 'true' && !query.status) rows = rows.where(stillOpen());
  return rows;
}

export async function listCases(tx: Tx, me: Me, query: CaseQuery, now: Date) {
  const today = shanghaiDate(now);
  const all = await chosenBy(tx, me, query, today);
  const paging = pageFrom(tx, (query.status ? all.where('urge_case.status', '=', query.status) : all).select(caseColumns(today)), query, {
    sort: { no: 'urge_case.no', overdueAmount: 'urge_case.overdue_amount', createdAt: 'urge_case.created_at' },
    initial: [['urge_case.created_at', 'desc']],
    tiebreak: 'urge_case.id',
    neverNull: ['urge_case.no', 'urge_case.overdue_amount'],
  });
  const [page, buckets, tabs] = await Promise.all([paging, agesOf(tx, me), tabsOf(tx, all, 'urge_case.status', Object.keys(caseStates))]);
  const pagedRecords = page.pagedRecords.map((row) => ({ ...row, bucket: bucketIn(buckets, row.overdueDays) }));
  return { ...page, pagedRecords, tabs };
}

export const caseExists = async (tx: Tx, me: Pick<Me, 'tenantId'>, id: string) =>
  tx.selectFrom('urge_case').select(['no', 'customer_id']).where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();

export async function getCase(tx: Tx, me: Me, { id }: { id: string }, now: Date): Promise<z.output<typeof CaseDetail>> {
  const today = shanghaiDate(now);
  const row = await caseRows(tx, me)
    .leftJoin('dict_item as level', (on) => on.onRef('level.tenant_id', '=', 'customer.tenant_id').onRef('level.id', '=', 'customer.level_id'))
    .leftJoin('member as sales', (on) => on.onRef('sales.tenant_id', '=', 'customer.tenant_id').onRef('sales.id', '=', 'customer.sales_member_id'))
    .select(caseColumns(today))
    .select([
      'urge_case.source',
      'urge_case.locked',
      'urge_case.strategy_id as strategyId',
      'urge_case.version_id as versionId',
      'urge_case.carrying_id as carryingId',
      'urge_case.next_step as nextStep',
      'urge_case.reason',
      'urge_case.creator',
      'urge_case.closed_at as closedAt',
      sql<string>`coalesce(customer.contact_name, '')`.as('contactName'),
      sql<string>`coalesce(customer.contact_mobile, '')`.as('contactMobile'),
      sql<string>`coalesce(level.name, '')`.as('levelName'),
      sql<string>`coalesce(sales.name, '')`.as('salesName'),
    ])
    .where('urge_case.id', '=', id)
    .executeTakeFirst();
  if (!row) return notFound('该催收案件');
  const { versionId, carryingId, nextStep, contactName, contactMobile, levelName, salesName, ...shown } = row;
  const version = versionId ? (await versionsById(tx, me, [versionId])).get(versionId) : undefined;
  const steps = version?.strategy.steps ?? [];
  const came = await stepsTaken(tx, me, { ...row, versionId });
  return {
    bucket: bucketIn(await agesOf(tx, me), row.overdueDays),
    ...(shown as typeof shown & { status: CaseState; source: 'AUTO' | 'MANUAL' }),
    customer: { contactName, contactMobile: maskMobile(contactMobile), salesName, levelName },
    nextWords: nextWords(version?.strategy, nextStep, row.nextOn, row.paused),
    steps: steps.map((one, index) => ({
      no: index + 1,
      when: whenWords(one),
      channel: one.channel,
      state: index + 1 === nextStep ? 'NEXT' : (came.get(index + 1) ?? (index < row.stepNo ? 'PASSED' : 'AHEAD')),
    })),
    debts: await debtRows(tx, me, row.customerId, carryingId, today),
    promises: (await promiseRows(tx, me, id)) as z.output<typeof CaseDetail>['promises'],
    tasks: await taskRows(tx, me, { caseId: id }),
    letters: (await letterRows(tx, me, id)) as z.output<typeof CaseDetail>['letters'],
    returns: (await returnRows(tx, me).where('r.case_id', '=', id).orderBy('r.created_at', 'desc').limit(50).execute()).map((one) => ({
      ...one,
      ratio: ratioWords(one.ratio),
      mine: one.createdBy === me.accountId,
    })) as never,
    timeline: await timelineOf(tx, me, row),
  };
}

/** What came of each step of the strategy in this run; of a repeated one, of the last time. */
async function stepsTaken(tx: Tx, me: Me, one: { id: string; cycleNo: number; versionId: string | null }): Promise<Map<number, StepState>> {
  if (!one.versionId) return new Map();
  const rows = await tx
    .selectFrom('urge_send')
    .select(['step_no', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('case_id', '=', one.id)
    .where('cycle_no', '=', one.cycleNo)
    .where('version_id', '=', one.versionId)
    .orderBy('repeat_no')
    .execute();
  return new Map(rows.map((row) => [row.step_no, row.status as StepState]));
}

export const ratioWords = (ppm: number): string => String(ppm / 10_000);

export function nextWords(
  strategy: { steps: readonly { channel: keyof typeof channels }[]; endAction: keyof typeof endActions } | undefined,
  step: number | null,
  day: string | null,
  paused: boolean,
): string {
  if (paused) return '已暂停自动提醒';
  if (!strategy) return '没有适用的策略，由人跟进';
  if (step === null || day === null) return '没有下一步';
  const at = strategy.steps[step - 1];
  return at ? `${day} 第${step}步 ${channels[at.channel]}` : `${day} ${endActions[strategy.endAction]}`;
}

async function debtRows(tx: Tx, me: Me, customerId: string, carryingId: string | null, today: string) {
  const { rows } = await sql<{
    id: string;
    receivableId: string | null;
    no: string;
    dueDate: string;
    late: boolean;
    amount: string;
    outstanding: string;
    disputed: string;
    orderNo: string | null;
  }>`
    select item_id as id, receivable_id as "receivableId", no, due_date::text as "dueDate", late_on < ${today}::date as late, amount::text, outstanding::text, disputed::text, order_no as "orderNo"
    from open_item where tenant_id = ${me.tenantId} and customer_id = ${customerId} order by due_date, no limit 500`.execute(tx);
  return rows.map(({ late, ...one }) => ({
    ...one,
    amount: BigInt(one.amount),
    outstanding: BigInt(one.outstanding),
    disputed: BigInt(one.disputed),
    orderNo: one.orderNo ?? '',
    overdueDays: late ? daysBetween(one.dueDate, today) : 0,
    carrying: one.id === carryingId,
  }));
}

const promiseRows = (tx: Tx, me: Me, caseId: string) =>
  tx
    .selectFrom('urge_promise')
    .select(['id', 'amount', 'received', 'due_on as dueOn', 'status', 'contact', 'remark', 'creator', 'created_at as createdAt'])
    .where('tenant_id', '=', me.tenantId)
    .where('case_id', '=', caseId)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();

const letterRows = (tx: Tx, me: Me, caseId: string) =>
  tx
    .selectFrom('urge_letter')
    .select(['id', 'no', 'kind', 'title', 'outstanding', 'creator', 'created_at as createdAt'])
    .where('tenant_id', '=', me.tenantId)
    .where('case_id', '=', caseId)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();

/** Open tasks of a case, or of a person. */
export async function taskRows(tx: Tx, me: Me, of: { caseId?: string; assigneeId?: string | null }, most = 50) {
  let rows = tx
    .selectFrom('urge_send as s')
    .innerJoin('urge_case as c', (on) => on.onRef('c.tenant_id', '=', 's.tenant_id').onRef('c.id', '=', 's.case_id'))
    .innerJoin('customer as k', (on) => on.onRef('k.tenant_id', '=', 's.tenant_id').onRef('k.id', '=', 's.customer_id'))
    .leftJoin('member as m', (on) => on.onRef('m.tenant_id', '=', 's.tenant_id').onRef('m.id', '=', 's.assignee_id'))
    .select([
      's.id',
      's.case_id as caseId',
      'c.no as caseNo',
      'k.name as customerName',
      's.channel',
      's.status',
      's.step_no as stepNo',
      's.title',
      's.body',
      's.problem',
      's.created_at as createdAt',
    ])
    .select(sql<string>`coalesce(m.name, '')`.as('assigneeName'))
    .where('s.tenant_id', '=', me.tenantId)
    .where('s.status', '=', 'TASK');
  if (of.caseId) rows = rows.where('s.case_id', '=', of.caseId);
  if (of.assigneeId) rows = rows.where('s.assignee_id', '=', of.assigneeId);
  return (await rows.orderBy('s.created_at').limit(most).execute()) as never as z.output<typeof CaseDetail>['tasks'];
}

/** With what was said to the customer from the book of receivables, before and beside cases. */
async function timelineOf(tx: Tx, me: Me, row: { id: string; customerId: string }): Promise<z.output<typeof CaseDetail>['timeline']> {
  const own = await tx
    .selectFrom('urge_record')
    .select(['id', 'kind', 'channel', 'contact', 'result', 'content', 'note', 'next_follow_on as nextFollowOn', 'actor', 'created_at as at'])
    .where('tenant_id', '=', me.tenantId)
    .where('case_id', '=', row.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  const old = await tx
    .selectFrom('dunning_log')
    .select(['id', 'way', 'note', 'body', 'actor', 'created_at as at'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', row.customerId)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();
  const ways: Record<string, string> = dunningWays;
  const told = old.map((one) => ({
    id: one.id,
    kind: 'OLD' as const,
    channel: ways[one.way] ?? '',
    contact: '',
    result: '',
    content: one.note || one.body,
    nextFollowOn: null,
    actor: one.actor,
    at: one.at,
  }));
  const mine = own.map(({ note, ...one }) => ({
    ...one,
    kind: one.kind as 'CONTACT',
    content: note || one.content,
    channel: one.kind === 'TOLD' ? (ways[one.channel] ?? '') : ((channels as Record<string, string>)[one.channel] ?? one.channel),
    result: one.kind === 'CONTACT' ? (contactResults[one.result as keyof typeof contactResults] ?? '') : '',
  }));
  return [...mine, ...told].sort((a, b) => b.at.getTime() - a.at.getTime());
}

export const monthStart = (today: string): Date => instantRange(`${today.slice(0, 7)}-01`).from as Date;
