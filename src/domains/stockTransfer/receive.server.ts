import { sql } from 'kysely';
import { moveStock } from '~/domains/warehouse/movements.server';
import type { StockDoc, StockDocLine } from '~/domains/warehouse/stockDocLines.server';
import { stockOuts, transitLoss } from '~/domains/warehouse/stockOut.server';
import type { Me } from '~/portal/me';
import { beyondScope, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { shanghaiDate } from '~/shared/dates';
import { addQty, compareQty, displayQty } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { onTheWay } from './transfer';
import type { Receipt } from './transfer.schema';
import { mustReceive, step } from './transfer.server';
import { linesOf, openQty, type Transfer, type TransferLine, transfers } from './transferStore.server';

const isPositive = (qty: string): boolean => compareQty(qty, '0') > 0;

/** 收货, as often as goods arrive: they come on hand at the cost they left with. */
export async function receiveTransfer(tx: Tx, me: Me, input: Receipt, now: Date) {
  const doc = await transfers.lock(tx, me, input);
  await mustBeOpen(tx, me, doc, '收货');
  const lines = await linesOf(tx, me, doc.id);
  const given = arrivals(doc, lines, input.lines);
  await moveStock(
    tx,
    me,
    given.map(({ line, qty }) => ({
      ...about(doc, line),
      step: `RECEIVE#${doc.receipts + 1}`,
      transit: `-${qty}`,
      onHand: qty,
      cost: line.cost,
      batches: { onTheWay: line.id },
    })),
  );
  await raise(tx, me, 'in_qty', given);
  const arrived = lines.map((line) => ({ ...line, in_qty: addQty(line.in_qty, given.find((one) => one.line.id === line.id)?.qty ?? '0') }));
  const done = arrived.every((line) => !isPositive(openQty(line)));
  const note = [done ? '' : `还有${arrived.filter((line) => isPositive(openQty(line))).length}行未收齐`, input.remark].filter(Boolean).join('；');
  return step(tx, me, doc, done ? 'RECEIVED' : 'PART_RECEIVED', '收货', note, { receipts: doc.receipts + 1, ...(done ? { finished_at: now } : {}) });
}

async function mustBeOpen(tx: Tx, me: Me, doc: Transfer, action: string): Promise<void> {
  transfers.mustBe(doc, onTheWay, action);
  await mustReceive(tx, me, doc);
  if (doc.loss_doc_id)
    refuse('BAD_STATE', `${transfers.title(doc)}的短少正在出库单${doc.loss_doc_no}中审核，不能${action}；如货物又到了，请先退回并删除该出库单`);
}

const about = (doc: Transfer, line: TransferLine) => ({
  warehouseId: doc.to_id,
  skuId: line.sku_id,
  bizType: 'TRANSFER',
  bizId: doc.id,
  bizLineId: line.id,
  bizNo: doc.no,
});

function arrivals(doc: Transfer, lines: readonly TransferLine[], asked: Receipt['lines']): { line: TransferLine; qty: string }[] {
  const wanted = new Map(asked.map((one) => [one.id, one.qty]));
  const given = lines.flatMap((line) => {
    const qty = wanted.get(line.id) ?? '0';
    wanted.delete(line.id);
    if (compareQty(qty, openQty(line)) > 0)
      refuse('STOCK_DOC', `${transfers.title(doc)}第${line.line_no}行：本次收货${displayQty(qty)}超过在途${displayQty(openQty(line))}`);
    return isPositive(qty) ? [{ line, qty }] : [];
  });
  if (wanted.size) notFound('该调拨明细');
  if (!given.length) refuse('STOCK_DOC', `${transfers.title(doc)}：请填写本次收货数量`);
  return given;
}

async function raise(tx: Tx, me: Me, column: 'in_qty' | 'loss_qty', given: readonly { line: { id: string }; qty: string }[]): Promise<void> {
  const name = sql.ref(column);
  await sql`update stock_transfer_line l set ${name} = l.${name} + v.qty from unnest(${given.map(({ line }) => line.id)}::uuid[], ${given.map(({ qty }) => qty)}::numeric[]) as v(id, qty)
    where l.tenant_id = ${me.tenantId} and l.id = v.id`.execute(tx);
}

/** 短少结案: what is still on the way is written into a stock-out, which ends the transfer when somebody else has audited it. */
export async function closeShort(tx: Tx, me: Me, input: { id: string; version: number; reason: string }, now: Date): Promise<{ id: string; no: string }> {
  const doc = await transfers.lock(tx, me, input);
  await mustBeOpen(tx, me, doc, '短少结案');
  const units = new Map(
    (
      await sql<{ skuId: string; unitId: string }>`select s.id as "skuId", p.base_unit_id as "unitId" from sku s
        join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
        where s.tenant_id = ${me.tenantId} and s.id in (select sku_id from stock_transfer_line where tenant_id = ${me.tenantId} and transfer_id = ${doc.id})`.execute(
        tx,
      )
    ).rows.map((row) => [row.skuId, row.unitId]),
  );
  const lost = (await linesOf(tx, me, doc.id)).filter((line) => isPositive(openQty(line)));
  const loss = await stockOuts.raise(
    tx,
    me,
    {
      kind: 'TRANSIT_LOSS',
      warehouseId: doc.to_id,
      bizDate: shanghaiDate(now),
      counterparty: `${doc.from_name}→${doc.to_name}`,
      sourceNo: doc.no,
      sourceId: doc.id,
      remark: input.reason,
      lines: lost.map((line) => ({
        id: newId(),
        sku_id: line.sku_id,
        unit_id: units.get(line.sku_id) ?? line.unit_id,
        qty: openQty(line),
        base_qty: openQty(line),
        price: line.cost,
        batch_no: line.batch_no,
        remark: '',
        source_line_id: line.id,
      })),
    },
    now,
  );
  const after = await transfers.lock(tx, me, { id: doc.id });
  // Passed on the spot where no flow asks anybody: then the transfer is closed already.
  if (after.status === 'CLOSED_LOSS') return { id: doc.id, no: loss.no };
  await step(tx, me, after, after.status, '短少结案', `${input.reason}；待审核出库单${loss.no}`, {
    loss_doc_id: loss.id,
    loss_doc_no: loss.no,
    loss_reason: input.reason,
  });
  return { id: doc.id, no: loss.no };
}

transitLoss.provide({
  move: (tx, me, doc, lines, done, now) => beyondScope(tx, me, () => (done === 'DONE' ? lose(tx, me, doc, lines, now) : findAgain(tx, me, doc, lines))),
  dropped: (tx, me, doc) =>
    beyondScope(tx, me, async () => {
      const transfer = await transfers.lock(tx, me, { id: doc.source_id as string });
      await step(tx, me, transfer, transfer.status, '撤销短少结案', `出库单${doc.no}已删除`, NO_LOSS);
    }),
});
const NO_LOSS = { loss_doc_id: null, loss_doc_no: '', loss_reason: '', finished_at: null };

async function lose(tx: Tx, me: Me, doc: StockDoc, lines: readonly StockDocLine[], now: Date): Promise<void> {
  const transfer = await transfers.lock(tx, me, { id: doc.source_id as string });
  transfers.mustBecome(transfer, 'CLOSED_LOSS', '短少结案');
  await moveStock(
    tx,
    me,
    lines.map((line) => ({ ...lossOf(doc, line), step: 'LACK', transit: `-${line.base_qty}`, batches: { onTheWay: line.source_line_id as string } })),
  );
  await raise(
    tx,
    me,
    'loss_qty',
    lost(lines, (qty) => qty),
  );
  const at = { loss_doc_id: doc.id, loss_doc_no: doc.no, loss_reason: doc.remark, finished_at: now };
  await step(tx, me, transfer, 'CLOSED_LOSS', '短少结案', `出库单${doc.no}已审核`, at);
}

/** The loss is reversed: the goods are on their way again. */
async function findAgain(tx: Tx, me: Me, doc: StockDoc, lines: readonly StockDocLine[]): Promise<void> {
  const transfer = await transfers.lock(tx, me, { id: doc.source_id as string });
  await moveStock(
    tx,
    me,
    lines.map((line) => ({ ...lossOf(doc, line), step: 'REVERSE', transit: line.base_qty, batches: { like: 'LACK' } })),
  );
  await raise(
    tx,
    me,
    'loss_qty',
    lost(lines, (qty) => `-${qty}`),
  );
  await step(tx, me, transfer, transfer.receipts > 0 ? 'PART_RECEIVED' : 'IN_TRANSIT', '撤销短少结案', `出库单${doc.no}已冲销`, NO_LOSS);
}

const lossOf = (doc: StockDoc, line: StockDocLine) => ({
  warehouseId: doc.warehouse_id,
  skuId: line.sku_id,
  bizType: 'STOCK_OUT',
  bizId: doc.id,
  bizLineId: line.id,
  bizNo: doc.no,
});
const lost = (lines: readonly StockDocLine[], sign: (qty: string) => string) =>
  lines.map((line) => ({ line: { id: line.source_line_id as string }, qty: sign(line.base_qty) }));
