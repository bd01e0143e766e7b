import { batchName, shareOut } from '~/domains/warehouse/batch';
import type { BatchChoice } from '~/domains/warehouse/batches.server';
import { batchesToPick } from '~/domains/warehouse/batchViews.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { compareQty, displayQty, scaled, sumQty, unscaled } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import type { PickInput } from './picks.schema';
import { type Delivery, type DeliveryLine, docs, lockDelivery, record, type Stepped } from './steps.server';

const units = (qty: string): bigint => scaled(qty, 4);

/** Lines of goods kept by batch, as they stand on the delivery. */
const batchLines = (tx: Tx, me: Pick<Me, 'tenantId'>, deliveryId: string) =>
  tx
    .selectFrom('delivery_line as l')
    .innerJoin('order_line as o', (on) => on.onRef('o.tenant_id', '=', 'l.tenant_id').onRef('o.id', '=', 'l.order_line_id'))
    .innerJoin('sku as s', (on) => on.onRef('s.tenant_id', '=', 'o.tenant_id').onRef('s.id', '=', 'o.sku_id'))
    .innerJoin('product as p', (on) => on.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.product_id'))
    .innerJoin('unit as u', (on) => on.onRef('u.tenant_id', '=', 'p.tenant_id').onRef('u.id', '=', 'p.base_unit_id'))
    .select(['l.id', 'l.line_no as lineNo', 'l.base_qty as baseQty', 'o.sku_id as skuId', 's.code as skuCode', 'p.name', 'u.name as unitName'])
    .where('l.tenant_id', '=', me.tenantId)
    .where('l.delivery_id', '=', deliveryId)
    .where('p.by_batch', '=', true)
    .orderBy('l.line_no')
    .execute();

const picksBy = async (tx: Tx, me: Pick<Me, 'tenantId'>, lineIds: readonly string[]) =>
  Map.groupBy(
    await tx
      .selectFrom('delivery_pick')
      .select(['delivery_line_id as lineId', 'batch_no as batchNo', 'qty'])
      .where('tenant_id', '=', me.tenantId)
      .where('delivery_line_id', '=', anyOf(lineIds))
      .orderBy('id')
      .execute(),
    (pick) => pick.lineId,
  );

/** 拣货建议: the oldest first, lines of the same goods one after the other; what somebody named stays named. */
export async function deliveryPicks(tx: Tx, me: Me, { id }: { id: string }, now: Date) {
  const delivery = await tx.selectFrom('delivery').select(['id', 'warehouse_id']).where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  if (!delivery) return notFound('该发货单');
  const lines = await batchLines(tx, me, id);
  const held = await batchesToPick(
    tx,
    me,
    delivery.warehouse_id,
    lines.map((line) => line.skuId),
    now,
  );
  const picks = await picksBy(
    tx,
    me,
    lines.map((line) => line.id),
  );
  const free = new Map([...held].map(([skuId, batches]) => [skuId, batches.map((one) => ({ batchNo: one.batchNo, qty: units(one.onHand) }))]));
  const taken = new Map<string, { batchNo: string; qty: bigint }[]>();
  for (const line of [...lines].sort((a, b) => Number(picks.has(b.id)) - Number(picks.has(a.id)))) {
    const here = free.get(line.skuId) ?? [];
    const parts = picks.get(line.id)?.map((one) => ({ batchNo: one.batchNo, qty: units(one.qty) })) ?? shareOut(here, units(line.baseQty)).parts;
    for (const part of parts) {
      const of = here.find((one) => one.batchNo === part.batchNo);
      if (of) of.qty = of.qty > part.qty ? of.qty - part.qty : 0n;
    }
    taken.set(line.id, parts);
  }
  return {
    lines: lines.map(({ skuId, ...line }) => ({
      ...line,
      chosen: picks.has(line.id),
      batches: (held.get(skuId) ?? []).map(({ skuId: _, ...batch }) => ({
        ...batch,
        take: unscaled(taken.get(line.id)?.find((one) => one.batchNo === batch.batchNo)?.qty ?? 0n, 4),
      })),
    })),
  };
}

/** 指定批次: all of the line from batches that lie in the delivery's warehouse, or nothing, which leaves it to their age. */
export async function savePicks(tx: Tx, me: Me, input: PickInput, now: Date): Promise<Stepped> {
  const delivery = await lockDelivery(tx, me, input);
  docs.mustBe(delivery, 'WAIT_OUT', '再指定批次');
  const line = (await batchLines(tx, me, delivery.id)).find((one) => one.id === input.lineId) ?? notFound(`发货单${delivery.no}中按批次管理的这一行`);
  const title = `发货单${delivery.no}第${line.lineNo}行商品${line.skuCode}`;
  const wanted = sumQty(input.batches.map((one) => one.qty));
  if (input.batches.length && compareQty(wanted, line.baseQty) !== 0)
    refuse('STOCK_DOC', `${title}：指定的批次合计${displayQty(wanted)}${line.unitName}，应等于本次的${displayQty(line.baseQty)}${line.unitName}`);
  if (new Set(input.batches.map((one) => one.batchNo)).size < input.batches.length) refuse('STOCK_DOC', `${title}：同一批次只能填写一次`);
  const held = (await batchesToPick(tx, me, delivery.warehouse_id, [line.skuId], now)).get(line.skuId) ?? [];
  for (const { batchNo, qty } of input.batches) {
    const there = held.find((one) => one.batchNo === batchNo);
    if (!there || compareQty(qty, there.onHand) > 0)
      refuse(
        'STOCK_SHORT',
        `${title}：批次${batchName(batchNo)}在库${displayQty(there?.onHand ?? '0')}${line.unitName}，不够${displayQty(qty)}${line.unitName}`,
      );
  }
  await tx.deleteFrom('delivery_pick').where('tenant_id', '=', me.tenantId).where('delivery_line_id', '=', line.id).execute();
  if (input.batches.length)
    await tx
      .insertInto('delivery_pick')
      .values(input.batches.map(({ batchNo, qty }) => ({ tenant_id: me.tenantId, id: newId(), delivery_line_id: line.id, batch_no: batchNo, qty })))
      .execute();
  const version = await docs.update(tx, me, delivery, {});
  const note = input.batches.map((one) => `${batchName(one.batchNo)}×${displayQty(one.qty)}`).join('、');
  await record(tx, me, { id: delivery.id, customerId: delivery.customer_id }, now, {
    action: '指定拣货批次',
    from: delivery.status,
    to: delivery.status,
    note: `第${line.lineNo}行：${note || '按先到期先出'}`,
  });
  return { id: delivery.id, no: delivery.no, status: delivery.status, version };
}

/** What was named for these lines, as their shipment takes it. */
export async function pickedBatches(tx: Tx, me: Me, delivery: Delivery, rows: readonly DeliveryLine[]): Promise<Map<string, { batches: BatchChoice }>> {
  const picks = await picksBy(
    tx,
    me,
    rows.map((row) => row.id),
  );
  return new Map(
    [...picks].map(([lineId, parts]) => {
      const row = rows.find((one) => one.id === lineId) as DeliveryLine;
      const named = sumQty(parts.map((one) => one.qty));
      if (compareQty(named, row.base_qty) !== 0)
        refuse(
          'STOCK_DOC',
          `发货单${delivery.no}第${row.line_no}行指定的批次合计${displayQty(named)}，与本次数量${displayQty(row.base_qty)}不一致，请重新指定批次`,
        );
      return [lineId, { batches: { parts: parts.map(({ batchNo, qty }) => ({ batchNo, qty: `-${qty}` })) } }];
    }),
  );
}
