import { sql } from 'kysely';
import type { z } from 'zod';
import type { RefundTo } from '~/domains/finance/refund';
import type { SkuSnapshot } from '~/domains/order/lines/skuSnapshot';
import { explainReturn } from '~/domains/receivable/returned.server';
import { isDealer, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { notFound } from '~/shared/refusal';
import { quantitiesOf } from './list.server';
import { partsOf } from './reckon.server';
import { paidOutOf } from './refund.server';
import type { MyReturnDetail, ReturnDetail } from './return.schema';
import type { ReturnKind, ReturnPart, ReturnReason, ReturnSource, ReturnState } from './returns';

/** The return; a dealer finds its own alone. */
export async function returnRow(tx: Tx, me: Me, id: string) {
  let found = tx.selectFrom('return_order').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id);
  if (me.customerId !== null) found = found.where('customer_id', '=', me.customerId);
  return (await found.executeTakeFirst()) ?? notFound('该退货单');
}
type Stored = Awaited<ReturnType<typeof returnRow>>;

/** As its customer sees it: who in the factory did what is not told. */
export async function myReturnDetail(tx: Tx, me: Me, input: { id: string }): Promise<z.output<typeof MyReturnDetail>> {
  const row = await returnRow(tx, me, input.id);
  const lines = await lineViews(tx, me, row.id);
  const refunded = await tx
    .selectFrom('order_refund')
    .select(['id', 'no', 'pay_way', 'bank_flow_no'])
    .where('tenant_id', '=', me.tenantId)
    .where('biz_id', '=', row.id)
    .executeTakeFirst();
  return {
    id: row.id,
    no: row.no,
    type: row.type as ReturnKind,
    source: row.source as ReturnSource,
    reasonCode: row.reason_code as ReturnReason,
    description: row.description,
    refundTo: row.refund_to as RefundTo,
    status: row.status as ReturnState,
    version: row.version,
    orderId: row.order_id,
    orderNo: row.order_no,
    customerId: row.customer_id,
    customerName: row.customer_name,
    quantities: (await quantitiesOf(tx, me, [row.id]))(row.id),
    goodsAmount: row.goods_amount,
    deduct: row.deduct,
    refund: row.refund,
    split: await splitOf(tx, me, row, refunded?.id, lines),
    refundId: refunded?.id ?? '',
    refundNo: refunded?.no ?? '',
    payWay: refunded?.pay_way ?? '',
    bankFlowNo: refunded?.bank_flow_no ?? '',
    carrier: row.carrier,
    waybillNo: row.waybill_no,
    closeReason: row.close_reason,
    exchangeOrderId: row.exchange_order_id ?? '',
    exchangeOrderNo: row.exchange_order_no,
    creator: row.creator,
    createdAt: row.created_at,
    submittedAt: row.submitted_at,
    approvedAt: row.approved_at,
    sentAt: row.sent_at,
    receivedAt: row.received_at,
    finishedAt: row.finished_at,
    lines,
    events: await eventsOf(tx, me, row.id),
  };
}

export async function returnDetail(tx: Tx, me: Me, input: { id: string }): Promise<z.output<typeof ReturnDetail>> {
  const row = await returnRow(tx, me, input.id);
  return {
    ...(await myReturnDetail(tx, me, input)),
    approver: row.approver,
    receiver: row.receiver,
    finisher: row.finisher,
    mine: row.created_by === me.accountId || row.submitted_by === me.accountId,
    stock: await stockSteps(tx, me, row.id),
    entries: await entriesOf(tx, me, row.id),
  };
}

async function lineViews(tx: Tx, me: Me, returnId: string) {
  const rows = await tx
    .selectFrom('return_line')
    .innerJoin('delivery_line', (on) =>
      on.onRef('delivery_line.tenant_id', '=', 'return_line.tenant_id').onRef('delivery_line.id', '=', 'return_line.delivery_line_id'),
    )
    .innerJoin('delivery', (on) => on.onRef('delivery.tenant_id', '=', 'return_line.tenant_id').onRef('delivery.id', '=', 'return_line.delivery_id'))
    .innerJoin('order_line', (on) => on.onRef('order_line.tenant_id', '=', 'return_line.tenant_id').onRef('order_line.id', '=', 'return_line.order_line_id'))
    .selectAll('return_line')
    .select(['delivery.no as delivery_no', 'delivery_line.qty as delivered', 'delivery_line.sign_note', 'delivery_line.sign_photos'])
    .select(['order_line.sku_snapshot', 'order_line.price'])
    .select(
      sql<boolean>`(select p.by_batch from sku s join product p on p.tenant_id = s.tenant_id and p.id = s.product_id where s.tenant_id = order_line.tenant_id and s.id = order_line.sku_id)`.as(
        'by_batch',
      ),
    )
    .where('return_line.tenant_id', '=', me.tenantId)
    .where('return_line.return_id', '=', returnId)
    .orderBy('return_line.line_no')
    .execute();
  return rows.map((row) => {
    const sku = row.sku_snapshot as unknown as SkuSnapshot;
    return {
      id: row.id,
      lineNo: row.line_no,
      part: row.part as ReturnPart,
      deliveryId: row.delivery_id,
      deliveryNo: row.delivery_no,
      skuCode: sku.code,
      name: sku.name,
      spec: [sku.spec, sku.saleText].filter(Boolean).join(' '),
      image: sku.image,
      unitName: sku.unitName,
      unitDecimals: sku.unitDecimals,
      byBatch: row.by_batch === true,
      price: row.price,
      delivered: row.delivered,
      applyQty: row.apply_qty,
      approveQty: row.approve_qty,
      goodQty: row.good_qty,
      badQty: row.bad_qty,
      rejectQty: row.reject_qty,
      amount: row.amount,
      note: row.note,
      signNote: row.sign_note,
      signPhotos: row.sign_photos,
    };
  });
}

/** As it was refunded; before, as it would be now, once it is known what came back. */
async function splitOf(tx: Tx, me: Me, row: Stored, refundId: string | undefined, lines: Awaited<ReturnType<typeof lineViews>>) {
  const owed = (amount: bigint) => (amount > 0n ? [{ tender: 'OWED', target: 'OWED', amount }] : []);
  if (row.status === 'DONE') {
    const parts = refundId
      ? await tx
          .selectFrom('order_refund_part')
          .select(['tender', 'target', sql<string>`sum(amount)::text`.as('amount')])
          .where('tenant_id', '=', me.tenantId)
          .where('refund_id', '=', refundId)
          .groupBy(['tender', 'target'])
          .orderBy('tender')
          .execute()
      : [];
    return [...owed(row.owed_off), ...parts.map((part) => ({ ...part, amount: BigInt(part.amount) }))];
  }
  if (row.status !== 'WAIT_REFUND') return [];
  const parts = partsOf(
    lines.map((line) => ({ delivery_id: line.deliveryId, amount: line.amount })),
    row.deduct,
  );
  const plan = await explainReturn(tx, me, { orderId: row.order_id, parts });
  const to = row.refund_to as RefundTo;
  const target = (tender: string) => (tender === 'EXPENSE' ? 'EXPENSE' : paidOutOf(to, [{ tender, amount: 1n }]) ? 'BANK' : 'FUND');
  return [...owed(plan.owedOff), ...plan.paidBack.map((part) => ({ ...part, target: target(part.tender) }))];
}

const eventsOf = async (tx: Tx, me: Me, id: string) => {
  const rows = await tx
    .selectFrom('return_event')
    .select(['id', 'at', 'actor', 'action', 'note', 'side'])
    .where('tenant_id', '=', me.tenantId)
    .where('return_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ side, ...row }) => ({ ...row, actor: isDealer(me) && side === 'FACTORY' ? '厂家' : row.actor }));
};

const stockSteps = (tx: Tx, me: Me, id: string) =>
  tx
    .selectFrom('stock_ledger')
    .innerJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'stock_ledger.tenant_id').onRef('sku.id', '=', 'stock_ledger.sku_id'))
    .innerJoin('warehouse', (on) => on.onRef('warehouse.tenant_id', '=', 'stock_ledger.tenant_id').onRef('warehouse.id', '=', 'stock_ledger.warehouse_id'))
    .select(['stock_ledger.id', 'stock_ledger.at', 'warehouse.name as warehouseName', 'sku.code as skuCode'])
    .select(['stock_ledger.d_on_hand as dOnHand', 'stock_ledger.after_on_hand as afterOnHand', 'stock_ledger.actor', 'stock_ledger.step'])
    .where('stock_ledger.tenant_id', '=', me.tenantId)
    .where('stock_ledger.biz_id', '=', id)
    .orderBy('stock_ledger.at')
    .orderBy('stock_ledger.seq')
    .execute();

/** What its refund posted; what it took off receivables stands on their pages. */
const entriesOf = (tx: Tx, me: Me, id: string) =>
  tx
    .selectFrom('ledger_txn')
    .innerJoin('ledger_entry', (on) => on.onRef('ledger_entry.tenant_id', '=', 'ledger_txn.tenant_id').onRef('ledger_entry.txn_id', '=', 'ledger_txn.id'))
    .select([
      'ledger_entry.id',
      'ledger_txn.biz_date as bizDate',
      'ledger_txn.memo',
      'ledger_entry.account_code as account',
      'ledger_entry.dr',
      'ledger_entry.cr',
      'ledger_txn.actor',
    ])
    .where('ledger_txn.tenant_id', '=', me.tenantId)
    .where((where) => where.or([where('ledger_txn.biz_id', '=', id), where('ledger_txn.idem_key', 'like', `RETURN:${id}:RETURN:%`)]))
    .orderBy('ledger_txn.posted_at')
    .orderBy('ledger_txn.id')
    .orderBy('ledger_entry.dr', 'desc')
    .execute();
