import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays } from '~/shared/dates';
import { refuse } from '~/shared/refusal';

/** A posting that changes what the customer owes. */
interface Dated {
  customerId: string;
  bizDate: string;
}
const closings = { SENT: '待客户确认', DISPUTED: '有异议', CONFIRMED: '已确认' } as const;

const lockKeys = (me: Pick<Me, 'tenantId'>, customerIds: readonly string[]) =>
  sql`select hashtextextended('statement/' || ${String(me.tenantId)} || '/' || id, 0) as key from unnest(${[...new Set(customerIds)].sort()}::text[]) as id`;

/** Whoever closes a period of these customers waits for postings under way, and later postings wait for it and then see the period closed. */
export const closeBooks = (tx: Tx, me: Pick<Me, 'tenantId'>, customerIds: readonly string[]) =>
  sql`select pg_advisory_xact_lock(k.key) from (${lockKeys(me, customerIds)}) k`.execute(tx);

/** Refuses a posting into a period the customer was sent a statement of. Every posting on 1122 asks it by `postLedger`. */
export async function mustHaveOpenBooks(tx: Tx, me: Pick<Me, 'tenantId'>, postings: readonly Dated[]): Promise<void> {
  if (!postings.length) return;
  // A statement of its own: what it waited for is only seen by the next.
  await sql`select pg_advisory_xact_lock_shared(k.key) from (${lockKeys(
    me,
    postings.map((one) => one.customerId),
  )}) k`.execute(tx);
  const [first] = await closedFor(tx, me, postings);
  if (first) refuse('CHECK_CLOSED', first.sentence, { statementNo: first.no });
}

/** Which of the postings (by their place) fall into a closed period, each with the sentence that refuses it. */
export async function closedFor(tx: Tx, me: Pick<Me, 'tenantId'>, postings: readonly Dated[]): Promise<{ at: number; no: string; sentence: string }[]> {
  const { rows } = await sql<{ at: number; name: string; no: string; start: string; end: string; status: keyof typeof closings; day: string }>`
    select distinct on (p.at) p.at::int as at, s.debtor_name as name, s.no, s.period_start::text as start, s.period_end::text as end, s.status, p.day::text as day
    from unnest(${postings.map((one) => one.customerId)}::uuid[], ${postings.map((one) => one.bizDate)}::date[]) with ordinality as p (customer_id, day, at)
    join statement s on s.tenant_id = ${me.tenantId} and s.debtor_id = p.customer_id and s.period_end >= p.day and s.status in ('SENT', 'DISPUTED', 'CONFIRMED')
    order by p.at, s.period_end desc`.execute(tx);
  return rows.map(({ at, name, no, start, end, status, day }) => {
    const closed = `客户“${name}”的账期${start}至${end}已出对账单${no}（${closings[status]}），业务日期${day}不能再记账`;
    return { at: at - 1, no, sentence: `${closed}；请使用${addDays(end, 1)}及以后的日期${status === 'CONFIRMED' ? '' : '，或先撤回该对账单'}` };
  });
}
