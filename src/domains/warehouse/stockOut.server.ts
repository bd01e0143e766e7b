import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { STOCK_OUT } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { port } from '~/server/port.server';
import { refuse } from '~/shared/refusal';
import { lockBalances, moveStock } from './movements.server';
import { stockDocForm } from './stockDocForm.server';
import { baseCost, docLines, lineCost, type StockDoc, type StockDocLine, totalsOf } from './stockDocLines.server';
import { isTransitLoss, stockOutKinds } from './stockDocState';
import { defineStockDoc } from './stockDocs.server';
import * as subjects from './subjects';

/** What a loss on the way (调拨短少) does to the transfer it closes; the transfer's domain provides it. All run with the document locked. */
export interface TransitLoss {
  move(tx: Tx, me: Me, doc: StockDoc, lines: readonly StockDocLine[], step: 'DONE' | 'REVERSED', now: Date): Promise<void>;
  /** The document goes away: the transfer waits for its goods again. */
  dropped(tx: Tx, me: Me, doc: StockDoc): Promise<void>;
}
export const transitLoss = port<TransitLoss>('transitLoss');

/** 出库单: takes only what is available, at audit and at the average cost of that moment; a reversal brings it back at that cost. */
export const stockOuts = defineStockDoc({
  direction: 'OUT',
  noun: '出库单',
  what: '出库',
  kinds: stockOutKinds,
  subject: subjects.stockOut,
  key: 'stockOutProcess',
  form: stockDocForm('出库', stockOutKinds, subjects.stockOut.page),
  make: STOCK_OUT,
  submitted: 'stockOut.submitted',
  priced: () => 'UNKNOWN',
  move: moveOut,
  refuseEdit: (doc) => {
    if (isTransitLoss(doc)) refuse('STOCK_DOC', `出库单${doc.no}由调拨单${doc.source_no}的短少结案生成，不能编辑；可以删除后在调拨单重新结案`);
  },
  dropped: async (tx, me, doc) => {
    if (isTransitLoss(doc)) await transitLoss.get().dropped(tx, me, doc);
  },
});

async function moveOut(tx: Tx, me: Me, doc: StockDoc, step: 'DONE' | 'REVERSED', now: Date): Promise<void> {
  const lines = await docLines(tx, me, doc.id);
  if (isTransitLoss(doc)) return transitLoss.get().move(tx, me, doc, lines, step, now);
  const at = (line: StockDocLine) => ({ warehouseId: doc.warehouse_id, skuId: line.sku_id });
  const about = (line: StockDocLine) => ({ ...at(line), bizType: 'STOCK_OUT', bizId: doc.id, bizLineId: line.id, bizNo: doc.no });
  if (step === 'REVERSED')
    return moveStock(
      tx,
      me,
      lines.map((line) => ({ ...about(line), step: 'REVERSE', onHand: line.base_qty, cost: baseCost(line), batches: { like: 'OUT' } })),
    );
  const balances = await lockBalances(tx, me, lines.map(at));
  const costs = new Map(lines.map((line) => [line.id, balances.get(`${doc.warehouse_id}/${line.sku_id}`)?.avg_cost ?? '0']));
  await moveStock(
    tx,
    me,
    lines.map((line) => ({ ...about(line), step: 'OUT', onHand: `-${line.base_qty}`, cost: costs.get(line.id) ?? null, ...fromBatch(line), at: now })),
    balances,
  );
  await keepCosts(tx, me, doc, lines, costs);
}

/** The batch a line names; without one the oldest leave. */
export const fromBatch = (line: { batch_no: string; base_qty: string }) =>
  line.batch_no === '' ? {} : { batches: { parts: [{ batchNo: line.batch_no, qty: `-${line.base_qty}` }] } };

/** What the goods cost when they left stays on the document. */
export async function keepCosts(tx: Tx, me: Me, doc: StockDoc, lines: readonly StockDocLine[], costs: ReadonlyMap<string, string>): Promise<void> {
  const priced = lines.map((line) => ({ ...line, price: lineCost(line, costs.get(line.id) ?? '0') }));
  await sql`update stock_doc_line l set price = v.price from unnest(${priced.map(({ id }) => id)}::uuid[], ${priced.map(({ price }) => price)}::numeric[]) as v(id, price)
    where l.tenant_id = ${me.tenantId} and l.id = v.id`.execute(tx);
  const { total_cost } = totalsOf(priced, '出库');
  await tx.updateTable('stock_doc').set({ total_cost }).where('tenant_id', '=', me.tenantId).where('id', '=', doc.id).execute();
}

export const { save: saveStockOut, audit: auditStockOut, approval: stockOutAudit } = stockOuts;
