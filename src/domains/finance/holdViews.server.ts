import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber } from '~/server/search.server';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import type { HoldAction, HoldReason, HoldState } from './fund';
import type { HoldQuery } from './fund.schema';
import { hold, releaseOrderHold } from './hold.server';
import * as subjects from './subjects';

const columns = [
  'fund_hold.id',
  'fund_hold.no',
  'fund_hold.customer_id as customerId',
  'customer.name as customerName',
  'fund_hold.account_id as accountId',
  'fund_hold.biz_type as bizType',
  'fund_hold.biz_id as bizId',
  'fund_hold.biz_no as bizNo',
  'fund_hold.amount',
  'fund_hold.captured',
  'fund_hold.released',
  'fund_hold.state',
  'fund_hold.reason',
  'fund_hold.created_at as createdAt',
] as const;
const open = sql<bigint>`(fund_hold.amount - fund_hold.captured - fund_hold.released)`.as('open');

const holds = (tx: Tx, me: Me) =>
  tx
    .selectFrom('fund_hold')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'fund_hold.tenant_id').onRef('customer.id', '=', 'fund_hold.customer_id'))
    .where('fund_hold.tenant_id', '=', me.tenantId);

const typed = <Row extends { bizType: string; state: string }>(row: Row) => ({ ...row, bizType: row.bizType as HoldReason, state: row.state as HoldState });

export async function listHolds(tx: Tx, me: Me, query: HoldQuery) {
  let rows = holds(tx, me);
  if (query.accountId) rows = rows.where('fund_hold.account_id', '=', query.accountId);
  if (query.state) rows = rows.where('fund_hold.state', '=', query.state);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'fund_hold.id', 'fund_hold_text', 'nos', query.no));
  const paging = query.no ? { countTo: FOUND_CAP, ...query } : query;
  const page = await pageFrom(tx, rows.select(columns).select(open), paging, {
    sort: { createdAt: 'fund_hold.created_at', amount: 'fund_hold.amount' },
    initial: [['fund_hold.created_at', 'desc']],
    tiebreak: 'fund_hold.id',
    neverNull: ['fund_hold.amount'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map(typed) };
}

export async function holdDetail(tx: Tx, me: Me, input: { id: string }) {
  const row = await holds(tx, me)
    .select(columns)
    .select(open)
    .select('fund_hold.created_by as createdBy')
    .where('fund_hold.id', '=', input.id)
    .executeTakeFirst();
  if (!row) notFound('该冻结单');
  const { createdBy, ...shown } = row;
  const events = await tx
    .selectFrom('hold_event')
    .select(['id', 'action', 'amount', 'biz_no as bizNo', 'actor', 'at', 'txn_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('hold_id', '=', input.id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const entries = await sql<{ id: string; at: Date; kind: string; bizNo: string; account: string; dr: bigint; cr: bigint }>`
    select e.id, e.at, x.kind, x.biz_no as "bizNo", e.account_code as account, e.dr, e.cr
    from ledger_txn x join ledger_entry e on e.tenant_id = x.tenant_id and e.txn_id = x.id
    where x.tenant_id = ${me.tenantId} and (x.id in (select txn_id from hold_event where tenant_id = ${me.tenantId} and hold_id = ${input.id})
      or x.reverses_id in (select txn_id from hold_event where tenant_id = ${me.tenantId} and hold_id = ${input.id}))
    order by e.at, e.id`.execute(tx);
  return {
    ...typed(shown),
    mine: createdBy === me.accountId,
    events: events.map(({ txn_id, ...one }) => ({ ...one, action: one.action as HoldAction })),
    entries: entries.rows,
  };
}

/** 手工冻结, e.g. for a dispute. */
export async function freeze(tx: Tx, me: Me, input: { accountId: string; amount: bigint; reason: string }, now: Date): Promise<{ id: string }> {
  const account = await tx
    .selectFrom('fund_account')
    .select(['customer_id', 'type'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.accountId)
    .executeTakeFirst();
  if (account?.type !== 'BALANCE') notFound('该账户');
  const id = await hold(
    tx,
    me,
    { customerId: account.customer_id, bizType: 'MANUAL', bizId: newId(), bizNo: '', amount: input.amount, reason: input.reason },
    now,
  );
  await audit(tx, me, { action: '手工冻结', subject: subjects.fundHold, id, after: { 金额: `${saidYuan(input.amount)}元`, 原因: input.reason } });
  return { id };
}

/** 手工解冻: only of a manual hold, by somebody else than who froze it. Orders release theirs by themselves. */
export async function release(tx: Tx, me: Me, input: { id: string; amount: bigint; reason: string }): Promise<{ id: string }> {
  const row = await tx
    .selectFrom('fund_hold')
    .select(['id', 'no', 'biz_type', 'biz_id', 'created_by'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  if (!row) notFound('该冻结单');
  if (row.biz_type !== 'MANUAL') refuse('FUND_HOLD', `冻结单${row.no}由业务单据产生，不能手工解冻：请取消或结单对应的订单`);
  if (row.created_by === me.accountId) refuse('SAME_PERSON', `冻结单${row.no}由您冻结，须由其他人解冻`);
  const released = await releaseOrderHold(tx, me, { orderId: row.biz_id, orderNo: '', amount: input.amount });
  if (released < input.amount)
    refuse('FUND_HOLD', `冻结单${row.no}剩余冻结${saidYuan(released)}元，不足解冻${saidYuan(input.amount)}元`, {
      fields: { amount: `最多${saidYuan(released)}元` },
    });
  await audit(tx, me, {
    action: '手工解冻',
    subject: subjects.fundHold,
    id: row.id,
    no: row.no,
    after: { 金额: `${saidYuan(input.amount)}元`, 原因: input.reason },
  });
  return { id: row.id };
}
