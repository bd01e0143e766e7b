import { sql } from 'kysely';
import type { z } from 'zod';
import { holds, type Me } from '~/portal/me';
import { FUND_REFUND } from '~/portal/permissions';
import { documentLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber } from '~/server/search.server';
import { unseal } from '~/server/secrets.server';
import { tabsOf } from '~/server/tally.server';
import { maskBankCard } from '~/shared/mask';
import { notFound } from '~/shared/refusal';
import { customerOf } from './myFunds.server';
import { refundTargets, tenderNames } from './refund';
import * as subjects from './subjects';
import { type WithdrawalSource, type WithdrawalState, withdrawalStates } from './withdrawal';
import type { MyWithdrawalQuery, RefundDetail, RefundQuery, WithdrawalQuery } from './withdrawal.schema';
import { useOfAccount } from './withdrawal.server';

const columns = [
  'withdrawal.id',
  'withdrawal.no',
  'withdrawal.version',
  'withdrawal.customer_id as customerId',
  'customer.name as customerName',
  'withdrawal.amount',
  'withdrawal.source',
  'withdrawal.payee',
  'withdrawal.bank',
  'withdrawal.bank_account as sealed',
  'withdrawal.status',
  'withdrawal.creator',
  'withdrawal.created_at as createdAt',
  'withdrawal.created_by as createdBy',
  'withdrawal.approver',
  'withdrawal.approved_at as approvedAt',
  'withdrawal.paid_at as paidAt',
  'withdrawal.reason',
] as const;

const docs = (tx: Tx, me: Me) =>
  tx
    .selectFrom('withdrawal')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'withdrawal.tenant_id').onRef('customer.id', '=', 'withdrawal.customer_id'))
    .where('withdrawal.tenant_id', '=', me.tenantId);

const shown = <Row extends { sealed: string; status: string; source: string; createdBy: string | null }>(
  me: Me,
  { sealed, status, source, createdBy, ...row }: Row,
) => ({
  ...row,
  status: status as WithdrawalState,
  source: source as WithdrawalSource,
  bankAccount: maskBankCard(unseal(useOfAccount(me), sealed)),
  mine: createdBy === me.accountId,
});

async function docsBy(tx: Tx, me: Me, query: WithdrawalQuery) {
  let rows = docs(tx, me);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'withdrawal.id', 'withdrawal_text', 'no', query.no));
  if (query.customerId) rows = rows.where('withdrawal.customer_id', '=', query.customerId);
  return rows;
}

export async function listWithdrawals(tx: Tx, me: Me, query: WithdrawalQuery) {
  const all = await docsBy(tx, me, query);
  const [page, tabs] = await Promise.all([docsAmong(tx, me, query, all), tabsOf(tx, all, 'withdrawal.status', Object.keys(withdrawalStates))]);
  return { ...page, tabs };
}

/** The list without its tabs. */
export const withdrawalRows = async (tx: Tx, me: Me, query: WithdrawalQuery) => docsAmong(tx, me, query, await docsBy(tx, me, query));

async function docsAmong(tx: Tx, me: Me, query: WithdrawalQuery, all: ReturnType<typeof docs>) {
  const rows = query.status ? all.where('withdrawal.status', '=', query.status) : all;
  const page = await pageFrom(tx, rows.select(columns), query.no ? { countTo: FOUND_CAP, ...query } : query, {
    sort: { createdAt: 'withdrawal.created_at', no: 'withdrawal.no' },
    initial: [['withdrawal.created_at', 'desc']],
    tiebreak: 'withdrawal.id',
    neverNull: ['withdrawal.no'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map((row) => shown(me, row)) };
}

export const listMyWithdrawals = (tx: Tx, me: Me, query: z.output<typeof MyWithdrawalQuery>) =>
  listWithdrawals(tx, me, { ...query, customerId: customerOf(me) });

/** A withdrawal, or what was given back for goods returned. */
export async function refundDetail(tx: Tx, me: Me, input: { id: string }): Promise<z.output<typeof RefundDetail>> {
  const row = await docs(tx, me)
    .select(columns)
    .select(['withdrawal.remark', 'withdrawal.pay_way as payWay', 'withdrawal.bank_flow_no as bankFlowNo', 'withdrawal.payer'])
    .select(['withdrawal.account_id as accountId'])
    .where('withdrawal.id', '=', input.id)
    .executeTakeFirst();
  if (!row) return returnRefund(tx, me, input.id);
  const { accountId, ...rest } = row;
  const held = await tx.selectFrom('fund_hold').select('id').where('tenant_id', '=', me.tenantId).where('biz_id', '=', row.id).executeTakeFirst();
  return {
    id: row.id,
    no: row.no,
    kind: 'WITHDRAWAL',
    customerId: row.customerId,
    customerName: row.customerName,
    accountId,
    amount: row.amount,
    createdAt: row.createdAt,
    actor: row.creator,
    parts: [{ name: '资金账户', amount: row.amount, target: '客户银行账户' }],
    entries: await entriesOf(tx, me, row.id),
    withdrawal: {
      ...shown(me, rest),
      fullAccount: holds(me, FUND_REFUND) ? unseal(useOfAccount(me), row.sealed) : '',
      holdId: held?.id ?? null,
      logs: await documentLog(tx, me, subjects.withdrawal, row.id),
    },
    order: null,
  };
}

async function returnRefund(tx: Tx, me: Me, id: string): Promise<z.output<typeof RefundDetail>> {
  const row = await tx
    .selectFrom('order_refund')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'order_refund.tenant_id').onRef('customer.id', '=', 'order_refund.customer_id'))
    .leftJoin('fund_account', (on) =>
      on
        .onRef('fund_account.tenant_id', '=', 'order_refund.tenant_id')
        .onRef('fund_account.customer_id', '=', 'order_refund.customer_id')
        .on('fund_account.type', '=', 'BALANCE'),
    )
    .selectAll('order_refund')
    .select(['customer.name', 'fund_account.id as accountId'])
    .where('order_refund.tenant_id', '=', me.tenantId)
    .where('order_refund.id', '=', id)
    .executeTakeFirst();
  if (!row) notFound('该退款单');
  const parts = await tx
    .selectFrom('order_refund_part')
    .select((get) => ['tender', 'target', get.fn.sum<bigint>('amount').as('amount')])
    .where('tenant_id', '=', me.tenantId)
    .where('refund_id', '=', id)
    .groupBy(['tender', 'target'])
    .orderBy('tender')
    .execute();
  return {
    id: row.id,
    no: row.no,
    kind: 'RETURN',
    customerId: row.customer_id,
    customerName: row.name,
    accountId: row.accountId,
    amount: row.amount,
    createdAt: row.created_at,
    actor: row.actor,
    parts: parts.map((part) => ({
      name: tenderNames[part.tender] ?? part.tender,
      amount: BigInt(part.amount),
      target: refundTargets[part.target] ?? part.target,
    })),
    entries: await entriesOf(tx, me, row.biz_id),
    withdrawal: null,
    order: { id: row.order_id, no: row.order_no, bizNo: row.biz_no },
  };
}

const entriesOf = (tx: Tx, me: Me, bizId: string) =>
  tx
    .selectFrom('ledger_entry')
    .innerJoin('ledger_txn', (on) => on.onRef('ledger_txn.tenant_id', '=', 'ledger_entry.tenant_id').onRef('ledger_txn.id', '=', 'ledger_entry.txn_id'))
    .select([
      'ledger_entry.id',
      'ledger_entry.at',
      'ledger_txn.kind',
      'ledger_entry.account_code as account',
      'ledger_entry.dr',
      'ledger_entry.cr',
      'ledger_txn.actor',
    ])
    .where('ledger_txn.tenant_id', '=', me.tenantId)
    .where('ledger_txn.biz_id', '=', bizId)
    .orderBy('ledger_entry.at')
    .orderBy('ledger_entry.id')
    .execute();

/** Both kinds of one customer, newest first. */
export async function listRefunds(tx: Tx, me: Me, query: z.output<typeof RefundQuery>) {
  const account = await tx
    .selectFrom('fund_account')
    .select('customer_id')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', query.accountId)
    .executeTakeFirst();
  if (!account) notFound('该账户');
  const taken = tx
    .selectFrom('withdrawal')
    .select(['id', 'no', sql<'WITHDRAWAL' | 'RETURN'>`'WITHDRAWAL'`.as('kind'), 'amount', 'status', sql<string>`''`.as('relatedNo')])
    .select(['created_at as createdAt', 'creator as actor'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', account.customer_id);
  const back = tx
    .selectFrom('order_refund')
    .select(['id', 'no', sql<'WITHDRAWAL' | 'RETURN'>`'RETURN'`.as('kind'), 'amount', sql<string>`'PAID'`.as('status'), 'biz_no as relatedNo'])
    .select(['created_at as createdAt', 'actor'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', account.customer_id);
  const rows = tx.selectFrom(taken.unionAll(back).as('refund')).selectAll();
  return pageFrom(tx, rows, query, {
    sort: { createdAt: 'refund.createdAt', amount: 'refund.amount' },
    initial: [['refund.createdAt', 'desc']],
    tiebreak: 'refund.id',
  });
}
