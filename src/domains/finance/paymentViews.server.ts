import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { notFound } from '~/shared/refusal';
import type { HoldAction } from './fund';
import type { PaymentDetail, PaymentQuery } from './withdrawal.schema';

type Tender = 'BALANCE' | 'EXPENSE';

/** Orders of a customer that hold, paid or owe money, or use expense. */
export async function listPayments(tx: Tx, me: Me, query: z.output<typeof PaymentQuery>) {
  const account = await tx
    .selectFrom('fund_account')
    .select('customer_id')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', query.accountId)
    .executeTakeFirst();
  if (!account) notFound('该账户');
  const rows = tx
    .selectFrom('sales_order')
    .select(['id', sql<string>`coalesce(no, '')`.as('no'), 'pay_method as payMethod', 'payable', 'held', 'paid', 'owed', 'expense_used as expenseUsed'])
    .select(['status', 'created_at as createdAt'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', account.customer_id)
    .where('no', 'is not', null)
    .where(sql<boolean>`(held > 0 or paid > 0 or owed > 0 or expense_used > 0)`);
  return pageFrom(tx, rows, query, {
    sort: { createdAt: 'sales_order.created_at', payable: 'sales_order.payable' },
    initial: [['sales_order.created_at', 'desc']],
    tiebreak: 'sales_order.id',
  });
}

/** 支付详情 of an order: what each tender set aside, used and gave back, of which lots, with every event and entry. */
export async function paymentDetail(tx: Tx, me: Me, input: { id: string }): Promise<z.output<typeof PaymentDetail>> {
  const order = await tx
    .selectFrom('sales_order')
    .leftJoin('fund_account', (on) =>
      on
        .onRef('fund_account.tenant_id', '=', 'sales_order.tenant_id')
        .onRef('fund_account.customer_id', '=', 'sales_order.customer_id')
        .on('fund_account.type', '=', 'BALANCE'),
    )
    .select(['sales_order.id', 'sales_order.no', 'sales_order.customer_id', 'sales_order.customer_name', 'fund_account.id as accountId', 'pay_method'])
    .select(['goods_amount', 'payable', 'paid', 'owed', 'sales_order.created_at'])
    .where('sales_order.tenant_id', '=', me.tenantId)
    .where('sales_order.id', '=', input.id)
    .where('sales_order.no', 'is not', null)
    .executeTakeFirst();
  if (!order) notFound('该订单的支付');
  const found = await tx
    .selectFrom('fund_hold')
    .select(['id', 'no', 'tender', 'state', 'amount', 'captured', 'released', 'created_at'])
    .where('tenant_id', '=', me.tenantId)
    .where('biz_id', '=', input.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ids = found.map((one) => one.id);
  return {
    orderId: order.id,
    orderNo: order.no ?? '',
    customerId: order.customer_id,
    customerName: order.customer_name,
    accountId: order.accountId,
    payMethod: order.pay_method,
    goodsAmount: order.goods_amount,
    payable: order.payable,
    paid: order.paid,
    owed: order.owed,
    at: order.created_at,
    tenders: (['BALANCE', 'EXPENSE'] as const).map((tender) => sumOf(tender, found)),
    lots: await lotsOf(tx, me, input.id),
    holds: found.map(({ captured, released, created_at, ...one }) => ({
      ...one,
      tender: one.tender as Tender,
      open: one.amount - captured - released,
      createdAt: created_at,
    })),
    events: await eventsOf(tx, me, ids),
    entries: await entriesOf(tx, me, input.id, ids),
  };
}

function sumOf(tender: Tender, all: readonly { tender: string; amount: bigint; captured: bigint; released: bigint }[]) {
  const own = all.filter((one) => one.tender === tender);
  const sum = (of: 'amount' | 'captured' | 'released') => own.reduce((total, one) => total + one[of], 0n);
  return { tender, amount: sum('amount'), captured: sum('captured'), released: sum('released'), open: sum('amount') - sum('captured') - sum('released') };
}

async function lotsOf(tx: Tx, me: Pick<Me, 'tenantId'>, orderId: string) {
  const { rows } = await sql<{ id: string; no: string; validTo: string | null; open: bigint; taken: bigint }>`
    select l.id, e.no, l.valid_to as "validTo", sum(u.open)::bigint as open, sum(u.taken)::bigint as taken
    from expense_use u join expense_lot l on l.tenant_id = u.tenant_id and l.id = u.lot_id join expense_entry e on e.tenant_id = l.tenant_id and e.id = l.entry_id
    where u.tenant_id = ${me.tenantId} and u.order_id = ${orderId}
    group by l.id, e.no, l.valid_to having sum(u.open + u.taken) > 0 order by l.valid_to nulls last, l.id`.execute(tx);
  return rows;
}

async function eventsOf(tx: Tx, me: Pick<Me, 'tenantId'>, holdIds: readonly string[]) {
  if (!holdIds.length) return [];
  const rows = await tx
    .selectFrom('hold_event')
    .innerJoin('fund_hold', (on) => on.onRef('fund_hold.tenant_id', '=', 'hold_event.tenant_id').onRef('fund_hold.id', '=', 'hold_event.hold_id'))
    .select(['hold_event.id', 'hold_event.action', 'fund_hold.tender', 'hold_event.amount', 'hold_event.biz_no as bizNo', 'hold_event.actor', 'hold_event.at'])
    .where('hold_event.tenant_id', '=', me.tenantId)
    .where('hold_event.hold_id', 'in', holdIds)
    .orderBy('hold_event.at')
    .orderBy('hold_event.id')
    .execute();
  return rows.map((row) => ({ ...row, action: row.action as HoldAction }));
}

async function entriesOf(tx: Tx, me: Pick<Me, 'tenantId'>, orderId: string, holdIds: readonly string[]) {
  const { rows } = await sql<{ id: string; at: Date; kind: string; account: string; dr: bigint; cr: bigint; actor: string; bizNo: string }>`
    with txns as (select txn_id as id from hold_event where tenant_id = ${me.tenantId} and hold_id = any(${holdIds}::uuid[]) and txn_id is not null)
    select e.id, e.at, x.kind, e.account_code as account, e.dr, e.cr, x.actor, x.biz_no as "bizNo"
    from ledger_txn x join ledger_entry e on e.tenant_id = x.tenant_id and e.txn_id = x.id
    where x.tenant_id = ${me.tenantId} and (x.id in (select id from txns) or x.reverses_id in (select id from txns) or x.biz_id = ${orderId})
    order by e.at, e.id`.execute(tx);
  return rows;
}
