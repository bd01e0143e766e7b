import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { documentLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { completed, pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber, searched } from '~/server/search.server';
import { tabsOf } from '~/server/tally.server';
import { instantRange } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import { type DepositState, depositStates } from './deposit';
import type { DepositQuery } from './deposit.schema';
import type { ReceiptWay } from './receiptWay';
import * as subjects from './subjects';

const columns = [
  'enter_account.id',
  'enter_account.no',
  'enter_account.version',
  'enter_account.customer_id as customerId',
  'customer.name as customerName',
  'enter_account.account_id as accountId',
  'enter_account.amount',
  'enter_account.pay_way as payWay',
  'enter_account.bank_flow_no as bankFlowNo',
  'enter_account.payer',
  'enter_account.paid_at as paidAt',
  'enter_account.status',
  'enter_account.creator',
  'enter_account.created_at as createdAt',
  'enter_account.created_by as createdBy',
  'enter_account.confirmer',
  'enter_account.confirmed_at as confirmedAt',
] as const;

const deposits = (tx: Tx, me: Me) => tx.selectFrom('enter_account').where('enter_account.tenant_id', '=', me.tenantId);

const docs = (tx: Tx, me: Me) =>
  deposits(tx, me).innerJoin('customer', (on) =>
    on.onRef('customer.tenant_id', '=', 'enter_account.tenant_id').onRef('customer.id', '=', 'enter_account.customer_id'),
  );

const shown = <Row extends { status: string; payWay: string; bankFlowNo: string | null; createdBy: string | null }>(
  me: Me,
  { createdBy, status, payWay, bankFlowNo, ...row }: Row,
) => ({
  ...row,
  status: status as DepositState,
  payWay: payWay as ReceiptWay,
  bankFlowNo: bankFlowNo ?? '',
  mine: createdBy === me.accountId,
});

type Deposits = ReturnType<typeof deposits>;
/** What the query asks for, status aside: the tabs count by it. */
async function depositsBy(tx: Tx, me: Me, query: DepositQuery) {
  const paid = instantRange(query.paidStart, query.paidEnd);
  const confirmed = instantRange(query.confirmedStart, query.confirmedEnd);
  const found = await searched(deposits(tx, me), [
    query.no && holdsNumber(tx, 'enter_account.id', 'enter_account_text', 'no', query.no),
    query.bankFlowNo && holdsNumber(tx, 'enter_account.id', 'enter_account_text', 'bank_flow_no', query.bankFlowNo),
  ]);
  let { rows } = found;
  if (query.customerId) rows = rows.where('enter_account.customer_id', '=', query.customerId);
  if (query.accountId) rows = rows.where('enter_account.account_id', '=', query.accountId);
  if (query.payWay) rows = rows.where('enter_account.pay_way', '=', query.payWay);
  if (paid.from) rows = rows.where('enter_account.paid_at', '>=', paid.from);
  if (paid.before) rows = rows.where('enter_account.paid_at', '<', paid.before);
  if (confirmed.from) rows = rows.where('enter_account.confirmed_at', '>=', confirmed.from);
  if (confirmed.before) rows = rows.where('enter_account.confirmed_at', '<', confirmed.before);
  return { rows, few: found.few };
}

export const depositRows = async (tx: Tx, me: Me, query: DepositQuery) => rowsAmong(tx, me, query, (await depositsBy(tx, me, query)).rows);

const ofState = (rows: Deposits, { status }: DepositQuery): Deposits => (status ? rows.where('enter_account.status', '=', status) : rows);

function rowsAmong(tx: Tx, me: Me, query: DepositQuery, all: Deposits) {
  const paging = query.no || query.bankFlowNo ? { countTo: FOUND_CAP, ...query } : query;
  return pageFrom(
    tx,
    ofState(all, query).select('enter_account.id'),
    paging,
    {
      sort: { no: 'enter_account.no', amount: 'enter_account.amount', paidAt: 'enter_account.paid_at', createdAt: 'enter_account.created_at' },
      initial: [['enter_account.created_at', 'desc']],
      tiebreak: 'enter_account.id',
      neverNull: ['enter_account.no', 'enter_account.amount', 'enter_account.paid_at'],
    },
    async (found) => {
      const rows = await completed(found, (ids) => docs(tx, me).select(columns).where('enter_account.id', '=', anyOf(ids)).execute());
      return rows.map((row) => shown(me, row));
    },
  );
}

export async function listDeposits(tx: Tx, me: Me, query: DepositQuery) {
  const { rows: all, few } = await depositsBy(tx, me, query);
  const [page, tabs] = await Promise.all([rowsAmong(tx, me, query, all), tabsOf(tx, all, 'enter_account.status', Object.keys(depositStates), few)]);
  // More than can be counted is not added up either.
  if (page.capped) return { ...page, tabs };
  const { amount } = await ofState(all, query).select(sql<bigint>`coalesce(sum(enter_account.amount), 0)::bigint`.as('amount')).executeTakeFirstOrThrow();
  return { ...page, tabs, totals: { amount: formatYuan(amount) } };
}

export async function depositDetail(tx: Tx, me: Me, input: { id: string }) {
  const row = await docs(tx, me)
    .select(columns)
    .select(['enter_account.remark', 'enter_account.reason', 'enter_account.voucher'])
    .where('enter_account.id', '=', input.id)
    .executeTakeFirst();
  if (!row) notFound('该入账单');
  const entries = await tx
    .selectFrom('ledger_entry')
    .innerJoin('ledger_txn', (on) => on.onRef('ledger_txn.tenant_id', '=', 'ledger_entry.tenant_id').onRef('ledger_txn.id', '=', 'ledger_entry.txn_id'))
    .select([
      'ledger_entry.id',
      'ledger_entry.at',
      'ledger_txn.biz_date as bizDate',
      'ledger_txn.kind',
      'ledger_entry.account_code as account',
      'ledger_entry.dr',
      'ledger_entry.cr',
      'ledger_txn.actor',
    ])
    .where('ledger_txn.tenant_id', '=', me.tenantId)
    .where('ledger_txn.biz_id', '=', input.id)
    .orderBy('ledger_entry.at')
    .orderBy('ledger_entry.id')
    .execute();
  return { ...shown(me, row), entries, logs: await documentLog(tx, me, subjects.deposit, input.id) };
}
