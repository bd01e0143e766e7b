import { type NotNull, type SqlBool, sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { pageFrom } from '~/server/list.server';
import { numberedFrom } from '~/server/search.server';
import { instantRange, shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { lockCustomerMoney } from './customerMoney.server';
import type { AccountState } from './fund';
import type { AccountQuery, MovementQuery } from './fund.schema';
import { fundSummary } from './fund.server';
import type { FundConfig } from './fundConfig.schema';
import { fundConfigOf } from './fundConfig.server';
import * as subjects from './subjects';

/** Under the account's own reminder, or under that of all accounts. */
const isLow = (config: FundConfig) => sql<boolean>`coalesce(fund_account.available < coalesce(fund_account.low_balance, ${config.lowBalance}::bigint), false)`;

const accounts = (tx: Tx, me: Me) =>
  tx
    .selectFrom('fund_account')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'fund_account.tenant_id').onRef('customer.id', '=', 'fund_account.customer_id'))
    .leftJoin('fund_account as expense', (on) =>
      on
        .onRef('expense.tenant_id', '=', 'fund_account.tenant_id')
        .onRef('expense.customer_id', '=', 'fund_account.customer_id')
        .on('expense.type', '=', 'EXPENSE'),
    )
    .where('fund_account.tenant_id', '=', me.tenantId)
    .where('fund_account.type', '=', 'BALANCE');

const shownColumns = [
  'fund_account.id',
  'fund_account.customer_id as customerId',
  'customer.code as customerCode',
  'customer.name as customerName',
  'fund_account.posted',
  'fund_account.held',
  'fund_account.low_balance as lowBalance',
  'fund_account.status',
  'fund_account.changed_at as changedAt',
] as const;
const figures = (config: FundConfig) => [
  sql<bigint>`fund_account.available`.as('available'),
  sql<bigint>`coalesce(expense.posted, 0)`.as('expensePosted'),
  sql<bigint>`coalesce(expense.held, 0)`.as('expenseHeld'),
  isLow(config).as('low'),
];

function accountsBy(tx: Tx, me: Me, query: AccountQuery, config: FundConfig) {
  let rows = accounts(tx, me);
  if (query.customerId) rows = rows.where('fund_account.customer_id', '=', query.customerId);
  if (query.status) rows = rows.where('fund_account.status', '=', query.status);
  if (typeof query.balanceStart === 'bigint') rows = rows.where('fund_account.posted', '>=', query.balanceStart);
  if (typeof query.balanceEnd === 'bigint') rows = rows.where('fund_account.posted', '<=', query.balanceEnd);
  if (query.type === 'EXPENSE') rows = rows.where('expense.id', 'is not', null);
  if (query.low) rows = rows.where(sql<SqlBool>`${isLow(config)} = ${query.low === 'true'}`);
  return rows;
}

export async function accountRows(tx: Tx, me: Me, query: AccountQuery) {
  const config = await fundConfigOf(tx, me);
  const page = await pageFrom(tx, accountsBy(tx, me, query, config).select(shownColumns).select(figures(config)), query, {
    sort: {
      customerName: 'customer.name',
      customerCode: 'customer.code',
      posted: 'fund_account.posted',
      held: 'fund_account.held',
      available: 'fund_account.available',
      changedAt: 'fund_account.changed_at',
    },
    initial: [['fund_account.changed_at', 'desc']],
    tiebreak: 'fund_account.id',
  });
  return { ...page, pagedRecords: page.pagedRecords.map((row) => ({ ...row, status: row.status as AccountState })) };
}

export async function listAccounts(tx: Tx, me: Me, query: AccountQuery) {
  const page = await accountRows(tx, me, query);
  const sums = await accountsBy(tx, me, query, await fundConfigOf(tx, me))
    .select([sql<bigint>`coalesce(sum(fund_account.posted), 0)::bigint`.as('posted'), sql<bigint>`coalesce(sum(fund_account.held), 0)::bigint`.as('held')])
    .executeTakeFirstOrThrow();
  return {
    ...page,
    totals: { posted: formatYuan(sums.posted), held: formatYuan(sums.held), available: formatYuan(sums.posted - sums.held) },
  };
}

export async function accountDetail(tx: Tx, me: Me, input: { id: string }, now: Date) {
  const row = await accounts(tx, me)
    .select(shownColumns)
    .select(figures(await fundConfigOf(tx, me)))
    .select('fund_account.created_at as createdAt')
    .where('fund_account.id', '=', input.id)
    .executeTakeFirst();
  if (!row) notFound('该账户');
  const { openReceivable, overdue } = await fundSummary(tx, me, row.customerId, shanghaiDate(now));
  return { ...row, status: row.status as AccountState, openReceivable, overdue };
}

/** Opens accounts for the customers named, or for every active customer that has none. Answers how many are new. */
export async function openAccounts(tx: Tx, me: Me, input: { customerIds: string[]; all: boolean }): Promise<{ count: number }> {
  if (!input.all && !input.customerIds.length) refuse('FUND_HOLD', '请选择要开户的客户', { fields: { customerIds: '请选择客户' } });
  let wanted = tx.selectFrom('customer').select('id').where('tenant_id', '=', me.tenantId);
  wanted = input.all ? wanted.where('status', '=', 'ACTIVE') : wanted.where('id', 'in', input.customerIds);
  const ids = (await wanted.orderBy('id').execute()).map((row) => row.id);
  if (!input.all && ids.length < new Set(input.customerIds).size) notFound('所选的客户');
  let count = 0;
  for (let from = 0; from < ids.length; from += 1000) {
    const rows = ids.slice(from, from + 1000).map((id) => ({ tenant_id: me.tenantId, id: newId(), customer_id: id, type: 'BALANCE' }));
    const opened = await tx
      .insertInto('fund_account')
      .values(rows)
      .onConflict((on) => on.columns(['tenant_id', 'customer_id', 'type']).doNothing())
      .returning('id')
      .execute();
    count += opened.length;
  }
  return { count };
}

/** A stopped account takes no payments and no new holds; orders already holding money still ship. */
export async function switchAccount(tx: Tx, me: Me, input: { id: string; status: AccountState; reason: string }): Promise<{ id: string }> {
  const row = await lockAccount(tx, me, input.id);
  if (row.status === input.status) return { id: row.id };
  await tx.updateTable('fund_account').set({ status: input.status }).where('tenant_id', '=', me.tenantId).where('id', '=', row.id).execute();
  await audit(tx, me, {
    action: input.status === 'ACTIVE' ? '启用' : '停用',
    subject: subjects.fundAccount,
    id: row.id,
    before: { status: row.status },
    after: { status: input.status, reason: input.reason },
  });
  return { id: row.id };
}

export async function setLowBalance(tx: Tx, me: Me, input: { id: string; lowBalance: bigint | '' }): Promise<{ id: string }> {
  const row = await lockAccount(tx, me, input.id);
  const low_balance = input.lowBalance === '' ? null : input.lowBalance;
  await tx.updateTable('fund_account').set({ low_balance }).where('tenant_id', '=', me.tenantId).where('id', '=', row.id).execute();
  const said = (fen: bigint | null) => (fen === null ? '不提醒' : `${saidYuan(fen)}元`);
  await audit(tx, me, { action: '最低余额提醒', subject: subjects.fundAccount, id: row.id, before: said(row.low_balance), after: said(low_balance) });
  return { id: row.id };
}

async function lockAccount(tx: Tx, me: Me, id: string) {
  const own = await lockCustomerMoney(tx, me, tx.selectFrom('fund_account').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', id));
  return own.find((account) => account.id === id) ?? notFound('该账户');
}

/** 账户流水, newest first, with the balance after each. */
export async function listMovements(tx: Tx, me: Me, query: MovementQuery) {
  const at = instantRange(query.atStart, query.atEnd);
  // Every entry has a transaction; joined like this, counting and adding up do without.
  let rows = tx
    .selectFrom('ledger_entry')
    .leftJoin('ledger_txn', (on) => on.onRef('ledger_txn.tenant_id', '=', 'ledger_entry.tenant_id').onRef('ledger_txn.id', '=', 'ledger_entry.txn_id'))
    .where('ledger_entry.tenant_id', '=', me.tenantId)
    .where('ledger_entry.fund_account_id', '=', query.accountId);
  const ofMany = sql<SqlBool>`(select starts_with(t.biz_no, ${query.bizNo}) from ledger_txn t where t.tenant_id = ledger_entry.tenant_id and t.id = ledger_entry.txn_id)`;
  if (query.bizNo) rows = rows.where(await numberedFrom(tx, me, 'ledger_txn', 'biz_no', query.bizNo, ofMany));
  if (query.direction) rows = rows.where(query.direction === 'IN' ? 'ledger_entry.cr' : 'ledger_entry.dr', '>', 0n);
  if (at.from) rows = rows.where('ledger_entry.at', '>=', at.from);
  if (at.before) rows = rows.where('ledger_entry.at', '<', at.before);
  const chosen = rows
    .select([
      'ledger_entry.id',
      'ledger_entry.at',
      'ledger_txn.kind',
      'ledger_txn.biz_type as bizType',
      'ledger_txn.biz_id as bizId',
      'ledger_txn.biz_no as bizNo',
      'ledger_txn.memo',
    ])
    .select(['ledger_entry.cr as income', 'ledger_entry.dr as expense', sql<bigint>`coalesce(ledger_entry.after_posted, 0)`.as('balance'), 'ledger_txn.actor'])
    .$narrowType<{ kind: NotNull; bizType: NotNull; bizId: NotNull; bizNo: NotNull; memo: NotNull; actor: NotNull }>();
  const page = await pageFrom(tx, chosen, query, { sort: { at: 'ledger_entry.at' }, initial: [['ledger_entry.at', 'desc']], tiebreak: 'ledger_entry.id' });
  // More than can be counted is not added up either.
  if (page.capped) return page;
  const sums = await rows
    .select([sql<bigint>`coalesce(sum(ledger_entry.cr), 0)::bigint`.as('income'), sql<bigint>`coalesce(sum(ledger_entry.dr), 0)::bigint`.as('expense')])
    .executeTakeFirstOrThrow();
  return { ...page, totals: { income: formatYuan(sums.income), expense: formatYuan(sums.expense) } };
}
