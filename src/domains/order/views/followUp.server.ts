import { sql } from 'kysely';
import type { z } from 'zod';
import type { ReceiptWay } from '~/domains/finance/receiptWay';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { unitsOfDeliveries } from './deliveryUnits.server';
import type { Collected, Delivered, Owed } from './followUp.schema';

export async function deliveriesOf(tx: Tx, me: Me, orderId: string): Promise<z.output<typeof Delivered>[]> {
  const rows = await tx
    .selectFrom('delivery')
    .select(['id', 'no', 'status', 'amount', 'shipped_at as shippedAt', 'signed_at as signedAt'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', 'in', (of) => of.selectFrom('delivery_line').select('delivery_id').where('tenant_id', '=', me.tenantId).where('order_id', '=', orderId))
    .orderBy('created_at')
    .execute();
  const ids = rows.map((row) => row.id);
  const unitsOf = await unitsOfDeliveries(tx, me, ids);
  const packagesOf = await latestTraces(tx, me, ids);
  return rows.map((row) => ({ ...row, quantities: unitsOf(row.id), packages: packagesOf.get(row.id) ?? [] }));
}

type Package = z.output<typeof Delivered>['packages'][number];

async function latestTraces(tx: Tx, me: Me, deliveryIds: readonly string[]): Promise<Map<string, Package[]>> {
  if (!deliveryIds.length) return new Map();
  const { rows } = await sql<Package & { deliveryId: string }>`
    select p.delivery_id as "deliveryId", p.carrier, p.waybill_no as "waybillNo", t.at as "tracedAt", coalesce(t.text, '') as trace
    from package p left join lateral (select at, text from trace where tenant_id = p.tenant_id and package_id = p.id order by at desc, id desc limit 1) t on true
    where p.tenant_id = ${me.tenantId} and p.delivery_id = ${anyOf(deliveryIds)} order by p.delivery_id, p.seq`.execute(tx);
  return Map.groupBy(rows, (row) => row.deliveryId);
}

export async function receivablesOf(tx: Tx, me: Me, orderId: string, customerId: string): Promise<z.output<typeof Owed>[]> {
  const rows = await ofOrder(tx, me, orderId, customerId)
    .select(['receivable.id', 'receivable.no', 'delivery_no as deliveryNo', 'receivable.amount', 'settled', 'open', 'due_date as dueDate', 'receivable.status'])
    .orderBy('receivable.created_at')
    .execute();
  return rows.map((row) => ({ ...row, open: row.open ?? 0n }));
}

/** What came in for the order, the latest first; what was taken back stays with a mark. */
export async function receiptsOf(tx: Tx, me: Me, orderId: string, customerId: string): Promise<z.output<typeof Collected>[]> {
  const rows = await ofOrder(tx, me, orderId, customerId)
    .innerJoin('receipt_apply as a', (on) => on.onRef('a.tenant_id', '=', 'receivable.tenant_id').onRef('a.receivable_id', '=', 'receivable.id'))
    .leftJoin('receipt as r', (on) => on.onRef('r.tenant_id', '=', 'a.tenant_id').onRef('r.id', '=', 'a.receipt_id'))
    .leftJoin('hold_event as e', (on) => on.onRef('e.tenant_id', '=', 'a.tenant_id').onRef('e.id', '=', 'a.capture_event_id'))
    .leftJoin('fund_hold as h', (on) => on.onRef('h.tenant_id', '=', 'e.tenant_id').onRef('h.id', '=', 'e.hold_id'))
    .select([
      'a.id',
      'receivable.no as receivableNo',
      'a.receipt_id as receiptId',
      'r.no as receiptNo',
      'h.no as holdNo',
      sql<ReceiptWay | null>`r.pay_way`.as('payWay'),
    ])
    .select(['a.amount', 'a.discount', 'a.reversed_at as reversedAt', sql<Date>`coalesce(r.received_at, a.created_at)`.as('at')])
    .orderBy('at', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
  return rows.map(({ receiptNo, holdNo, reversedAt, ...row }) => ({ ...row, no: receiptNo ?? holdNo ?? '', reversed: reversedAt !== null }));
}

const ofOrder = (tx: Tx, me: Me, orderId: string, customerId: string) =>
  tx
    .selectFrom('receivable')
    .where('receivable.tenant_id', '=', me.tenantId)
    .where('receivable.customer_id', '=', customerId)
    .where('receivable.order_id', '=', orderId);
